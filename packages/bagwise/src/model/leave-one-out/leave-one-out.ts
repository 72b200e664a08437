import type { BagSet } from "../../bags/bag-set.js";
import { checkComputable } from "../../statistics/check-bags.js";
import { extremesOf, type Others, othersOf } from "../../statistics/leave-one-out.js";
import type { BagRows } from "../../statistics/statistic.js";
import type { Scorer } from "../scorer.js";
import { instanceExaminer } from "./by-instance.js";
import { kernelExaminer } from "./by-kernel.js";
import type { Examiner } from "./examiner.js";
import { viewsExaminer } from "./views/by-views.js";
import { type Witness, witnessOf } from "./witness.js";

/** What leaving out each instance in turn reveals about a bag. */
interface ExaminedBag {
  readonly score: number;
  /**
   * For each instance g(X) - g(X without x), or its own score for a learner that scores instances.
   * In a bag of one instance, the score of the bag. In a bag of equal instances, 0 for all.
   */
  readonly contributions: Float64Array;
  /**
   * The instance with the largest contribution, or the key instance of a learner that scores
   * instances.
   */
  readonly witness: Omit<Witness, "row">;
  /**
   * The effect of every feature of the witness (see `Examination.effects`), and whether its value
   * is at least that of the others. Call it before moving on to the next bag. Only the `most`
   * largest effects are needed: the rest may be 0. All are 0 in a bag of equal instances.
   */
  effects(most: number): { readonly effects: Float64Array; above(feature: number): boolean };
}

/** Examines scaled bags, one after the other. Pass their `scores` if you already have them. */
export type LeaveOneOut = (bags: BagSet, scores?: Float64Array) => Generator<ExaminedBag>;

/**
 * Computes the contribution of every instance to the score of its bag. The result is exact, but
 * computed from what changes when an instance is left out, rather than by scoring each smaller bag.
 * The work common to all bags is done once, here. The returned function throws an InputError for a
 * bag that cannot be scored.
 */
export function leaveOneOut(scorer: Scorer): LeaveOneOut {
  const examiner = examinerOf(scorer);
  return function* examineEach(bags, known) {
    checkComputable(bags);
    const width = bags.dimension;
    const each = Array.from({ length: bags.size }, (_, k) => {
      const rows = { data: bags.data, start: bags.startOf(k), size: bags.sizeOf(k), width };
      return { rows, extremes: extremesOf(rows) };
    });
    const { scores: scoresOf, examine } = examiner(bags, each);
    const scores = known ?? scoresOf();
    const typical = typicalOf(scorer, width);
    for (const [k, { rows, extremes }] of each.entries()) {
      const { contributions: found, key, effects } = examine(k);
      const same = scorer.kind !== "instances" && allEqual(rows);
      // A bag of one instance is nothing without it. A bag of equal instances stays the same
      // without any one of them, despite rounding.
      const contributions = !same ? found : rows.size === 1 ? Float64Array.of(scores[k]) : found.fill(0);
      const witness = witnessOf(contributions, scores[k], key);
      yield {
        score: scores[k],
        contributions,
        witness,
        effects(most) {
          const { instance } = witness;
          const others = rows.size === 1 ? typical : othersOf(rows, extremes, instance);
          return {
            effects: same && rows.size > 1 ? new Float64Array(width) : effects(instance, others, most),
            above: (j) => rows.data[(rows.start + instance) * width + j] >= others.mean[j],
          };
        },
      };
    }
  };
}

function examinerOf(scorer: Scorer): Examiner {
  if (scorer.kind === "instances") return instanceExaminer(scorer);
  return scorer.kind === "views" ? viewsExaminer(scorer) : kernelExaminer(scorer);
}

/**
 * Whether all instances are the same. Then leaving one out changes nothing, whatever the kernel.
 */
function allEqual({ data, start, size, width }: BagRows): boolean {
  const end = (start + size) * width;
  for (let at = (start + 1) * width; at < end; at++) if (data[at] !== data[at - width]) return false;
  return true;
}

/**
 * What the only instance of a bag is compared with: the mean of the training bags' means, which
 * `auto` stores. For other learners, what scaling maps to 0, usually the mean of the training
 * instances.
 */
function typicalOf(scorer: Scorer, width: number): Others {
  const value = scorer.kind === "views" ? scorer.views.centre.slice(2 * width) : new Float64Array(width);
  return { low: value, high: value, mean: value };
}
