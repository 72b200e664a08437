import { type Spread, spreadOf } from "../trials/spread.js";
import { checkByName, testsOf } from "./checks.js";
import type { CheckLabels } from "./draw.js";
import { labelsFor } from "./method.js";
import type { CheckGrid } from "./plan.js";
import type { CheckRecord } from "./trial.js";
import { type Verdict, verdictOf } from "./verdict.js";

/** One method in one check; spreads are over repeats. */
export interface CheckCell {
  readonly check: string;
  readonly method: string;
  readonly labels: CheckLabels;
  readonly repeats: number;
  /** The AUC on each kind of test bags, those drawn as in training first. */
  readonly aucs: readonly { readonly test: string; readonly title: string; readonly auc: Spread }[];
  /** The share of negative bags that a positive instance raised; null where it is not measured. */
  readonly raised: Spread | null;
  /** The share of the trainings whose certificate is `solved`. */
  readonly solved: number;
  readonly verdict: Verdict;
}

/** The checks as tables need them. */
export interface CheckSummary extends CheckGrid {
  /** In order of check and method. */
  readonly cells: readonly CheckCell[];
  /** The methods that respect the assumption in every check. */
  readonly respecting: readonly string[];
  /** The methods that break it in at least one check. */
  readonly breaking: readonly string[];
}

/** The table of the checks from all their trials. Costs O(checks x methods x records). */
export function summariseChecks(records: readonly CheckRecord[], grid: CheckGrid): CheckSummary {
  const cells = grid.checks.flatMap((check) =>
    grid.methods.map((method) =>
      cellOf(
        check,
        method,
        records.filter(({ spec }) => spec.dataset === check && spec.method === method),
      ),
    ),
  );
  const verdictsOf = (method: string) => cells.filter((cell) => cell.method === method).map(({ verdict }) => verdict);
  return {
    ...grid,
    cells,
    respecting: grid.methods.filter((method) => verdictsOf(method).every((verdict) => verdict === "respects")),
    breaking: grid.methods.filter((method) => verdictsOf(method).includes("breaks")),
  };
}

function cellOf(name: string, method: string, records: readonly CheckRecord[]): CheckCell {
  const check = checkByName(name);
  const aucs = testsOf(check).map(({ name: test, title }) => ({
    test,
    title,
    auc: spreadOf(records.map(({ result }) => result.aucs[test])),
  }));
  const raised = check.raises ? spreadOf(records.flatMap(({ result }) => result.raised ?? [])) : null;
  const [own, ...changed] = aucs.map(({ auc }) => auc.mean);
  return {
    check: name,
    method,
    labels: labelsFor(method),
    repeats: records.length,
    aucs,
    raised,
    solved: records.filter(({ result }) => result.status === "solved").length / records.length,
    verdict: verdictOf({ own, changed, raised: raised?.mean ?? null }),
  };
}
