import type { BagSet } from "@bagwise/core/bags";
import { type Model, probabilityOf } from "@bagwise/core/model";
import { drawBags } from "../draws/draw-bags.js";
import { type DrawnBags, type DrawSpec, drawSeed } from "../draws/draw-spec.js";
import { drawFamily, FAMILY, isFamily } from "../families/families.js";
import { armLearner } from "../methods/arm.js";
import { parseKnowledge } from "../methods/knowledge.js";
import {
  type AnyRecord,
  type FinishedTrial,
  learnerSeed,
  type RunTrialOptions,
  type TrialResult,
  timeTrial,
} from "../trials/trial.js";
import { audit, withReviewed } from "./audit.js";
import { type ReliabilityCounts, reliabilityCounts } from "./reliability-counts.js";

/**
 * One unit of work of a comparison, as plain data: one arm on one drawn training and test set. It
 * carries what the draw needs to know about the data set, so that nothing is looked up.
 */
export interface CompareSpec extends DrawSpec {
  readonly experiment: "compare";
  /** The name of the file without its ending, or `family:NAME` for synthetic bags. */
  readonly dataset: string;
  readonly scaling: "z-score" | "none";
  readonly multiple: number;
  /** The regulariser of the printed estimator of the prior; null for that estimator's own. */
  readonly eta: number | null;
  /** The method, as in `METHODS` or in the registry of learners. */
  readonly method: string;
  /** What it knows about the prior: see `parseKnowledge`. */
  readonly knowledge: string;
}

/** The result of a trial of a comparison; the same bytes whenever and wherever it runs. */
export interface CompareResult extends TrialResult {
  /** Of always giving the answer that is more frequent by the true prior; positive at 0.5. */
  readonly constantAccuracy: number;
  /** The interval on the model's card; null without a prior or without an interval. */
  readonly priorLow: number | null;
  readonly priorHigh: number | null;
  /** How many bags there were of each kind, as drawn. */
  readonly labeled: number;
  readonly unlabeled: number;
  readonly test: number;
  /** Positives among audited bags, as `7/30`; null without an audit. */
  readonly audited: string | null;
  /** How the probabilities of the test bags came true. Absent for a model without them, and in older journals. */
  readonly reliability?: ReliabilityCounts;
}

export type CompareRecord = AnyRecord<CompareSpec, CompareResult>;

export function armOf({ method, knowledge }: Pick<CompareSpec, "method" | "knowledge">): string {
  return `${method}@${knowledge}`;
}

/** Fresh bags of a family for a trial; what is drawn depends on `drawSeed(spec)` alone. */
function drawFromFamily(spec: CompareSpec): DrawnBags {
  const { labeled, unlabeled, test, prior } = spec;
  return drawFamily(spec.dataset.slice(FAMILY.length), { labeled, unlabeled, test, prior, seed: drawSeed(spec) });
}

/**
 * Draws the bags of a trial, trains its arm, and evaluates it on the test bags; the same bits
 * whenever and wherever it runs. `bags` have all labels; a family needs none. Rejects as
 * `runTrial`.
 */
export async function runCompareTrial(
  bags: BagSet | undefined,
  spec: CompareSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CompareResult>> {
  const { ready, model, scores, result, timing } = await timeTrial(() => readyTrial(bags, spec), options);
  const { drawn, reviewed } = ready;
  const positives = drawn.test.positive().size;
  return {
    result: {
      ...result,
      constantAccuracy: (spec.prior >= 0.5 ? positives : drawn.test.size - positives) / drawn.test.size,
      ...intervalOf(model),
      labeled: drawn.training.positive().size,
      unlabeled: drawn.training.unlabeled().size,
      test: drawn.test.size,
      audited: reviewed === undefined ? null : `${reviewed.positive}/${reviewed.bags.length}`,
      ...probabilitiesOf(model, scores, drawn.test),
    },
    timing,
  };
}

/** How the model's probabilities of test bags came true; nothing for a model that gives none. */
function probabilitiesOf({ card: { calibration } }: Model, scores: Float64Array, test: BagSet) {
  if (calibration === null) return {};
  const bags = Array.from(scores, (score, i) => ({
    probability: probabilityOf(calibration, score),
    positive: test.labelOf(i) === "positive",
  }));
  return { reliability: reliabilityCounts(bags) };
}

/** The learner of a trial, the bags as drawn, and the training bags with what an audit adds. */
function readyTrial(bags: BagSet | undefined, spec: CompareSpec) {
  const knowledge = parseKnowledge(spec.knowledge);
  const drawn = drawnBags(bags, spec);
  const reviewed = knowledge.kind === "audit" ? audit(drawn, spec, knowledge.bags) : undefined;
  const labelled = knowledge.kind === "audit" && knowledge.labels && reviewed !== undefined;
  const learner = armLearner(spec, {
    truePrior: spec.prior,
    eta: spec.eta,
    seed: learnerSeed(spec),
    audit: reviewed && { positive: reviewed.positive, reviewed: reviewed.bags.length },
  });
  const training = labelled ? withReviewed(drawn, reviewed) : drawn.training;
  return { learner, training, test: drawn.test, drawn, reviewed };
}

/** Without bootstrap samples an estimator has no interval. A belief needs no samples. */
function intervalOf({ card: { prior, options } }: Model): Pick<CompareResult, "priorLow" | "priorHigh"> {
  if (prior === null || (options.bootstrap === 0 && prior.method !== "given" && prior.belief === undefined))
    return { priorLow: null, priorHigh: null };
  return { priorLow: prior.low, priorHigh: prior.high };
}

function drawnBags(bags: BagSet | undefined, spec: CompareSpec): DrawnBags {
  if (isFamily(spec.dataset)) return drawFromFamily(spec);
  if (bags === undefined) throw new Error(`runCompareTrial: no bags for ${spec.dataset}`);
  return drawBags(bags, spec, spec);
}
