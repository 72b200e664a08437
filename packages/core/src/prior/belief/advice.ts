import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { expectedAuditWidth } from "./audit.js";
import { withRange } from "./belief.js";
import { contradictionOf } from "./contradiction.js";
import type { KnownPrior } from "./known-prior.js";
import { describeBelief } from "./summary.js";

/** A wider interval than this deserves advice; an audit should bring it below. */
const NARROW = 0.3;
/** A value counts as excluded if it keeps less than this part of its starting weight. */
const EXCLUDED = 0.1;
/** Larger priors hardly occur in practice, and many likelihoods fall to 0 at 1 without any data. */
const TOP = 0.95;
/** The audit sizes to compare. */
const AUDITS = [10, 30, 60] as const;
/** Bounds that you may be able to state, the easiest first. */
const BOUNDS = [0.5, 0.3, 0.2, 0.1] as const;
/**
 * A bound is worth suggesting if it shortens the interval by at least this part, and if its
 * probability is at least CHANCE.
 */
const GAIN = 0.25;
const CHANCE = 0.1;
/** The audit size to suggest for a narrow interval that is not reliable. */
const AUDIT_IN_DOUBT = 30;
/** With fewer labelled positives, even a narrow interval is not reliable. */
const FEW_POSITIVES = 5;

/**
 * Why scores say little about the prior: there are hardly any positives, or they look like the
 * unlabeled bags, or they are no fair sample of all positives, as a review shows or you said.
 */
type Doubt = "few-positives" | "alike" | "not-fair" | "easiest";

/** Notes of a review that contradicts the labels. */
const NOT_FAIR: readonly string[] = ["labels-not-fair", "estimate-against-audit"];

/** Notes that the scores of positive and unlabeled bags do not differ beyond chance. */
const ALIKE: readonly string[] = ["alike", "too-few-labels"];

/** What the evidence is based on. */
interface Witnesses {
  /** The number of labelled positives. Default: enough. */
  readonly positive?: number;
  /**
   * The notes of the training; only `alike` and those on labels that are not fair matter here.
   * Default none.
   */
  readonly notes?: readonly Note[];
}

/** The interval if you knew that the prior is at most this. */
interface PriorBoundAdvice {
  readonly atMost: number;
  /** The probability of that under the belief. */
  readonly chance: number;
  readonly low: number;
  readonly high: number;
}

/** The expected width of the 90 % interval after a review of this many random unlabeled bags. */
interface AuditAdvice {
  readonly reviewed: number;
  readonly expectedWidth: number;
}

export interface PriorAdvice {
  /** The width of the 90 % interval now. */
  readonly width: number;
  /**
   * No value above this is excluded. Null if the interval is narrow, or if large values are
   * excluded.
   */
  readonly notIdentifiableAbove: number | null;
  readonly bound: PriorBoundAdvice | null;
  /** Empty if the prior is known exactly, or if no bag is left to review. */
  readonly audits: readonly AuditAdvice[];
  /** The audit to do. Null if the interval is narrow enough, or if no bag is left to review. */
  readonly audit: AuditAdvice | null;
  /** Whether your statement and the audit contradict each other. */
  readonly contradiction: boolean;
  /** Why not to rely on the interval, however narrow it is; null if nothing speaks against it. */
  readonly doubt: Doubt | null;
  /** All of this as sentences, the most helpful first. */
  readonly text: readonly string[];
}

export interface AdviceOptions extends Witnesses {
  /** As in `withAudit`. Default 0. */
  readonly labelled?: number;
  /** What you said about the prior. An audit in it counts as done. Default nothing. */
  readonly known?: KnownPrior;
  /** How many unlabeled bags are left to review. Default: no limit. */
  readonly left?: number;
  /** The file of answers, if there is one. */
  readonly file?: string | undefined;
}

