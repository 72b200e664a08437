import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { Model, type ModelCard } from "../../model/model.js";
import { areFinite, type BagScores } from "../../scores/bag-scores.js";
import { quantile } from "../../statistics/quantile.js";
import { givenPriorCard } from "./card-parts.js";
import type { InstanceData } from "./instance-data.js";
import { knownBags } from "./known-bags.js";
import type { BaselineSetting } from "./options.js";

/** What a learner with Gaussian kernels on instances found. */
interface FoundOnInstances extends Pick<ModelCard, "learner" | "options" | "chosen" | "certificate" | "risks"> {
  readonly width: number;
  /** The coefficients of the centres. */
  readonly alpha: Float64Array;
  readonly setting: BaselineSetting;
  /** Held-out scores of bags that had no say in the choice of the setting; undefined if nothing was held out. */
  readonly held?: BagScores | undefined;
  /** Those of the chosen setting, whatever bags chose it: they tell where its scores lie. */
  readonly chosenHeld?: BagScores | undefined;
  /** Undefined if it was not given: then there are no measures. */
  readonly prior: number | undefined;
  /** In addition to those of the data. */
  readonly notes: readonly Note[];
}

/** Kernel values below this are no evidence: the instance is over 21 widths away. */
const NO_KERNEL = 1e-100;

/**
 * What a bag scores of which all kernel values vanish: a trace below 0, because a bag far from all
 * training instances is no evidence of a positive. A trace above 0 only if a prior above one half is
 * given. It is lost in the rounding of every other score.
 */
function withoutEvidence(alpha: Float64Array, prior: number | undefined): number {
  const trace = NO_KERNEL * alpha.reduce((sum, each) => sum + Math.abs(each), 0) || Number.MIN_VALUE;
  return prior !== undefined && prior > 0.5 ? trace : -trace;
}

/**
 * The model of LSDD and of DSDD: f(x) = sum over centres of alpha exp(-|x - c|^2 / (2 width^2)). A
 * bag gets the score of its highest instance.
 *
 * With a prior, scores are shifted so that 0 is where that share of the unlabeled bags was called
 * positive while held out, as far as a bag without evidence is still decided by the prior alone. Without
 * one, or if nothing was held out, a bag is positive from a density difference of 0 on.
 *
 * The paper calls a bag positive from 0 on. An instance far from all training data scores exactly 0,
 * and makes its bag positive. By default such a bag gets `withoutEvidence` instead. The setting
 * `paper` keeps the scores of the paper, whose experiment counts them from 0 on, and only the
 * threshold of the model is a trace above 0.
 */
export function instanceModel(data: InstanceData, found: FoundOnInstances): Model {
  const { learner, options, chosen, certificate, risks, width, alpha, held, chosenHeld, setting, prior, notes } = found;
  const used = prior === undefined ? null : givenPriorCard(prior);
  const trace = withoutEvidence(alpha, prior);
  const beta = setting === "paper" ? 0 : trace - cutOf(chosenHeld, prior);
  const threshold =
    setting === "paper"
      ? { value: -trace, rule: "above 0", reason: "a bag far from all training instances scores 0, no evidence" }
      : undefined;
  const shifted = held && withBeta(held, beta);
  const heldOut = shifted !== undefined && areFinite(shifted) ? shifted : null;
  return new Model({
    card: {
      learner,
      bagwise: version,
      options,
      kernel: null,
      prior: used,
      chosen,
      certificate,
      risks,
      measures: null,
      calibration: null,
      ...(threshold && { threshold }),
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives,
        instances: data.rows.rows,
        centres: data.centres.rows,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...notes],
    },
    scaling: data.scaling,
    scorer: {
      kind: "instances",
      projection: null,
      score: { kernel: { type: "gaussian", width }, centres: data.centres, alpha, beta },
      key: null,
    },
    ...knownBags(data.given, heldOut),
  });
}

/**
 * The held-out score above which the share of the prior of all unlabeled bags lies; 0 if unknown. A score
 * of 0 is no evidence, so up to a prior of one half it is never called positive, and above one half always.
 */
function cutOf(held: BagScores | undefined, prior: number | undefined): number {
  if (held === undefined || prior === undefined || held.unlabeled.length === 0 || !areFinite(held)) return 0;
  const cut = quantile(held.unlabeled, 1 - prior);
  return prior <= 0.5 ? Math.max(0, cut) : Math.min(0, cut);
}

function withBeta({ positive, unlabeled, negative, ...rest }: BagScores, beta: number): BagScores {
  const shifted = (scores: Float64Array) => scores.map((score) => score + beta);
  return { ...rest, positive: shifted(positive), unlabeled: shifted(unlabeled), negative: shifted(negative) };
}
