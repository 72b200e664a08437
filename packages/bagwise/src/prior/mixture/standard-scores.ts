import { badOption } from "../../base/option.js";
import type { BagScores } from "../../scores/bag-scores.js";

/**
 * The unlabeled scores are counted in this many equal bins over this range of standardised scores;
 * what lies outside counts in the outermost bins.
 */
export const BINS = 60;
const LOWEST = -4;
const HIGHEST = 6;
const BINS_PER_UNIT = BINS / (HIGHEST - LOWEST);
/** So far inside the range an outlier is put, to fall into the outermost bin. */
const INSIDE = 1e-9;
/**
 * Standardised scores of positives further out than this are moved here, so that no square
 * overflows.
 */
const FAR = 1e3;
/** A raw score beyond this is as little a number as NaN is: its square overflows. */
const GREATEST = 1e100;
/**
 * More bags than this make nothing more certain: then it is not chance that limits what scores
 * tell, but that they are not two normal distributions. With 1,000 the 90 % interval held the truth
 * in about six of ten synthetic sets of 500 to 5,000 bags, with 250 in nine (docs/tasks/prior.md).
 */
const MOST_TRUSTED = 250;
/**
 * Fewer positives than this do not show what law their scores have, so the unlabeled bags count
 * less: by the square of the part of it that there is, which gave nine of ten as well.
 */
const FEW_POSITIVES = 10;
/** A spread below this part of the largest score is rounding. */
const ROUNDING = 1e-12;

/**
 * The share of the bags of each kind that are not copies of each other, above 0 and at most 1:
 * copies tell nothing new.
 */
export interface DistinctShares {
  readonly positive: number;
  readonly unlabeled: number;
  /** Default 1. */
  readonly negative?: number | undefined;
}

/** The scores in units of the unlabeled ones: their mean is 0 and their standard deviation is 1. */
export interface StandardScores {
  /** A raw score is centre + scale x a standardised one. */
  readonly centre: number;
  readonly scale: number;
  /**
   * The smallest and the largest raw score of all kinds; the first is Infinity when there is none.
   */
  readonly least: number;
  readonly greatest: number;
  readonly positive: Float64Array;
  readonly negative: Float64Array;
  /** How many unlabeled scores fall into each bin. */
  readonly counts: Uint32Array;
  /**
   * How much a bag of each kind counts: the share that are no copies, and less where there are very
   * many; an unlabeled one also where positives are few.
   */
  readonly distinct: { readonly positive: number; readonly unlabeled: number; readonly negative: number };
  /** Why the scores tell nothing; null when they do. */
  readonly useless: "no-positive" | "no-unlabeled" | "all-equal" | null;
}

/** The middle of a bin. */
export function binMiddle(bin: number): number {
  return LOWEST + (bin + 0.5) / BINS_PER_UNIT;
}

/**
 * Standardises and counts. Scores that are not finite are left out. Throws an InputError when a share of distinct bags is not above 0 and at
 * most 1.
 */
export function standardScores(
  { positive, unlabeled, negative }: BagScores,
  distinct: DistinctShares = { positive: 1, unlabeled: 1 },
): StandardScores {
  const shares = { ...distinct, negative: distinct.negative ?? 1 };
  for (const [name, share] of Object.entries(shares)) {
    if (!(share > 0 && share <= 1)) throw badOption(`distinct.${name}`, share, "a share above 0 and at most 1");
  }
  const [ofP, ofU, ofN] = [positive, unlabeled, negative].map((scores) =>
    scores.filter((score) => Math.abs(score) <= GREATEST),
  );
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
  // Without a spread of the unlabeled scores that of all is a unit as good as any.
  const scale = !equal ? spread : greatest > least ? greatest - least : Math.max(1, Math.abs(centre));
  const counts = new Uint32Array(BINS);
  for (const score of ofU) counts[Math.floor((binned((score - centre) / scale) - LOWEST) * BINS_PER_UNIT)]++;
  return {
    centre,
    scale,
    least,
    greatest,
    positive: ofP.map((score) => Math.min(FAR, Math.max(-FAR, (score - centre) / scale))),
    // A known negative far out is as little normal as an unlabeled bag there, and would overrule
    // everything else.
    negative: ofN.map((score) => binned((score - centre) / scale)),
    counts,
    distinct: {
      positive: trusted(shares.positive, ofP.length),
      unlabeled: trusted(shares.unlabeled, ofU.length) * enough(ofP.length * shares.positive),
      negative: trusted(shares.negative, ofN.length),
    },
    useless,
  };
}

/** The share to count bags with, so that they do not count more than MOST_TRUSTED together. */
function trusted(share: number, bags: number): number {
  return Math.min(share, MOST_TRUSTED / Math.max(1, bags));
}

/** What part of the evidence so many distinct positives support. */
function enough(positives: number): number {
  return Math.min(1, positives / FEW_POSITIVES) ** 2;
}

function binned(score: number): number {
  return Math.min(HIGHEST - INSIDE, Math.max(LOWEST + INSIDE, score));
}
