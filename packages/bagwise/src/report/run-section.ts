import type { Summary } from "../experiment/summary.js";
import type { Ink } from "./figures/ink.js";
import { timePerMethod } from "./figures/time-per-method.js";
import { type Html, html } from "./html.js";
import { duration, gibibytes } from "./numbers.js";
import type { RunInfo, TrainingTime } from "./run-info.js";

/**
 * The one element that differs from run to run: machine, wall time, the time of trainings. Nothing outside of it may
 * depend on what is only here.
 */
export function runSection(ink: Ink, run: RunInfo, time: Summary | undefined): Html {
  const { machine, workers, wallSeconds } = run;
  const facts: [string, string][] = [
    ["Processor", `${machine.cpu}, ${machine.cores} cores`],
    ["Memory", gibibytes(machine.memory)],
    ["System", machine.system],
    ["Node", machine.node],
    ["Workers", String(workers)],
    ["Wall time", duration(wallSeconds)],
    ["Data", run.data.map(({ file }) => file).join(", ")],
  ];
  const measured = time === undefined ? [] : timesOf(time);
  return html`<section id="run"><h2>This run</h2>
<p>Everything that differs from run to run is in this section and nowhere else.</p>
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${timePerMethod(ink, measured.length > 0 ? measured : run.timings)}</section>`;
}

/** The times of a run that measured them. Cells of the same data set and method are pooled into one spread. */
function timesOf({ cells }: Summary): TrainingTime[] {
  const groups = new Map<string, TrainingTime>();
  for (const { dataset, method, trials, seconds } of cells) {
    if (seconds === undefined) continue;
    const key = JSON.stringify([dataset, method]);
    const more = { dataset, method, trainings: trials, seconds };
    const before = groups.get(key);
    groups.set(key, before === undefined ? more : pooled(before, more));
  }
  return [...groups.values()];
}

/** Two samples as one: the squares within each, and those between their means. */
function pooled(a: TrainingTime, b: TrainingTime): TrainingTime {
  const trainings = a.trainings + b.trainings;
  const mean = (a.trainings * a.seconds.mean + b.trainings * b.seconds.mean) / trainings;
  const squares = [a, b].reduce((sum, { trainings: n, seconds }) => {
    return sum + (n - 1) * seconds.sd ** 2 + n * (seconds.mean - mean) ** 2;
  }, 0);
  return { ...a, trainings, seconds: { mean, sd: Math.sqrt(squares / (trainings - 1)) } };
}
