import {
  commandLine,
  dataTable,
  duration,
  factList,
  flagOf,
  gibibytes,
  type Html,
  html,
  NOTHING,
  shellWord,
} from "@bagwise/report/page";
import { isFamily } from "../families/families.js";
import { timePerMethod } from "./figures/time-per-method.js";
import type { Ink } from "./ink.js";
import type { OtherRun, Recipe, RunInfo } from "./run-info.js";

/** Options that do not change the results, or that name a place on one machine. */
const LEFT_OUT = new Set(["workers", "out", "json", "data", "seed", "also"]);

/** Flags with another name than the option of the library. */
const FLAGS: Readonly<Record<string, string>> = { protocols: "protocol" };

/**
 * The command that repeats a run: its options as flags, in their order, but for those without a
 * value and those that do not change the results.
 */
export function commandOf({ experiment, options, seed }: Recipe): string {
  const flags = Object.entries(options).flatMap(([name, value]) =>
    LEFT_OUT.has(name) ? [] : flagOf(FLAGS[name] ?? name, value),
  );
  // A comparison has several seeds, which are among its options.
  const seeds = "seeds" in options ? [] : [`--seed ${seed}`];
  return commandLine(["experiment", experiment], [...flags, ...seeds]);
}

/**
 * The commands that repeat a report: first the other kinds that it shows, then its own. Folders
 * have their usual names, so that the text is the same wherever the results are.
 */
export function commandsOf(run: Recipe, also: readonly Recipe[] = []): string[] {
  const folders = also.map(({ experiment }) => shellWord(`experiment-${experiment}`));
  return [
    ...also.map((each, k) => `${commandOf(each)} --out ${folders[k]}`),
    `${commandOf(run)}${folders.length === 0 ? "" : ` --also ${folders.join(",")}`}`,
  ];
}

/** How to get the same results again: the commands, the version and the data. */
export function reproduce(run: Recipe, also: readonly Recipe[] = []): Html {
  // Data sets of the same name have the same content in all experiments of a report.
  const all = new Map([run, ...also].flatMap((each) => each.data.map(({ name, hash }) => [name, hash])));
  const data = [...all].filter(([name]) => !isFamily(name));
  const hashes = dataTable(
    ["data set", "hash of its content"],
    data.map(([name, hash]) => [name, html`<code>${hash}</code>`]),
    { label: "Hashes of the data", words: 2 },
  );
  const [what, to] =
    also.length === 0
      ? ["this command gives", "Name the folder of the data"]
      : ["these commands, in this order, give", "For each of them, name the folder of the data"];
  const folder = html` ${to} with <code>--data</code>.`;
  return html`<p>With bagwise ${run.version}${data.length === 0 ? "" : " and the data below"}, ${what} you the same bytes, except for the last section. The number of workers and interruptions do not matter.${
    data.length === 0 ? NOTHING : folder
  }${data.length < all.size ? " This version draws the bags of families afresh." : ""}</p>
<pre tabindex="0"><code>${commandsOf(run, also).join("\n")}</code></pre>
${data.length === 0 ? NOTHING : hashes}`;
}

/**
 * The one element that differs from run to run. If the experiment `time` is in the report, the
 * times are its own, because it measures them undisturbed.
 */
export function runSection(ink: Ink, run: RunInfo, also: readonly OtherRun<unknown>[] = []): Html {
  const { machine, workers, wallSeconds } = run;
  // Bags that are drawn fresh are in no file.
  const files = run.data.flatMap(({ file }) => (file === "" ? [] : [file]));
  const facts: [string, string][] = [
    ["Processor", `${machine.cpu}, ${machine.cores} cores`],
    ["Memory", gibibytes(machine.memory)],
    ["System", machine.system],
    ["Node", machine.node],
    ["Workers", String(workers)],
    ["Wall time", duration(wallSeconds)],
    ...(files.length === 0 ? [] : [["Data", files.join(", ")] satisfies [string, string]]),
  ];
  const time = also.find(({ recipe }) => recipe.experiment === "time");
  return html`<section id="run"><h2>This run</h2>
<p>Only this section differs from run to run.</p>
${factList(facts)}
${timePerMethod(ink, time !== undefined && time.timings.length > 0 ? time.timings : run.timings)}</section>`;
}
