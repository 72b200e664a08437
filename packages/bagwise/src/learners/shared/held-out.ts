import type { BagSet } from "../../bags/bag-set.js";
import type { HeldOut } from "../../model/held-out.js";
import type { Scenario } from "../../prior/estimators/estimate.js";

/** Where held-out scores come from. */
export interface HeldOutSource {
  /** The training bags: the positive ones first, then the unlabeled ones, then known negatives. */
  readonly bags: BagSet;
  /** The bags that were held out, ascending. Default all. */
  readonly rows?: ArrayLike<number> | undefined;
  readonly scenario: Scenario;
}

/**
 * The scores of bags while they were held out, as a model keeps them: one for each row. Bags of one
 * group are no independent witnesses. Null where a score is not finite, as those of a problem with
 * numbers too large to compute with.
 */
export function heldOutOf(scores: ArrayLike<number>, { bags, rows, scenario }: HeldOutSource): HeldOut | null {
  if (!Array.from(scores).every(Number.isFinite)) return null;
  const held = rows === undefined ? Array.from({ length: bags.size }, (_, i) => i) : Array.from(rows);
  const of = (label: string) =>
    Float64Array.from(held.flatMap((row, k) => (bags.labelOf(row) === label ? [scores[k]] : [])));
  return {
    scenario,
    positive: of("positive"),
    unlabeled: of("unlabeled"),
    negative: of("negative"),
    clusters: bags.grouped ? numbered(held.map((row) => bags.groupOf(row))) : null,
  };
}

/** A number for each name, from 0 in the order in which they come. */
function numbered(names: readonly (string | undefined)[]): Uint32Array {
  const numbers = new Map<string | undefined, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return Uint32Array.from(names, (name) => numbers.get(name) ?? 0);
}