/**
 * What the belief leaves open, and what would help most.
 *
 * "Do not tell the prior above x": every value from x to 0.95 keeps at least a tenth of the weight
 * it would have under equal weights, so none is excluded, and x is the smallest such value. Said
 * only if the 90 % interval is wider than 0.3. The bound is the first of 0.5, 0.3, 0.2 and 0.1 that
 * is plausible (a probability of at least 0.1, and not below the mean) and shortens the interval by
 * a quarter. The audit is the smallest of 10, 30 and 60 bags, or of those left, that should bring
 * the interval below 0.3, else the largest.
 *
 * If your statements contradict each other, only that is said. With fewer than 5 positives, or with
 * the note `alike`, no interval counts as good enough: an audit of 30 is suggested even for a
 * narrow one, unless you said something about the prior. Nor does one count as good enough if the
 * labelled positives are no fair sample: a review says so, or you did. Costs about 200 x 100 steps.
 */
export function adviseOnPrior(belief: PriorBelief, options: AdviceOptions = {}): PriorAdvice {
  const { labelled = 0, known = {}, left = Number.POSITIVE_INFINITY } = options;
  const { low, high } = describeBelief(belief);
  const width = high - low;
  const audits =
    belief.points.length === 1
      ? []
      : possibleAudits(options.file === undefined ? left : left - 1).map((size) => ({
          reviewed: size,
          expectedWidth: expectedAuditWidth(belief, size, { labelled }),
        }));
  const wide = width > NARROW;
  const doubt = doubtOf(options);
  const found = {
    width,
    notIdentifiableAbove: wide ? openAbove(belief) : null,
    bound: wide ? usefulBound(belief, width) : null,
    audits,
    audit: wide
      ? (audits.find(({ expectedWidth }) => expectedWidth < NARROW) ?? audits.at(-1) ?? null)
      : doubt !== null && width > 0 && !isTold(known)
        ? (audits.find(({ reviewed }) => reviewed >= AUDIT_IN_DOUBT) ?? audits.at(-1) ?? null)
        : null,
    doubt,
  };
  const contradiction = contradictionOf(known, { labelled });
  const text =
    contradiction === null
      ? sentences(found, belief, options)
      : [
          `Your ${contradiction.said} and the audit contradict each other, so do not trust this result. Correct one of them.`,
        ];
  return { ...found, contradiction: contradiction !== null, text };
}

/**
 * Whether you said something about the prior, so that the interval does not come from the scores
 * alone.
 */
function isTold({ low, high, audit }: KnownPrior): boolean {
  return low !== undefined || high !== undefined || audit !== undefined;
}

/** Answers about named bags must leave one bag unlabeled: see `reviewedBags`. */
function possibleAudits(left: number): number[] {
  return [...new Set(AUDITS.map((size) => Math.min(size, left)))].filter((size) => size > 0);
}

/**
 * The lower end of the run of values, up to 0.95 or the largest possible one, that are not
 * excluded; null if the run is empty.
 */
function openAbove({ points, weights }: PriorBelief): number | null {
  const least = EXCLUDED / points.length;
  let open: number | null = null;
  for (let i = points.length - 1; i >= 0; i--) {
    if (points[i] > TOP) continue;
    if (weights[i] < least) break;
    open = points[i] - BELIEF_STEP / 2;
  }
  return open;
}

function usefulBound(belief: PriorBelief, width: number): PriorBoundAdvice | null {
  const { mean } = describeBelief(belief);
  for (const atMost of BOUNDS) {
    const chance = belief.weights.reduce((sum, weight, i) => (belief.points[i] <= atMost ? sum + weight : sum), 0);
    // If the mean is 0.54, do not ask whether the prior is at most 0.5. The mean of a flat belief
    // is 0.5 up to rounding.
    if (chance < CHANCE || atMost < mean - BELIEF_STEP / 2) return null;
    const { low, high } = describeBelief(withRange(belief, { high: atMost }));
    if (high - low <= (1 - GAIN) * width) return { atMost, chance, low, high };
  }
  return null;
}

