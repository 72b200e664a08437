import { Command, Option } from "commander";
import { InputError, withinFile } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { Model } from "../../model/model.js";
import { loadModel } from "../../node/model-file.js";
import { writeAtomically } from "../../node/write-atomically.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { terminal } from "../terminal.js";
import { print, printJson } from "../text/style.js";

const EXAMPLES = `
Examples:
  $ bagwise export actives.model -o actives.js          a JavaScript module without dependencies
  $ bagwise export actives.model --to js > actives.js

docs/reference/export.md says which methods and kernels can be exported.`;

const TARGETS = ["js"] as const;
type Target = (typeof TARGETS)[number];

/** What the name of a file ends like. */
const ENDINGS: Readonly<Record<string, Target>> = { js: "js", mjs: "js" };

interface ExportFlags extends ForceFlag {
  readonly to?: Target;
  readonly out?: string;
  readonly json?: boolean;
}

/** `bagwise export MODEL --to TARGET`: the model in a form that runs without bagwise. */
export function exportCommand(): Command {
  return addForceFlag(
    new Command("export")
      .description("write a model as JavaScript, to score without bagwise")
      .argument("<model>", "a model file")
      .addOption(new Option("--to <kind>", "what to write (default: as --out ends)").choices([...TARGETS]))
      .addOption(outOption("file", "file to write, or - for standard output (default: -)")),
  )
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(exportModel);
}

async function exportModel(path: string, flags: ExportFlags): Promise<void> {
  const { out = "-", json = false } = flags;
  const to = targetOf(flags);
  await checkOutputs({ "--out": { path: out, as: "export" } }, { "the model": path }, flags);
  const model = await loadModel(path);
  const bytes = await withinFile(path, () => exported(model, to));
  if (out === "-") {
    terminal().stdout.write(bytes);
    return;
  }
  await writeAtomically(out, [bytes]);
  if (json) printJson({ bagwise: version, model: path, out, to, bytes: bytes.length, features: model.features });
  else print(`${path} written to ${out} as ${to} (${sizeOf(bytes.length)}).`);
}

function targetOf({ to, out }: ExportFlags): Target {
  const ending = /\.([a-z]+)$/i.exec(out ?? "")?.[1].toLowerCase() ?? "";
  const found = to ?? ENDINGS[ending];
  if (found !== undefined) return found;
  throw new InputError({
    code: "option",
    message: "it is not clear what to export to",
    remedy: `Give --to, one of ${TARGETS.join(", ")}, or a file whose name ends in ${Object.keys(ENDINGS)
      .map((each) => `.${each}`)
      .join(", ")}.`,
  });
}

async function exported(model: Model, _to: Target): Promise<Uint8Array> {
  const { toJs } = await import("../../export/js/to-js.js");
  return new TextEncoder().encode(toJs(model));
}

function sizeOf(bytes: number): string {
  return bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1e6
      ? `${Math.round(bytes / 1e3)} KB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}
