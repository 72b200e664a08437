import { type Html, html } from "../../report/page/html.js";
import { duration, gibibytes } from "../../report/page/numbers.js";
import type { Ink } from "./figures/ink.js";
import { timePerMethod } from "./figures/time-per-method.js";
import type { OtherExperiment, RunInfo } from "./run-info.js";

/**
 * The one element that differs from run to run: machine, wall time, the time of trainings. Nothing
 * outside of it may depend on what is only here. The times are those of the experiment that
 * measured them undisturbed, if it is in the report.
 */
export function runSection(ink: Ink, run: RunInfo, also: readonly OtherExperiment[]): Html {
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
<p>Everything that differs from run to run is in this section and nowhere else.</p>
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${timePerMethod(ink, time !== undefined && time.timings.length > 0 ? time.timings : run.timings)}</section>`;
}
