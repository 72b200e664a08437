import type { BagSet } from "../../bags/bag-set.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { applyLink, type Link } from "../../model/link.js";
import { Model } from "../../model/model.js";
import type { AverageScorer, PartScorer, ViewsScorer } from "../../model/scorer.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import { startingBelief } from "../../prior/belief/belief.js";
import {
  compareScores,
  compareWithAudit,
  priorNotes,
  type ScoreComparison,
  scoreNotes,
} from "../../prior/belief/fair-labels.js";
import { knowledgeNotes } from "../../prior/belief/knowledge-notes.js";
import { applyKnowledge, type KnownPrior, knowledgeOf } from "../../prior/belief/known-prior.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { Trust } from "../../prior/belief/trust.js";
import { type ScoreMixture, scoreMixture } from "../../prior/mixture/score-mixture.js";
import { allScores, type BagScores, bagScores } from "../../scores/bag-scores.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { sampleSize, shareAmongUnlabeled } from "../../scores/scenario.js";
import { separationOf } from "../../scores/separation.js";
import type { Ratio } from "../../solver/ratio.js";
import type { FitContext } from "../learner.js";
import { believedPrior, cardMeasures, certificateNotes } from "../shared/card-parts.js";
import { knownBags } from "../shared/known-bags.js";
import { usualNegativeWeight } from "../shared/negative-weight.js";
import { type Averaged, averaged } from "./average.js";
import { type AutoData, autoData } from "./data.js";
import { expectedDecision } from "./decision.js";
import { fitRatios, LAMBDA, type NegativeWeight, sidesOf } from "./fit.js";
import { forestSteps, type GrownForest, growForests } from "./forests.js";
import { heldOutRatios, separation } from "./held-out.js";
import type { CheckedAutoOptions } from "./options.js";
import { tellingSummaries } from "./telling.js";
import { reasonsOf } from "./words.js";

/** Weights of known negatives to compare, in addition to none and the usual one. */
const WEIGHTS = [0.3, 0.6, 0.9];
/** From this many known negatives on, cross-validation chooses their weight. */
const FEW_NEGATIVES = 5;

/** Trains `auto` with checked options; `given` are the options as the caller wrote them. */
export async function trainAuto(
  all: BagSet,
  options: CheckedAutoOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress, auditedFrom, foundPositive, propensities } = context;
  signal?.throwIfAborted();
  const knowledge = knowledgeOf(options);
  if (knowledge.audit !== undefined) checkAuditSize(knowledge.audit, auditedFrom ?? all.unlabeled().size);
  const data = await autoData(all, options, { propensities });
  // Before any fit, so that contradictions show at once.
  const start = applyKnowledge(startingBelief(), knowledge, { labelled: data.labelled });
  const chosen = await rankHeldOut(data, { start, ...options }, { signal, onProgress });
  const { held, known } = chosen;
  const { mixture, notes: unfair } = auditedMixture(data, chosen, knowledge, foundPositive);
  signal?.throwIfAborted();
  const ranking = fitRanking(data, chosen);
  const belief = mixture.posterior(start);
  const link = mixture.link(start);
  const told = mixture.notes.length === 0 && unfair.length === 0;
  const source = data.byPropensity === undefined ? "held-out scores" : "propensities";
  const prior = believedPrior(belief, knowledge, told ? source : null);
  const answers =
    held === undefined
      ? undefined
      : {
          ...held,
          positive: applyLink(link, held.positive),
          unlabeled: applyLink(link, held.unlabeled),
          negative: applyLink(link, held.negative),
        };
  const heldOut = answers ?? null;
  const { ratio } = ranking;
  const { status, primalObjective, dualObjective, relativeGap } = ratio;
  const { positive, unlabeled, negative } = data.rows;
  const negatives = negative.length === 0 ? {} : { negative: negative.length };
  // Of ranking values, as `studyPrior` has them: log-odds would give another p.
  const separated = held === undefined ? null : separationOf(held);
  const telling = tellingSummaries(data, options.seed);
  const shareOf = (pi: number) => shareAmongUnlabeled(data.counts, data.scenario, pi);
  const expected =
    answers && knowledge.value === undefined ? expectedDecision(answers.unlabeled, belief, shareOf) : undefined;
  const words = reasonsOf({ data, telling, known, chosen, trees: options.trees, answers, prior, knowledge, expected });
  return new Model({
    card: {
      learner: "auto",
      bagwise: version,
      options: given,
      kernel: null,
      prior,
      chosen: {
        lambda: LAMBDA,
        features: telling?.found ?? 0,
        folds: data.folds?.folds ?? 0,
        ...(chosen.weights.length > 1 && { viewsWeight: chosen.weights[0] }),
        decision: words.decision,
        ...(expected && { givenUp: expected.givenUp }),
        ...(negative.length === 0 ? {} : { negativeWeight: known.weight }),
      },
      certificate: { status, iterations: 1, primalObjective, dualObjective, relativeGap },
      risks: [],
      measures: cardMeasures(heldOut, prior, options),
      ...(separated && { separation: separated }),
      ...(telling && { telling }),
      // The score already is the log-odds.
      calibration: { slope: 1, intercept: 0 },
      bound: null,
      training: {
        positive: positive.length,
        unlabeled: unlabeled.length,
        ...negatives,
        instances: data.bags.instances,
        centres: data.centres.length,
        dataHash: data.dataHash,
      },
      reasons: words.reasons,
      notes: [
        ...data.notes,
        // If nothing was held out, the words say so.
        ...(held === undefined ? [] : mixture.notes),
        ...unfair,
        ...labelNotes(data, propensities),
        ...knowledgeNotes(knowledge, { labelled: data.labelled }),
        ...words.notes,
        ...certificateNotes(ratio, {
          advice: { invalid: "scale the features", inaccurate: "the ranking is still that of the solution found" },
        }),
      ],
    },
    scaling: data.scaling,
    scorer: ranking.scorer(link),
    ...knownBags(data.bags, heldOut),
  });
}

