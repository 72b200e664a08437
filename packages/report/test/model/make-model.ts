import { random } from "@bagwise/core/base";
import { calibrate, Model, type ModelCard, type SettingRisk } from "@bagwise/core/model";
import { BELIEF_GRID, type PriorBelief } from "../../../core/src/scores/prior-belief.js";
import { tinyModel } from "../../../core/test/model/make.js";

type HeldOut = NonNullable<Model["heldOut"]>;

export interface FakeScores {
  readonly positive?: number;
  readonly unlabeled?: number;
  readonly negative?: number;
  readonly scenario?: HeldOut["scenario"];
  readonly seed?: number;
  /** Every score is this. */
  readonly constant?: number;
}

/**
 * Invented scores: positives around 1, three in ten of the unlabeled too, the others around -1.
 * Only sums and products, so the same on every machine.
 */
export function fakeHeldOut({
  positive = 25,
  unlabeled = 160,
  negative = 0,
  scenario = "case-control",
  seed = 1,
  constant,
}: FakeScores = {}): HeldOut {
  const draw = random(seed);
  const bell = () => Array.from({ length: 12 }, () => draw.uniform()).reduce((sum, value) => sum + value, -6);
  const scores = (n: number, centre: (i: number) => number) =>
    Float64Array.from({ length: n }, (_, i) => constant ?? centre(i) + 0.9 * bell());
  return {
    scenario,
    positive: scores(positive, () => 1),
    unlabeled: scores(unlabeled, (i) => (i % 10 < 3 ? 1 : -1)),
    negative: scores(negative, () => -1),
    clusters: null,
  };
}

/** A belief with its top near `centre`: a parabola cut at 0. */
export function fakeBelief(centre = 0.3, width = 0.25): PriorBelief {
  const heights = BELIEF_GRID.map((pi) => Math.max(0, 1 - ((pi - centre) / width) ** 2));
  const sum = heights.reduce((a, b) => a + b, 0);
  return { points: BELIEF_GRID, weights: heights.map((height) => height / sum) };
}

/** A grid of risks with its least value at degree 2 and lambda 0.001. */
export function fakeRisks(): SettingRisk[] {
  return [1, 2, 3].flatMap((degree) =>
    [1, 1e-3, 1e-6].map((lambda, k) => ({
      degree,
      lambda,
      risk: 0.2 + 0.05 * Math.abs(degree - 2) + 0.08 * Math.abs(k - 1),
      solved: degree === 3 && k === 2 ? 3 : 5,
      folds: 5,
    })),
  );
}

/**
 * Curves of 160 unlabeled bags of which 48 are positive: a parabola that reaches all of them at the
 * end, and what it means for precision.
 */
export function fakeCurves() {
  const reviewed = Array.from({ length: 33 }, (_, k) => 5 * k);
  const found = (k: number) => 48 * (1 - (1 - k / 160) ** 2);
  const band = (k: number, value: number, most: number) => ({
    low: value * 0.7,
    high: Math.min(most, value * (1.4 - k / 800)),
  });
  return {
    gain: reviewed.map((k) => ({ reviewed: k, found: found(k), ...band(k, found(k), k) })),
    precisionRecall: reviewed
      .slice(1)
      .map((k) => ({ reviewed: k, recall: found(k) / 48, precision: found(k) / k, ...band(k, found(k) / k, 1) })),
  };
}

/** Measures at four priors: precision climbs fast, accuracy slowly, and the AUC hardly. */
export function fakeSettings() {
  const measure = (value: number) => ({ value, low: value - 0.1, high: Math.min(1, value + 0.08), clipped: false });
  return [0.1, 0.2, 0.3, 0.4].map((prior) => ({
    prior,
    measures: {
      recall: measure(0.8),
      precision: measure(2 * prior + 0.1),
      accuracy: measure(0.7 + prior / 5),
      auc: measure(0.85 + prior / 20),
      leeLiu: measure(1.5),
      positiveRate: measure(0.35),
    },
  }));
}

/** A model whose card and held-out scores are as told; it scores bags of two features. */
export async function fakeModel({
  card = {},
  heldOut = fakeHeldOut(),
}: {
  card?: Partial<ModelCard>;
  heldOut?: HeldOut | null;
} = {}): Promise<Model> {
  const model = await tinyModel();
  const counts =
    heldOut === null
      ? {}
      : {
          positive: heldOut.positive.length,
          unlabeled: heldOut.unlabeled.length,
          ...(heldOut.negative.length > 0 ? { negative: heldOut.negative.length } : {}),
        };
  const training = { ...model.card.training, ...counts };
  const calibration = heldOut && calibrate(heldOut.positive, heldOut.unlabeled, { prior: 0.3 });
  return new Model({ ...model.parts(), card: { ...model.card, training, calibration, notes: [], ...card }, heldOut });
}

/** The prior of a card that has a belief. */
export const BELIEVED: NonNullable<ModelCard["prior"]> = {
  value: 0.3,
  low: 0.15,
  high: 0.46,
  method: "held-out scores",
  clipped: false,
  belief: fakeBelief(),
};
