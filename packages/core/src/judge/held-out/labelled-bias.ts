import { InputError } from "../../base/errors.js";
import { number } from "../../base/option.js";
import type { Model } from "../../model/model.js";
import { withEvidence } from "../../prior/belief/belief.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { Trust } from "../../prior/belief/trust.js";
import { type ScoreMixture, scoreMixture } from "../../prior/mixture/score-mixture.js";
import type { DistinctShares } from "../../prior/mixture/standard-scores.js";
import { applyLink, type Link } from "../../scorers/link.js";
import { type BagScores, bagScores, type GivenScores } from "../../scores/bag-scores.js";
import { type HIDDEN_MEASURES, measuresIfAlike } from "../../scores/measures-if-alike.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { keptScores } from "../model-scores.js";
import type { HeldOutEvaluation } from "./evaluate-held-out.js";

/** Above this factor a few bags decide everything. */
const MOST = 100;

/** How strongly the labels may depend on the score. */
export const LABELLED_BIAS = number({
  default: null,
  range: { min: 1, max: MOST },
  help: "how many times as likely to be labelled some positives may have been as others, the high-scoring or the low-scoring ones; shows what that changes. 1 for a fair sample",
});

/** Where the share of labelled bags below a cut is one of these. */
const QUARTERS = [0.25, 0.5, 0.75];

/** The ends of what is possible. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** What is possible if labels are biased by up to a factor. */
export interface LabelledBias {
  /** Some positives were up to so many times as likely to be labelled as others. */
  readonly factor: number;
  readonly prior: Span;
  /** How many unlabeled bags are called positive now. */
  readonly called: number;
  /** How many of these are more likely positive than not, however the labels are biased. */
  readonly stay: number;
}

/** The same with measures. */
export interface LabelledBiasMeasures extends LabelledBias {
  readonly measures: Readonly<Record<(typeof HIDDEN_MEASURES)[number], Span>>;
}

/** Held-out scores whose positives are those of all positives, if the labels are biased in one way. */
interface Corrected {
  readonly held: BagScores;
  /** How many independent bags the positives are worth, as a share of them. */
  readonly worth: number;
}

/** Numbers with their ends, and how many bags stay positive. */
interface Ends<Name extends string> {
  readonly spans: Readonly<Record<Name, Span>>;
  readonly stay: number;
}

/**
 * The scores that all positives would have if those with at least the score `cut` were `factor` times as likely to be
 * labelled as the others (or, below 1, less likely). The labelled ones below the cut then stand for `factor` times as many
 * positives: the result has the quantiles (k + 1/2) / n of scores with these weights. Bags that come from one labelled
 * bag share its cluster. Their worth is Kish's: the squared sum of the weights by the sum of squares.
 */
export function correctedScores(held: BagScores, { cut, factor }: { cut: number; factor: number }): Corrected {
  const { positive, unlabeled, negative, clusters } = held;
  const n = positive.length;
  const cluster = (i: number) => clusters?.[i] ?? i;
  const order = Array.from(positive.keys()).sort((i, j) => positive[i] - positive[j] || cluster(i) - cluster(j));
  const weights = order.map((i) => (positive[i] < cut ? Math.max(1, factor) : Math.max(1, 1 / factor)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const from: number[] = [];
  for (let k = 0, at = 0, sum = weights[0]; k < n; k++) {
    while (at < n - 1 && sum <= ((k + 0.5) / n) * total) sum += weights[++at];
    from.push(order[at]);
  }
  const others = Array.from({ length: unlabeled.length + negative.length }, (_, k) => cluster(n + k));
  return {
    held: {
      scenario: held.scenario,
      positive: Float64Array.from(from, (i) => positive[i]),
      unlabeled,
      negative,
      clusters: Uint32Array.from([...from.map(cluster), ...others]),
    },
    worth: total ** 2 / (n * weights.reduce((sum, weight) => sum + weight ** 2, 0)),
  };
}

/**
 * The extremes of labels biased by exactly this factor: a step at a quarter, a half or three quarters of the labelled
 * scores, or at one of the given cuts, in favour of high scores or of low ones. The smallest and largest recall and AUC that
 * weights between 1 and the factor can give are those of steps, that of recall at the threshold. A cut with all labelled
 * scores on one side changes nothing and is left out.
 */
function extremes(held: BagScores, { factor, cuts }: { factor: number; cuts: readonly number[] }): Corrected[] {
  const sorted = held.positive.toSorted();
  const n = sorted.length;
  const all = [...QUARTERS.map((share) => sorted[Math.min(n - 1, Math.round(share * n))]), ...cuts];
  const used = [...new Set(all)].filter((cut) => sorted[0] < cut && cut <= sorted[n - 1]);
  return used.flatMap((cut) => [factor, 1 / factor].map((each) => correctedScores(held, { cut, factor: each })));
}

interface BoundOptions {
  readonly factor: number;
  /** Further scores to cut at. Default none. */
  readonly cuts?: readonly number[];
}

/**
 * The widest ends over fair labels and labels biased by 2, 4, 8 and so on up to the factor; between these, ends move
 * with the logarithm of the factor. So a larger factor never narrows them.
 */
function widest<Name extends string>(
  held: BagScores,
  fair: Ends<Name>,
  endsOf: (corrected: Corrected) => Ends<Name>,
  { factor, cuts = [] }: BoundOptions,
): Ends<Name> {
  const doublings = Math.log2(factor);
  let [before, now] = [fair, fair];
  for (let level = 1; level < doublings + 1; level++) {
    before = now;
    now = extremes(held, { factor: 2 ** level, cuts })
      .map(endsOf)
      .reduce(wider, now);
  }
  return between(before, now, factor === 1 ? 0 : doublings - Math.ceil(doublings) + 1);
}

function wider<Name extends string>(one: Ends<Name>, other: Ends<Name>): Ends<Name> {
  const hull = (a: Span, b: Span): Span => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });
  return {
    spans: mapped(one.spans, (span, name) => hull(span, other.spans[name])),
    stay: Math.min(one.stay, other.stay),
  };
}

