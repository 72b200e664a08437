import { type CheckRecord, type CheckSummary, checkByName, type TrainingTime } from "@bagwise/lab";
import { checksHeadline, checksTables, groupBy, meanOf } from "@bagwise/lab/running";
import type { ExperimentProgress } from "../../experiment/run-in-folder.js";
import { wrapped } from "../text/output.js";
import { textTable } from "../text/score-table.js";
import { progressText } from "./progress.js";

/** How far it is, and the lowest AUC so far by method and check, as a mean over repeats. Costs O(records). */
export function checksPicture(progress: ExperimentProgress<CheckRecord>, seconds: number): string[] {
  const first = progressText(progress, seconds);
  if (progress.records.length === 0) return [first];
  const checks = [...new Set(progress.records.map(({ spec }) => spec.dataset))];
  const rows = groupBy(progress.records, ({ spec }) => spec.method).map((own) => [
    own[0].spec.method,
    ...checks.map((check) => {
      const here = own.filter(({ spec }) => spec.dataset === check);
      return here.length === 0 ? "" : meanOf(here.map(({ result }) => lowest(result))).toFixed(2);
    }),
  ]);
  return [first, "", "Lowest AUC so far", ...textTable(["", ...checks.map((name) => checkByName(name).title)], rows)];
}

function lowest({ aucs }: CheckRecord["result"]): number {
  return Math.min(...Object.values(aucs));
}

/** The text after the checks. */
export function checksLines(summary: CheckSummary, timings: readonly TrainingTime[]): string[] {
  return [
    wrapped(checksHeadline(summary)),
    "",
    ...checksTables(summary).flatMap(({ title, caption, head, rows }) => [
      title,
      ...textTable(head, rows),
      wrapped(caption),
      "",
    ]),
    ...slowest(timings),
  ];
}

function slowest(timings: readonly TrainingTime[]): string[] {
  if (timings.length === 0) return [];
  const { method, seconds } = timings.reduce((a, b) => (b.seconds.mean > a.seconds.mean ? b : a));
  return [`Slowest: ${method}, ${seconds.mean.toPrecision(2)} s a training.`, ""];
}
