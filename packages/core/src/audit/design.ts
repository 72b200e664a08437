import { InputError, thousands } from "../base/errors.js";
import { badOption } from "../base/option.js";
import { random } from "../base/random.js";
import { checkFiniteScores } from "../judge/finite-scores.js";
import { type Stratum, type StratumBag, strataOf } from "./strata.js";

/** An unlabeled bag with its score, as `model.predict` returns it. */
export interface AuditableBag {
  /** The id of the bag. */
  readonly bag: string;
  readonly score: number;
  /**
   * The probability of being positive. It only guides the draw: a wrong one widens the intervals
   * but does not make them wrong.
   */
  readonly probability?: number | null | undefined;
}

/** A range of scores that is sampled separately. */
export interface AuditStratum {
  /**
   * The number of unlabeled bags, how many of them the model predicts positive, and how many were
   * drawn.
   */
  readonly size: number;
  readonly predictedPositive: number;
  readonly drawn: number;
  /** The lowest and highest score. */
  readonly low: number;
  readonly high: number;
}

/** A bag to review. */
export interface DrawnBag {
  /** The id of the bag. */
  readonly bag: string;
  /** The index of its stratum in `design.strata`. */
  readonly stratum: number;
  /** The size of its stratum, and how many bags of it were drawn. */
  readonly size: number;
  readonly drawn: number;
  readonly score: number;
  readonly predicted: "positive" | "negative";
}

/** The bags to review, and what is needed to draw conclusions about all bags. Plain data. */
export interface AuditDesign {
  readonly threshold: number;
  readonly seed: number;
  /** The number of unlabeled bags. */
  readonly population: number;
  /** From the highest scores to the lowest. */
  readonly strata: readonly AuditStratum[];
  /** In random order, so that the position tells a reviewer nothing. */
  readonly bags: readonly DrawnBag[];
}

export interface DrawAuditOptions {
  /** The number of bags to draw; all if there are fewer. Default 30. */
  readonly n?: number | undefined;
  /** A bag is called positive if its score is at least this. Default 0. */
  readonly threshold?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  /**
   * The strata of an earlier design, to draw the same bags again even if the probabilities have
   * changed. Scores, threshold and seed must be those of that design; `n` is ignored. Default: new
   * strata.
   */
  readonly strata?: readonly Pick<AuditStratum, "size" | "drawn">[] | undefined;
}

/**
 * Draws unlabeled bags for a person to review: a seeded random sample, stratified by score. The
 * decision threshold is a boundary between strata. How many bags each stratum gives depends on its
 * size and the probabilities (see `strataOf`). The order of the bags does not matter. With at most
 * `n` bags all are drawn (a census). With equal scores, or n below 4, there is one stratum. Throws
 * an InputError for no bags, a score that is not finite, and a bad option. Costs O(bags log bags).
 */
export function drawAudit(bags: readonly AuditableBag[], options: DrawAuditOptions = {}): AuditDesign {
  const { n = 30, threshold = 0, seed = 0 } = options;
  if (!(Number.isSafeInteger(n) && n >= 1)) throw badOption("n", n, "a whole number from 1 on");
  if (!Number.isFinite(threshold)) throw badOption("threshold", threshold, "a number");
  checkBags(bags);
  const order = [...bags].sort((a, b) => b.score - a.score || (a.bag < b.bag ? -1 : 1));
  const rows = order.map(
    ({ score, probability = null }): StratumBag => ({ score, called: score >= threshold, probability }),
  );
  const layout = options.strata === undefined ? strataOf(rows, n) : laidOut(options.strata, rows.length);
  const generator = random(seed);
  const strata: AuditStratum[] = [];
  const drawn: DrawnBag[] = [];
  for (const [stratum, { from, to, drawn: few }] of layout.entries()) {
    const size = to - from;
    strata.push({
      size,
      predictedPositive: rows.slice(from, to).filter((row) => row.called).length,
      drawn: few,
      low: rows[to - 1].score,
      high: rows[from].score,
    });
    for (const k of generator.sample(size, few)) {
      const { bag, score } = order[from + k];
      drawn.push({ bag, stratum, size, drawn: few, score, predicted: score >= threshold ? "positive" : "negative" });
    }
  }
  const shuffled = Array.from(generator.permutation(drawn.length), (k) => drawn[k]);
  return { threshold, seed, population: bags.length, strata, bags: shuffled };
}

/** Strata from their sizes. Throws an InputError if they do not fit this number of bags. */
function laidOut(strata: readonly Pick<AuditStratum, "size" | "drawn">[], bags: number): Stratum[] {
  let to = 0;
  const layout = strata.map(({ size, drawn }): Stratum => {
    to += size;
    return { from: to - size, to, drawn };
  });
  const fits = strata.every(({ size, drawn }) => Number.isInteger(drawn) && drawn >= 0 && drawn <= size && size >= 1);
  if (fits && to === bags) return layout;
  const shown = strata.map(({ size, drawn }) => `${thousands(drawn)} of ${thousands(size)}`);
  throw badOption("strata", shown, `those of a design of the same bags, with sizes that sum to ${bags}`);
}

function checkBags(bags: readonly AuditableBag[]): void {
  if (bags.length === 0) {
    throw new InputError({
      code: "no-unlabeled",
      message: "there is no unlabeled bag to audit",
      remedy: "Give some bags labelled 0 or blank.",
    });
  }
  checkFiniteScores(bags);
}