/** The ends at this part of the way from one to the other. */
function between<Name extends string>(one: Ends<Name>, other: Ends<Name>, part: number): Ends<Name> {
  // Never beyond the ends, despite rounding.
  const at = (a: number, b: number) =>
    part === 1 ? b : Math.min(Math.max(a, b), Math.max(Math.min(a, b), a + part * (b - a)));
  return {
    spans: mapped(one.spans, ({ low, high }, name) => ({
      low: at(low, other.spans[name].low),
      high: at(high, other.spans[name].high),
    })),
    stay: Math.floor(at(one.stay, other.stay)),
  };
}

function mapped<Name extends string>(
  spans: Readonly<Record<Name, Span>>,
  change: (span: Span, name: Name) => Span,
): Record<Name, Span> {
  const names = Object.keys(spans) as Name[];
  return Object.fromEntries(names.map((name) => [name, change(spans[name], name)])) as Record<Name, Span>;
}

/** What the mixture of corrected scores depends on besides them. */
interface MixtureSettings {
  readonly distinct: DistinctShares;
  readonly trust: Trust;
}

interface PriorBoundOptions extends MixtureSettings {
  readonly factor: number;
  /** What is believed before the scores are seen. */
  readonly start: PriorBelief;
  /** The mixture of the scores as they are. */
  readonly mixture: ScoreMixture;
}

/**
 * Where the prior lies if labels are biased by up to this factor, with the same knowledge, and how many unlabeled bags stay
 * positive: of those with a probability of at least one half now, those that have it however the labels are biased. Factor
 * 1, or fewer than two different labelled scores, gives what is said without. Costs six mixtures and links for every
 * doubling of the factor, each about a fifth of a second.
 */
export function priorIfBiased(held: BagScores, options: PriorBoundOptions): LabelledBias {
  const { factor, start, mixture } = options;
  const stays = staying(held.unlabeled, start);
  const endsOf = (own: ScoreMixture): Ends<"prior"> => ({
    spans: { prior: spanOf(describeBelief(own.posterior(start))) },
    stay: stays(own),
  });
  const fair = endsOf(mixture);
  const found = widest(held, fair, (corrected) => endsOf(mixtureIf(corrected, options)), { factor });
  return { factor, prior: found.spans.prior, called: fair.stay, stay: found.stay };
}

export interface BiasOptions {
  /**
   * Some positives, those that score high or those that score low, were up to so many times as likely to
   * be labelled as others: a number from 1 to 100. 1 gives the intervals of the evaluation.
   */
  readonly labelledBias: number;
  /**
   * How the scores follow from ranking values (`linkOf`), if they are those of a model for new bags.
   * Default: that of a model; scores as such are taken for ranking values.
   */
  readonly link?: Link | undefined;
}

/**
 * The same for measures of a model: what becomes of its evaluation (`evaluateHeldOut`) if labels are biased. A belief moves as
 * far as the mixture of the scores does; an exact prior stays. Called positive is a bag whose score is at least the
 * threshold, and those stay that are more likely positive than not, however the labels are biased. Bounds contain the
 * intervals of the evaluation. Fewer than two different labelled scores give these. Throws an InputError for a bad factor,
 * for a model without held-out scores, and for one trained with `labelledHow` easiest or propensities. Costs two more
 * mixtures for every doubling than `priorIfBiased`, for a step at the threshold, and a bootstrap for each.
 */
