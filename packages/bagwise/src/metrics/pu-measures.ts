import { quantile } from "../bags/quantile.js";
import { random } from "../base/random.js";
import { byScore } from "./classification.js";

/** A measure with its interval, which contains the value. `clipped` says that the formula left the possible range and was cut to it. */
export interface Measure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly clipped: boolean;
}

/** What can be said without a single negative bag (METHODS section 11). */
export interface PuMeasures {
  /** The share of the positives that get a positive answer: mean_P[g >= 0]. */
  readonly recall: Measure;
  /** The share of positive answers that are right: prior * recall / rate. NaN without a positive answer among the unlabeled. */
  readonly precision: Measure;
  /** 1 - (2 prior (1 - recall) + rate - prior). */
  readonly accuracy: Measure;
  /** (AUC_PU - prior / 2) / (1 - prior). */
  readonly auc: Measure;
  /** The score of Lee and Liu (2003), recall^2 / rate: for comparing settings, not a share of anything. NaN as precision. */
  readonly leeLiu: Measure;
  /** mean_U[g >= 0]. */
  readonly positiveRate: Measure;
}

export interface PuMeasuresOptions {
  /** Above 0 and below 1. */
  readonly prior: number;
  /** The number of bootstrap samples; 0 gives intervals that are the value. Default 500. */
  readonly bootstrap?: number | undefined;
  /** The share of such intervals that should cover the truth. Default 0.9. */
  readonly level?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

const DEFAULTS = { bootstrap: 500, level: 0.9, seed: 0 } as const;

type Values = Record<keyof PuMeasures, number>;

/**
 * The measures from scores of held-out positive and unlabeled bags, at least one each, with bootstrap intervals (bags are drawn anew,
 * positives and unlabeled apart; the prior is taken as given). The scores are sorted once: each bootstrap sample costs O(bags).
 */
export function puMeasures(
  positive: ArrayLike<number>,
  unlabeled: ArrayLike<number>,
  options: PuMeasuresOptions,
): PuMeasures {
  const { prior, bootstrap = DEFAULTS.bootstrap, level = DEFAULTS.level, seed = DEFAULTS.seed } = options;
  const scores = Float64Array.from([...Array.from(positive), ...Array.from(unlabeled)]);
  const order = byScore(scores);
  const generator = random(seed);
  const times = new Uint32Array(scores.length).fill(1);
  const measured = () => valuesOf({ scores, order, times, positives: positive.length }, prior);
  const point = measured();
  const replicates = Array.from({ length: bootstrap }, () => {
    times.fill(0);
    for (let k = 0; k < positive.length; k++) times[generator.below(positive.length)]++;
    for (let k = 0; k < unlabeled.length; k++) times[positive.length + generator.below(unlabeled.length)]++;
    return measured();
  });
  const measure = (name: keyof PuMeasures): Measure => {
    const limit = (value: number) => (name === "leeLiu" ? value : Math.min(1, Math.max(0, value)));
    const value = limit(point[name]);
    const values = replicates.map((replicate) => limit(replicate[name])).filter((each) => !Number.isNaN(each));
    const side = (1 - level) / 2;
    const end = (share: number) => (values.length === 0 ? value : quantile(values, share));
    return {
      value,
      low: Math.min(value, end(side)),
      high: Math.max(value, end(1 - side)),
      clipped: value !== point[name] && !Number.isNaN(value),
    };
  };
  return {
    recall: measure("recall"),
    precision: measure("precision"),
    accuracy: measure("accuracy"),
    auc: measure("auc"),
    leeLiu: measure("leeLiu"),
    positiveRate: measure("positiveRate"),
  };
}

/** Bags, the positive ones first, each of which counts so many times. */
interface Sample {
  readonly scores: Float64Array;
  /** From the highest score to the lowest. */
  readonly order: readonly number[];
  readonly times: Uint32Array;
  readonly positives: number;
}

function valuesOf({ scores, order, times, positives }: Sample, prior: number): Values {
  const answered = { positive: 0, unlabeled: 0 };
  /** How often a positive bag stands above an unlabeled one, a tie counted one half. */
  let wins = 0;
  let above = 0;
  const tied = { score: Number.NaN, positive: 0, unlabeled: 0 };
  const settle = () => {
    wins += tied.unlabeled * (above + tied.positive / 2);
    above += tied.positive;
  };
  for (const i of order) {
    if (scores[i] !== tied.score) {
      settle();
      Object.assign(tied, { score: scores[i], positive: 0, unlabeled: 0 });
    }
    const kind = i < positives ? "positive" : "unlabeled";
    tied[kind] += times[i];
    if (scores[i] >= 0) answered[kind] += times[i];
  }
  settle();
  const unlabeled = scores.length - positives;
  const recall = answered.positive / positives;
  const rate = answered.unlabeled / unlabeled;
  return {
    recall,
    precision: rate === 0 ? Number.NaN : (prior * recall) / rate,
    accuracy: 1 - riskOf(recall, rate, prior),
    auc: (wins / (positives * unlabeled) - prior / 2) / (1 - prior),
    leeLiu: rate === 0 ? Number.NaN : (recall * recall) / rate,
    positiveRate: rate,
  };
}

/** The risk of the zero-one loss from positive and unlabeled scores: 2 prior mean_P[g < 0] + mean_U[g >= 0] - prior. May be negative. */
export function puRisk(positive: ArrayLike<number>, unlabeled: ArrayLike<number>, prior: number): number {
  return riskOf(shareAtLeastZero(positive), shareAtLeastZero(unlabeled), prior);
}

function riskOf(recall: number, rate: number, prior: number): number {
  return 2 * prior * (1 - recall) + rate - prior;
}

function shareAtLeastZero(scores: ArrayLike<number>): number {
  let n = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] >= 0) n++;
  return n / scores.length;
}
