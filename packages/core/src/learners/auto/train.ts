import type { BagSet } from "../../bags/bag-set.js";
import type { Model } from "../../model/model.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import { startingBelief } from "../../prior/belief/belief.js";
import { applyKnowledge, knowledgeOf } from "../../prior/belief/known-prior.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { sampleSize } from "../../scores/scenario.js";
import type { GrownForest } from "../bagging/grown-forest.js";
import type { FitContext } from "../learner.js";
import { auditedMixture, mixtureOf } from "../shared/held-out-mixture.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { averageRankings } from "./average.js";
import { modelOf } from "./card.js";
import { type AutoData, autoData } from "./data.js";
import type { NegativeWeight } from "./fit.js";
import { forestSteps, growForests } from "./forests.js";
import { heldOutBlocks, heldOutRatios, separation } from "./held-out.js";
import type { CheckedAutoOptions } from "./options.js";
import { type Chosen, fitRanking } from "./ranking.js";

/** Trains `auto` with checked options; `given` are the options as the caller wrote them. */
export async function trainAuto(
  all: BagSet,
  options: CheckedAutoOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, auditedFrom, foundPositive, propensities } = context;
  signal?.throwIfAborted();
  const knowledge = knowledgeOf(options);
  if (knowledge.audit !== undefined) checkAuditSize(knowledge.audit, auditedFrom ?? all.unlabeled().size);
  // Views: five ways to compare bags, and cosines of sparse features; folds that keep copies together.
  const data = await autoData(all, options, { propensities });
  // What is believed about the prior before any fit, so that contradictions show at once.
  const start = applyKnowledge(startingBelief(), knowledge, { labelled: data.labelled });
  // Every bag is ranked while it is held out: by the views, by two forests, and by their average.
  const chosen = await rankHeldOut(data, { start, ...options }, context);
  // The held-out values are a mixture of two normal distributions, beside which an audit counts.
  const { mixture, notes: unfair } = auditedMixture(data, chosen, knowledge, foundPositive);
  signal?.throwIfAborted();
  // The same average, fitted to all bags.
  const ranking = fitRanking(data, chosen);
  // Decision: the log-odds of being positive, by the mixture, averaged over what is believed about the prior.
  return modelOf({ data, start, chosen, mixture, unfair, ranking, knowledge, options, given, propensities });
}

/** What the held-out ranking depends on besides the data. */
export interface RankingOptions {
  /** What is known about the prior. */
  readonly start: PriorBelief;
  readonly trees: CheckedAutoOptions["trees"];
  readonly seed: number;
}

/**
 * Ranks every training bag while it is held out: grows forests, unless `trees` is "none", and chooses the
 * weight of known negatives.
 */
export async function rankHeldOut(
  data: AutoData,
  { start, trees, seed }: RankingOptions,
  context: FitContext,
): Promise<Chosen> {
  const rankings = (data.views === undefined ? 0 : 1) + (data.blocks === undefined ? 0 : 1);
  const folds = (data.folds?.folds ?? 0) * (data.rows.negative.length === 0 ? 1 : 2) * rankings;
  const total = folds + (trees === "average" ? forestSteps(data) : 0);
  let done = 0;
  const onDone = () => context.onProgress?.({ step: "holding bags out", done: ++done, total });
  const growing = trees === "average" ? growForests(data, { seed, start }, context, onDone) : Promise.resolve([]);
  // Trees that grow in other threads leave this one free for the ratios.
  if (context.execute === undefined) await growing;
  growing.catch(() => undefined);
  const attempt = (weights: readonly NegativeWeight[]) => averagesOf(data, weights, growing, context, onDone);
  const [without] = await attempt([{ weight: 0, prior: 0.5 }]);
  return data.rows.negative.length === 0 ? without : withNegatives(data, without, start, attempt);
}

/** For each weight of known negatives: the held-out ratios, their average with the forests, and its mixture. */
async function averagesOf(
  data: AutoData,
  weights: readonly NegativeWeight[],
  growing: Promise<readonly GrownForest[]>,
  context: Pick<FitContext, "signal">,
  onDone: () => void,
): Promise<Chosen[]> {
  const { views, blocks } = data;
  const ratios = await Promise.all([
    blocks && heldOutBlocks(data, blocks, weights, context, onDone),
    views && heldOutRatios(data, views, weights, context, onDone),
  ]);
  const forests = await growing;
  return weights.map((known, k) => {
    const own = ratios.flatMap((each) => each?.[k] ?? []);
    const average = averageRankings(data, own, forests);
    return { known, mixture: mixtureOf(data, average.held), forests, ...average };
  });
}

/** Weights of known negatives to compare, in addition to none and the usual one. */
const WEIGHTS = [0.3, 0.6, 0.9];
/** From this many known negatives on, cross-validation chooses their weight. */
const FEW_NEGATIVES = 5;

/**
 * Chooses the weight of known negatives. With some, the ratio depends a little on the prior: the mean after
 * the fit `without` them is used. The chosen weight separates held-out positive from negative bags best. With
 * few negatives it is the one whose risk varies least (`usualNegativeWeight`).
 */
async function withNegatives(
  data: AutoData,
  without: Chosen,
  start: PriorBelief,
  attempt: (weights: readonly NegativeWeight[]) => Promise<Chosen[]>,
): Promise<Chosen> {
  const prior = describeBelief(without.mixture.posterior(start)).mean;
  const { counts, scenario } = data;
  const usual = usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior);
  const weights = counts.negative >= FEW_NEGATIVES ? [usual, ...WEIGHTS] : [usual];
  const candidates = await attempt(weights.map((weight) => ({ weight, prior })));
  if (candidates.length === 1 || without.held === undefined) return candidates[0];
  const rated = [without, ...candidates].map((each) => ({
    each,
    value: each.held ? separation(each.held.positive, each.held.negative) : 0,
  }));
  return rated.reduce((best, other) => (other.value > best.value ? other : best)).each;
}
