import { badOption } from "../../base/option.js";
import type { BagScores } from "../../scores/bag-scores.js";

/**
 * Unlabeled scores are counted in this many equal bins over this range of standardised scores;
 * outliers count in the outermost bins.
 */
export const BINS = 60;
const LOWEST = -4;
const HIGHEST = 6;
const BINS_PER_UNIT = BINS / (HIGHEST - LOWEST);
/** Outliers are moved this far inside the range, so that they fall into the outermost bin. */
const INSIDE = 1e-9;
/** Standardised scores of positives beyond this are moved here, so that squares do not overflow. */
const FAR = 1e3;
/** A raw score beyond this counts as not finite: its square overflows. */
const GREATEST = 1e100;
/**
 * More bags than this add no certainty: then it is no longer chance that limits what scores say,
 * but the assumption of two normal distributions. With 1,000 the 90 % interval covered the truth in
 * about six of ten synthetic sets of 500 to 5,000 bags, with 250 in nine (docs/tasks/prior.md).
 */
const MOST_TRUSTED = 250;
/**
 * The same for positives, which show where their own scores lie: held-out scores of labelled bags
 * differ a little from those of hidden positives, however many there are.
 */
const MOST_POSITIVES = 40;
/**
 * Fewer positives than this do not show the distribution of their scores, so unlabeled bags get
 * less weight: the square of the available part, which also covered nine of ten.
 */
const FEW_POSITIVES = 10;
/** A spread below this part of the largest score is only rounding. */
const ROUNDING = 1e-12;

/**
 * For each kind, the share of bags that are not copies, above 0 and at most 1. Copies add no
 * information.
 */
export interface DistinctShares {
  readonly positive: number;
  readonly unlabeled: number;
  /** Default 1. */
  readonly negative?: number | undefined;
}

/** Scores standardised to mean 0 and standard deviation 1 of the unlabeled ones. */
export interface StandardScores {
  /** A raw score is centre + scale x a standardised one. */
  readonly centre: number;
  readonly scale: number;
  /** The smallest and largest raw score of all kinds; Infinity and -Infinity without scores. */
  readonly least: number;
  readonly greatest: number;
  readonly positive: Float64Array;
  readonly negative: Float64Array;
  /** The number of unlabeled scores in each bin. */
  readonly counts: Uint32Array;
  /**
   * The weight of a bag of each kind: the share that are not copies, less for very many bags, and
   * for unlabeled bags also less with few positives.
   */
  readonly distinct: { readonly positive: number; readonly unlabeled: number; readonly negative: number };
  /** Why the scores say nothing; null if they do. */
  readonly useless: "no-positive" | "no-unlabeled" | "all-equal" | null;
}

function isUsable(score: number): boolean {
  return Math.abs(score) <= GREATEST;
}

/** The scores without those that count as not finite. */
export function usableScores(held: BagScores): BagScores {
  const { positive, unlabeled, negative, clusters } = held;
  const all = [...positive, ...unlabeled, ...negative];
  if (all.every(isUsable)) return held;
  return {
    scenario: held.scenario,
    positive: positive.filter(isUsable),
    unlabeled: unlabeled.filter(isUsable),
    negative: negative.filter(isUsable),
    clusters: clusters === null ? null : clusters.filter((_, i) => isUsable(all[i])),
  };
}

/** The middle of a bin. */
export function binMiddle(bin: number): number {
  return LOWEST + (bin + 0.5) / BINS_PER_UNIT;
}

/**
 * Standardises and counts. Scores that are not finite are left out. Throws an InputError unless
 * each share of distinct bags is above 0 and at most 1.
 */
export function standardScores(
  { positive, unlabeled, negative }: BagScores,
  distinct: DistinctShares = { positive: 1, unlabeled: 1 },
): StandardScores {
  const shares = { ...distinct, negative: distinct.negative ?? 1 };
  for (const [name, share] of Object.entries(shares)) {
    if (!(share > 0 && share <= 1)) throw badOption(`distinct.${name}`, share, "a share above 0 and at most 1");
  }
  const [ofP, ofU, ofN] = [positive, unlabeled, negative].map((scores) => scores.filter(isUsable));
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const scores of [ofP, ofU, ofN]) {
    for (const score of scores) {
      if (score < least) least = score;
      if (score > greatest) greatest = score;
    }
  }
  const centre = ofU.length === 0 ? 0 : ofU.reduce((sum, score) => sum + score, 0) / ofU.length;
  const spread = ofU.length === 0 ? 0 : Math.sqrt(ofU.reduce((sum, s) => sum + (s - centre) ** 2, 0) / ofU.length);
  const equal = !(spread > ROUNDING * Math.max(Math.abs(least), Math.abs(greatest)));
  const useless = ofU.length === 0 ? "no-unlabeled" : equal ? "all-equal" : ofP.length === 0 ? "no-positive" : null;
  // If unlabeled scores have no spread, the spread of all scores is as good a unit.
  const scale = !equal ? spread : greatest > least ? greatest - least : Math.max(1, Math.abs(centre));
  const counts = new Uint32Array(BINS);
  for (const score of ofU) counts[Math.floor((binned((score - centre) / scale) - LOWEST) * BINS_PER_UNIT)]++;
  return {
    centre,
    scale,
    least,
    greatest,
    positive: ofP.map((score) => Math.min(FAR, Math.max(-FAR, (score - centre) / scale))),
    // A known negative far out is no more normal than an unlabeled bag there, and would overrule
    // everything else.
    negative: ofN.map((score) => binned((score - centre) / scale)),
    counts,
    distinct: {
      positive: trusted(shares.positive, ofP.length, MOST_POSITIVES),
      unlabeled: trusted(shares.unlabeled, ofU.length) * enough(ofP.length * shares.positive),
      negative: trusted(shares.negative, ofN.length),
    },
    useless,
  };
}

/** The weight of each bag, so that together they count at most as so many bags. */
function trusted(share: number, bags: number, most = MOST_TRUSTED): number {
  return Math.min(share, most / Math.max(1, bags));
}

/** The part of the evidence that this many distinct positives support. */
function enough(positives: number): number {
  return Math.min(1, positives / FEW_POSITIVES) ** 2;
}

function binned(score: number): number {
  return Math.min(HIGHEST - INSIDE, Math.max(LOWEST + INSIDE, score));
}