/** Notes on how the labelled positives were picked, if you said so. */
export function labelNotes({ trust, byPropensity }: AutoData, propensities: FitContext["propensities"]): Note[] {
  if (trust === "lower-bound") {
    const message =
      "the easiest positives were labelled, as you said: the labels give a lower bound on the prior, and recall and AUC are those of easy positives, so they are too good";
    return [{ code: "labelled-easiest", message }];
  }
  if (byPropensity === undefined || propensities === undefined) return [];
  const positives = [...propensities.values()].reduce((sum, propensity) => sum + 1 / propensity, 0);
  const message = `the prior comes from the propensities: ${count(propensities.size, "labelled positive stands", "labelled positives stand")} for about ${Math.round(positives)} positive bags. It is as good as the propensities are. Ranking, recall and AUC do not use them`;
  return [{ code: "propensity-used", message }];
}

/** The ratio fitted on all bags. */
interface FittedRanking {
  readonly ratio: Ratio;
  /** The views alone, or averaged with forests, with a link from ranking values to decisions. */
  scorer(link: Link): ViewsScorer | AverageScorer;
}

/** The ranking that was held out, fitted on all bags. */
export function fitRanking(data: AutoData, { known, forests, links }: Chosen): FittedRanking {
  const [{ ratio }] = fitRatios(data, data.fitted.rows, [known]);
  const { alpha, beta } = ratio;
  const views = {
    kind: "views",
    views: data.views.views(sidesOf(data.fitted.rows)),
    ...(data.further && { further: data.further.views }),
    alpha,
    beta,
  } as const;
  const parts = [views, ...forests.map(({ scorer }) => scorer)].flatMap((part, k): PartScorer[] => {
    const own = links[k];
    return own ? [{ ...part, link: own }] : [];
  });
  return { ratio, scorer: (link) => (parts.length === 0 ? { ...views, link } : { kind: "average", parts, link }) };
}

/** A weight of known negatives, and the held-out results with it. */
export interface Chosen {
  readonly known: NegativeWeight;
  /** Held-out ranking values; undefined if nothing could be held out. */
  readonly held: BagScores | undefined;
  readonly mixture: ScoreMixture;
  /** What the ranking of the views is averaged with, and how each enters, the views first. */
  readonly forests: readonly GrownForest[];
  readonly links: Averaged["links"];
  readonly weights: Averaged["weights"];
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
  const folds = (data.folds?.folds ?? 0) * (data.rows.negative.length === 0 ? 1 : 2);
  const total = folds + (trees === "average" ? forestSteps(data) : 0);
  let done = 0;
  const onDone = () => context.onProgress?.({ step: "holding bags out", done: ++done, total });
  const forests = trees === "average" ? await growForests(data, { seed, start }, context, onDone) : [];
  return chooseNegativeWeight(data, forests, start, context, onDone);
}

