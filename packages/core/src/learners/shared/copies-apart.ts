import type { BagSet } from "../../bags/bag-set.js";
import { MOST_COMPARED, nearDuplicates } from "../../bags/copies/near-duplicates.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { FitContext } from "../learner.js";

/**
 * Which bags are held out together: a fold number for each of the bags `rows`, by default all. -1
 * stands for a bag that is never held out.
 */
interface HeldTogether {
  readonly of: ArrayLike<number>;
  readonly rows?: ArrayLike<number> | undefined;
}

/**
 * A note on how many bags have a near-copy in another fold: one copy is trained on while the other
 * is held out, so cross-validation looks too good. None without folds, or if `findCopies` is false.
 * `bags` are the bags as given, not scaled, because that is how the option `groups: "auto"` sees
 * them. Looks at the first 5,000 bags only, and costs as much as `nearDuplicates`.
 */
export function copiesApart(
  bags: BagSet,
  folds: HeldTogether | undefined,
  { findCopies = true }: Pick<FitContext, "findCopies">,
): Note[] {
  if (folds === undefined || !findCopies) return [];
  const fold = new Map<number, number>();
  for (let k = 0; k < folds.of.length; k++) fold.set(folds.rows?.[k] ?? k, folds.of[k]);
  const { clusters } = nearDuplicates(bags, { mostBags: MOST_COMPARED });
  const apart = clusters
    .map((cluster) => cluster.filter((i) => fold.has(i)))
    .filter((cluster) => new Set(cluster.map((i) => fold.get(i))).size > 1);
  const copies = apart.reduce((sum, cluster) => sum + cluster.length, 0);
  if (copies === 0) return [];
  const message = `${count(copies, "bag")} in ${count(apart.length, "set")} of near-copies are in different folds: one copy is trained on while another is held out, so cross-validation looks better than it is. To keep copies together, set the option groups to auto`;
  return [{ code: "copies-apart", message }];
}