export function evaluateIfBiased(
  judged: GivenScores | Model,
  evaluation: HeldOutEvaluation,
  options: BiasOptions,
): LabelledBiasMeasures {
  const factor = LABELLED_BIAS.read("labelledBias", options.labelledBias) ?? 1;
  const model = "card" in judged ? judged : undefined;
  if (model !== undefined) checkToldOnce(model.card.options);
  const scores = model === undefined ? bagScores(judged as GivenScores) : keptScores(model);
  const { prior, level, bootstrap, seed, independent } = evaluation;
  const { held, threshold } = rankingValues(scores, {
    link: options.link ?? (model && linkOf(model)),
    threshold: evaluation.threshold,
  });
  const distinct = {
    positive: independent.positive / held.positive.length,
    unlabeled: independent.unlabeled / held.unlabeled.length,
  };
  const settings: MixtureSettings = { distinct, trust: prior.trust ?? "full" };
  const mixture = scoreMixture(held, settings);
  const { belief = { points: [prior.value], weights: [1] } } = prior;
  // The belief before the scores were seen, as far as they tell it again.
  const exact = belief.points.length === 1;
  const before = { logLikelihood: mixture.logLikelihood.map((value) => -value), notes: [] };
  const start = exact ? belief : withEvidence(belief, before);
  const called = held.unlabeled.filter((score) => score >= threshold);
  const stays = staying(called, start);
  // As the scores say it, and not the mixture of them.
  const fair: Ends<"prior" | (typeof HIDDEN_MEASURES)[number]> = {
    spans: mapped({ prior, ...hidden(evaluation.measures) }, spanOf),
    stay: called.length,
  };
  const endsOf = (corrected: Corrected): typeof fair => {
    const own = mixtureIf(corrected, { ...settings, mixture });
    const posterior = own.posterior(start);
    const moved = exact ? prior : describeBelief(posterior);
    const value = exact ? prior.value : describeBelief(posterior).mean;
    const measures = measuresIfAlike(held, corrected.held, {
      prior: value,
      belief: exact ? undefined : posterior,
      threshold,
      level,
      bootstrap,
      seed,
    });
    return { spans: mapped({ prior: moved, ...measures }, spanOf), stay: stays(own) };
  };
  const { spans, stay } = widest(held, fair, endsOf, { factor, cuts: [threshold] });
  return { factor, prior: spans.prior, measures: hidden(spans), called: called.length, stay };
}

/** How the scores of a model follow from its ranking values; undefined if they are the same. */
export function linkOf(model: Pick<Model, "parts">): Link | undefined {
  const { scorer } = model.parts();
  return "link" in scorer ? scorer.link : undefined;
}

/** The scores before the link. It keeps the order, so every measure stays the same. */
function rankingValues(
  scores: BagScores,
  { link, threshold }: { readonly link: Link | undefined; readonly threshold: number },
): { readonly held: BagScores; readonly threshold: number } {
  if (link === undefined) return { held: scores, threshold };
  const back = { knots: link.values, values: link.knots };
  const { positive, unlabeled, negative } = scores;
  return {
    held: {
      ...scores,
      positive: applyLink(back, positive),
      unlabeled: applyLink(back, unlabeled),
      negative: applyLink(back, negative),
    },
    threshold: applyLink(back, Float64Array.of(threshold))[0],
  };
}

function hidden<Value>(of: Readonly<Record<(typeof HIDDEN_MEASURES)[number], Value>>) {
  const { auc, precision, recall, accuracy } = of;
  return { auc, precision, recall, accuracy };
}

function spanOf({ low, high }: Span): Span {
  return { low, high };
}

/** How many of these scores have a probability of at least one half, by a mixture of scores. */
function staying(scores: Float64Array, start: PriorBelief): (mixture: ScoreMixture) => number {
  return (mixture) =>
    scores.length === 0 ? 0 : applyLink(mixture.link(start), scores).filter((logOdds) => logOdds >= 0).length;
}

/** The mixture of corrected scores. Whether positive bags stand out at all is known from the scores as they are. */
function mixtureIf(
  { held, worth }: Corrected,
  { distinct, trust, mixture }: MixtureSettings & { readonly mixture: ScoreMixture },
): ScoreMixture {
  return scoreMixture(held, {
    distinct: { ...distinct, positive: distinct.positive * worth },
    trust,
    doubt: mixture.doubt,
  });
}

/** Throws an InputError if something else already says how the positives were labelled. */
export function checkToldOnce({ labelledHow, propensity }: Readonly<Record<string, unknown>>): void {
  const other = labelledHow === "easiest" ? "labelledHow" : propensity == null ? undefined : "propensity";
  if (other === undefined) return;
  throw new InputError({
    code: "option",
    message: `the options ${other} and labelledBias both say how the positives were labelled`,
    remedy: "Leave one of them out.",
  });
}
