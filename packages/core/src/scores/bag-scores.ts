import type { BagSet } from "../bags/bag-set.js";
import type { HiddenProbabilities } from "./hidden-probabilities.js";
import { type BagCounts, DEFAULT_SCENARIO, labelledInSample, type Scenario } from "./scenario.js";

/**
 * The scores of bags by label, and how the bags were sampled. Usually these are held-out scores,
 * from fits that have not seen the bags: measures, thresholds, calibration and curves without
 * negatives all come from those.
 */
export interface BagScores {
  readonly scenario: Scenario;
  readonly positive: Float64Array;
  readonly unlabeled: Float64Array;
  /**
   * Scores of known negatives; empty for none. In a single set they belong to the sample of p(X).
   */
  readonly negative: Float64Array;
  /**
   * A number for each positive, then each unlabeled, then each negative bag. Bags with the same
   * number are not independent: they share a group or are copies. Null: all are independent.
   */
  readonly clusters: Uint32Array | null;
  /** The hash of each bag (`bagHashes`), in the same order. Absent if it is not known. */
  readonly hashes?: Float64Array | undefined;
  /** How likely each unlabeled bag is positive. Absent unless a model with a prior says so. */
  readonly probabilities?: HiddenProbabilities | undefined;
}

/** Scores as you may pass them: lists of any kind, with defaults for what you leave out. */
export interface GivenScores {
  readonly positive: ArrayLike<number>;
  readonly unlabeled: ArrayLike<number>;
  /** Default none. */
  readonly negative?: ArrayLike<number> | undefined;
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /** Default null: all bags are independent. */
  readonly clusters?: ArrayLike<number> | null | undefined;
  /** How likely each unlabeled bag is positive. Default: what the scores alone say. */
  readonly probabilities?: HiddenProbabilities | undefined;
}

const NONE = new Float64Array(0);

/** The given scores with all defaults filled in. Complete scores are not copied. */
export function bagScores(given: GivenScores): BagScores {
  const { positive, unlabeled, negative, scenario, clusters, probabilities } = given;
  return {
    scenario: scenario ?? DEFAULT_SCENARIO,
    positive: numbers(positive),
    unlabeled: numbers(unlabeled),
    negative: negative === undefined ? NONE : numbers(negative),
    clusters: clusters == null || clusters instanceof Uint32Array ? (clusters ?? null) : Uint32Array.from(clusters),
    ...(probabilities && { probabilities }),
  };
}

function numbers(list: ArrayLike<number>): Float64Array {
  return list instanceof Float64Array ? list : Float64Array.from(list);
}

/** How many bags of each kind have a score. */
export function countsOf({ positive, unlabeled, negative }: BagScores): Required<BagCounts> {
  return { positive: positive.length, unlabeled: unlabeled.length, negative: negative.length };
}

/** Whether the label of every bag is known: there are negative bags, and no unlabeled ones. */
export function allKnown({ unlabeled, negative }: Pick<BagScores, "unlabeled" | "negative">): boolean {
  return unlabeled.length === 0 && negative.length > 0;
}

/**
 * Scores of bags that all have a known label, as one sample of p(X): its prior is the share of the
 * positive ones, and every measure is a count. Other scores are unchanged.
 */
export function asSample(scores: BagScores): BagScores {
  return allKnown(scores) ? { ...scores, scenario: "single-set" } : scores;
}

/** The scores of all bags: the positive ones, then the unlabeled, then the negative. */
export function allScores({ positive, unlabeled, negative }: BagScores): Float64Array {
  return Float64Array.from([...positive, ...unlabeled, ...negative]);
}

/** The sample of p(X): the unlabeled bags, or all bags in a single set. */
export function sampleOf(scores: BagScores): Float64Array {
  return labelledInSample(scores.scenario) ? allScores(scores) : scores.unlabeled;
}

/**
 * Whether every score is finite. Values that are too large to compute with give scores that are
 * not.
 */
export function areFinite({ positive, unlabeled, negative }: BagScores): boolean {
  return [positive, unlabeled, negative].every((scores) => scores.every(Number.isFinite));
}

/** Which bags the scores belong to. */
interface ScoredBags {
  readonly bags: BagSet;
  /** The bags that have a score, ascending. Default all. */
  readonly rows?: ArrayLike<number> | undefined;
  readonly scenario: Scenario;
}

/**
 * Splits scores, one for each row, by the labels of the bags. Bags of one group are not
 * independent.
 */
export function scoresByLabel(scores: ArrayLike<number>, { bags, rows, scenario }: ScoredBags): BagScores {
  const held = rows === undefined ? Array.from({ length: bags.size }, (_, i) => i) : Array.from(rows);
  const parts = (["positive", "unlabeled", "negative"] as const).map((label) =>
    held.flatMap((row, k) => (bags.labelOf(row) === label ? [k] : [])),
  );
  const [positive, unlabeled, negative] = parts.map((part) => Float64Array.from(part, (k) => scores[k]));
  return {
    scenario,
    positive,
    unlabeled,
    negative,
    clusters: bags.grouped ? numbered(parts.flat().map((k) => bags.groupOf(held[k]))).of : null,
  };
}

/** Numbers names from 0 in order of first appearance, and counts the distinct ones. */
export function numbered<Name>(names: readonly Name[]): { readonly of: Uint32Array; readonly size: number } {
  const numbers = new Map<Name, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return { of: Uint32Array.from(names, (name) => numbers.get(name) ?? 0), size: numbers.size };
}
