import { version } from "@bagwise/core/base";
import type { ModelCard } from "@bagwise/core/model";
import { dataTable } from "../page/data-table.js";
import { factList, type Html, type HtmlPart, html, NOTHING } from "../page/html.js";
import { commandLine, flagsOf } from "../page/shell.js";
import type { ModelReportData } from "./report-data.js";

/** Stands for a file of unknown name in a command. */
const FILE = "TRAINING-FILE";

/** The command that trains the model again. How the file was read is not part of a model. */
export function trainingCommand(
  { learner, options }: Pick<ModelCard, "learner" | "options">,
  { file = FILE, out = "MODEL" }: { file?: string | undefined; out?: string | undefined } = {},
): string {
  return commandLine(["train", file], flagsOf({ out, method: learner, ...options }));
}

/** The commands for a threshold or calibration that was chosen later. */
export function laterCommands(
  { threshold, calibration, prior }: Pick<ModelCard, "threshold" | "calibration" | "prior">,
  { out = "MODEL" }: { out?: string | undefined } = {},
): string[] {
  // Training makes curves with ranges.
  const curved = calibration !== null && "scores" in calibration && prior?.ranges === undefined;
  return [
    ...(curved ? [commandLine(["calibrate", out], flagsOf({ method: "monotone", inPlace: true }))] : []),
    ...(threshold === undefined
      ? []
      : [commandLine(["threshold", out], flagsOf({ by: threshold.rule, inPlace: true }))]),
  ];
}

/** How to reproduce the model and the report. No paths. */
export function modelReproduce(data: ModelReportData): Html {
  const { card, seed, bootstrap, dataHash, trainedOn, sources } = data;
  const commands = sources.commands.length > 0 ? sources.commands : [trainingCommand(card), ...laterCommands(card)];
  const unknown = commands.some((command) => command.includes(FILE));
  const facts: [string, HtmlPart][] = [
    ["Learner", html`<code>${card.learner}</code>`],
    ["Trained with", `bagwise ${card.bagwise}`],
    ["Reported with", `bagwise ${version}`],
    ["Options", optionsOf(card.options)],
    [
      "Chosen",
      Object.entries(card.chosen)
        .map(([name, value]) => `${name} ${typeof value === "number" ? Number(value.toPrecision(6)) : value}`)
        .join(", "),
    ],
    ["Training seed", String(card.options.seed ?? "0, the default")],
    ["Report seed", `${seed}${bootstrap > 0 ? `, with ${bootstrap} bootstrap samples` : ""}`],
    ["Training data", html`<code>${card.training.dataHash}</code>`],
    ...(dataHash === null
      ? []
      : [
          [trainedOn ? "Bags shown" : "Bags shown, not the training bags", html`<code>${dataHash}</code>`] satisfies [
            string,
            HtmlPart,
          ],
        ]),
  ];
  const missing = html` Replace <code>${FILE}</code> with your training file, whose name is not stored in the model. If you need flags to read it, such as <code>--bag</code> and <code>--label</code>, add them. If the content hash matches, it was read in the same way.`;
  return html`<p>With the same versions, files and options, these commands reproduce the same model and, except for the last section, the same page, byte for byte.${unknown ? missing : NOTHING}</p>
<pre tabindex="0"><code>${commands.join("\n")}</code></pre>
${dataTable(["", "value"], facts, { label: "What the results depend on", words: 2 })}`;
}

/** The only section that differs between machines: where the files were. */
export function modelRun({ sources: { model, data } }: ModelReportData): Html {
  return html`<section id="run"><h2>This run</h2>
<p>Only this section depends on where the report was made.</p>
${factList([
  ["Model", model ?? "not from a file"],
  ["Bags", data ?? "none given"],
])}</section>`;
}

function optionsOf(options: ModelCard["options"]): HtmlPart {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "all defaults";
  return given.map(
    ([name, value], k) =>
      html`${k === 0 ? "" : ", "}<code>${name}</code> ${Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value)}`,
  );
}
