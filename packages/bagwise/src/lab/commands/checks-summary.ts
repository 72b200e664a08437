import { count } from "../../base/errors.js";
import { textTable } from "../../cli/text/score-table.js";
import { wrapped } from "../../cli/text/style.js";
import { checkByName } from "../checks/checks.js";
import type { CheckRecord } from "../checks/spec.js";
import type { CheckSummary } from "../checks/summary.js";
import type { ExperimentProgress } from "../node/run-in-folder.js";
import type { TrainingTime } from "../report/run-info.js";
import { checksTables } from "../tables/checks-layout.js";
import { groupBy } from "../trials/group-by.js";
import { meanOf } from "../trials/spread.js";
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
    wrapped(headline(summary)),
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

/** Who respects the assumption in all checks, and who breaks it in one. */
export function headline({ methods, respecting, breaking, checks, repeats }: CheckSummary): string {
  const all = checks.length === 1 ? "the check" : `all ${checks.length} checks`;
  const some = (names: readonly string[]) => (names.length === 0 ? "" : `: ${names.join(", ")}`);
  return `One positive instance makes a bag positive: ${respecting.length} of ${count(methods.length, "method")} ${respecting.length === 1 ? "respects" : "respect"} that in ${all}${some(respecting)}. ${breaking.length} ${breaking.length === 1 ? "breaks" : "break"} it in at least one${some(breaking)}. ${count(repeats, "repeat")}.`;
}

function slowest(timings: readonly TrainingTime[]): string[] {
  if (timings.length === 0) return [];
  const { method, seconds } = timings.reduce((a, b) => (b.seconds.mean > a.seconds.mean ? b : a));
  return [`Slowest: ${method}, ${seconds.mean.toPrecision(2)} s a training.`, ""];
}