/**
 * Chooses the weight of known negatives; without any there is nothing to choose. With some, the
 * ratio depends a little on the prior: the mean after a fit without them is used. The chosen weight
 * separates held-out positive from negative bags best. With few negatives it is the one whose risk
 * varies least (`usualNegativeWeight`).
 */
async function chooseNegativeWeight(
  data: AutoData,
  forests: readonly GrownForest[],
  start: PriorBelief,
  context: Pick<FitContext, "signal">,
  onDone: () => void,
): Promise<Chosen> {
  const { negative } = data.rows;
  const attempt = async (weights: readonly NegativeWeight[]): Promise<Chosen[]> => {
    const ratios = await heldOutRatios(data, weights, context, onDone);
    return weights.map((known, k) => {
      const average = ratios === undefined ? NOT_HELD_OUT : averagedWith(data, forests, ratios[k]);
      return { known, mixture: mixtureOf(data, average.held), forests, ...average };
    });
  };
  const [without] = await attempt([{ weight: 0, prior: 0.5 }]);
  if (negative.length === 0) return without;
  const prior = describeBelief(without.mixture.posterior(start)).mean;
  const { counts, scenario } = data;
  const usual = usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior);
  const weights = negative.length >= FEW_NEGATIVES ? [usual, ...WEIGHTS] : [usual];
  const candidates = await attempt(weights.map((weight) => ({ weight, prior })));
  if (candidates.length === 1 || without.held === undefined) return candidates[0];
  const rated = [without, ...candidates].map((each) => ({
    each,
    value: each.held ? separation(each.held.positive, each.held.negative) : 0,
  }));
  return rated.reduce((best, other) => (other.value > best.value ? other : best)).each;
}

/** Nothing could be held out: the views alone. */
const NOT_HELD_OUT = { held: undefined, links: [], weights: [1] };

function averagedWith({ rows, distinct }: AutoData, forests: readonly GrownForest[], ratios: BagScores): Averaged {
  return averaged(
    ratios,
    forests.map(({ held }) => held),
    rows.positive.length * distinct.positive,
  );
}

/** What the mixture of held-out scores depends on besides the scores. */
export type MixtureData = Pick<AutoData, "distinct" | "byPropensity" | "trust">;

const NOTHING = bagScores({ positive: [], unlabeled: [] });

/** What held-out ratios say about the prior and the bags; nothing if no bag could be held out. */
export function mixtureOf(
  { distinct, byPropensity, trust: usual }: MixtureData,
  held: BagScores | undefined,
  trust: Trust = usual,
): ScoreMixture {
  return scoreMixture(held ?? NOTHING, { distinct, trust, instead: trust === usual ? byPropensity : undefined });
}

/** What an audit makes of the mixture. */
interface Audited {
  readonly mixture: ScoreMixture;
  /** Held-out scores of labelled positives against those that reviewers found. */
  readonly comparison: ScoreComparison | null;
  readonly notes: readonly Note[];
}

/**
 * The mixture after an audit, beside which scores count less. If the positives that reviewers found
 * score otherwise than the labelled ones, or if labelled positives would not make one expect the
 * audit, they are no fair sample of all positives. Scores then say nothing about the prior, and notes
 * say so. A lower bound and propensities stay what they are.
 */
export function auditedMixture(
  data: MixtureData & Pick<AutoData, "bags" | "rows" | "labelled">,
  { held, mixture }: Pick<Chosen, "held" | "mixture">,
  { audit, ...others }: KnownPrior,
  found: ReadonlySet<string> = new Set(),
): Audited {
  if (audit === undefined || held === undefined || others.value !== undefined || mixture.notes.length > 0)
    return { mixture, comparison: null, notes: [] };
  const { labelled } = data;
  const before = mixture.posterior(applyKnowledge(startingBelief(), others, { labelled }));
  const scores = allScores(held);
  const isFound = (row: number) => found.has(data.bags.idOf(row));
  const comparison = compareScores(
    Array.from(
      data.rows.positive.filter((row) => !isFound(row)),
      (row) => scores[row],
    ),
    Array.from(scores, (score, row) => ({ score, row })).filter(({ row }) => isFound(row)),
  );
  const notes = [...scoreNotes(comparison), ...priorNotes(compareWithAudit(before, audit, { labelled }), audit)];
  if (notes.length > 0) return { mixture: mixtureOf(data, held, "none"), comparison, notes };
  const byScores = data.trust === "full" && data.byPropensity === undefined;
  return { mixture: byScores ? mixtureOf(data, held, "beside-audit") : mixture, comparison, notes };
}