function sentences(
  { width, notIdentifiableAbove, bound, audit, doubt }: Omit<PriorAdvice, "text" | "contradiction">,
  belief: PriorBelief,
  options: AdviceOptions,
): string[] {
  if (width === 0) return ["You gave the prior, so there is nothing to estimate."];
  if (width <= NARROW && doubt !== null) return doubtSentences(doubt, { width, audit }, options);
  if (width <= NARROW) return [`The prior is known well enough: its interval is only ${width.toFixed(2)} wide.`];
  const helps: { left: number; text: string }[] = [];
  if (audit !== null) {
    const text = `${reviewWords(audit, options)}. The interval, now ${width.toFixed(2)} wide, should shrink to about ${audit.expectedWidth.toFixed(2)}.`;
    helps.push({ left: audit.expectedWidth, text });
  }
  if (bound !== null) {
    const { atMost, low, high } = bound;
    const text = `if you know that the prior is at most ${atMost}, set the option priorAtMost to ${atMost}. The interval becomes ${low.toFixed(2)} to ${high.toFixed(2)}.`;
    helps.push({ left: high - low, text });
  }
  const [best, ...rest] = helps.sort((one, other) => one.left - other.left);
  return [
    ...(doubt === "easiest"
      ? [atLeastSentence(belief, options)]
      : notIdentifiableAbove === null
        ? []
        : [openSentence(notIdentifiableAbove, belief.points)]),
    best === undefined
      ? `The interval stays ${width.toFixed(2)} wide, because no unlabeled bag is left to review.`
      : `What helps most: ${best.text}`,
    ...rest.map(({ text }) => `Or ${text}`),
  ];
}

function reviewWords({ reviewed }: AuditAdvice, { known = {}, file }: AdviceOptions): string {
  const before = known.audit?.reviewed ?? 0;
  const bags = `${reviewed} ${before > 0 ? "more " : ""}unlabeled ${reviewed === 1 ? "bag" : "bags"}`;
  const told =
    file === undefined ? `set the option audited to POSITIVES/${before + reviewed}` : `add the answers to ${file}`;
  return `review ${bags} drawn at random and ${told}`;
}

/** Why not to rely on an interval, however narrow; null for no reason. */
function doubtOf({ positive = FEW_POSITIVES, notes = [], known = {} }: AdviceOptions): Doubt | null {
  if (known.labelledHow === "easiest") return "easiest";
  if (notes.some(({ code }) => NOT_FAIR.includes(code))) return "not-fair";
  if (positive < FEW_POSITIVES) return "few-positives";
  return notes.some(({ code }) => ALIKE.includes(code)) ? "alike" : null;
}

/** The same in words, as the end of a sentence. */
function doubtWords(doubt: Doubt, { positive = 0 }: Witnesses): string {
  if (doubt === "easiest") return "the labels only give a lower bound if the easiest positives were labelled";
  if (doubt === "not-fair") return "the labelled positives are no fair sample of all, as the review shows";
  if (doubt === "alike") return "the scores of positive and unlabeled bags hardly differ";
  return `${count(positive, "labelled positive bag says", "labelled positive bags say")} little about the prior`;
}

/** Advice for a narrow interval that the scores do not support. */
function doubtSentences(
  doubt: Doubt,
  { width, audit }: Pick<PriorAdvice, "width" | "audit">,
  options: AdviceOptions,
): string[] {
  const words = doubtWords(doubt, options);
  if (isTold(options.known ?? {}))
    return [`The interval of ${width.toFixed(2)} comes from what you said, because ${words}.`];
  return [
    `The interval is only ${width.toFixed(2)} wide, but do not rely on it: ${words}.`,
    ...(audit === null ? [] : [`What helps most: ${reviewWords(audit, options)}.`]),
  ];
}

/** What labels of the easiest positives say, before a review or a range says more. */
function atLeastSentence(belief: PriorBelief, { known = {} }: AdviceOptions): string {
  if (isTold(known)) return "The labels only give a lower bound, because the easiest positives were labelled.";
  return `The prior is at least ${describeBelief(belief).low.toFixed(2)}. The labels cannot say how many more positives there are, because the easiest were labelled.`;
}

function openSentence(above: number, points: readonly number[]): string {
  if (above > points[0])
    return `The data do not tell the prior above ${above.toFixed(2)}: no larger value can be excluded.`;
  const [least, greatest] = [points[0] - BELIEF_STEP / 2, (points.at(-1) ?? 1) + BELIEF_STEP / 2];
  return `The data do not tell the prior: no value from ${least.toFixed(2)} to ${greatest.toFixed(2)} can be excluded. The interval only leaves off 5 % at each end.`;
}
