import type { BagSet } from "../../src/bags/bag-set.js";
import type { Label } from "../../src/bags/label.js";
import { fitScaling } from "../../src/bags/scaling.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { statisticsOf } from "../../src/kernels/statistic/statistics.js";
import type { PuSkcOptions } from "../../src/learners/pu-skc/options.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { Model } from "../../src/model/model.js";
import { bagSet } from "../bags/make.js";
import { fitViews } from "../kernels/make.js";

/** A model of a few bags. */
export async function tinyModel(options: PuSkcOptions = {}): Promise<Model> {
  const { bags } = synthesise({ bags: 14, labeled: 5, dimensions: 2, bagSize: [1, 3], seed: 4 });
  return await puSkc({ prior: 0.3, degree: 2, lambda: 0.01, ...options }).fit(bags);
}

/**
 * Bags made of whole numbers alone, the same on every machine and for ever: the golden scores are
 * theirs.
 */
export function goldenBags(): BagSet {
  const rows = Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: 1 + (i % 3) }, (_, j) => [
      ((7 * i + 3 * j) % 11) - 5,
      ((5 * i + j * j) % 13) / 4,
      (i * j) % 4,
    ]),
  );
  const labels = rows.map((_, i): Label => (i % 3 === 0 ? "positive" : "unlabeled"));
  return bagSet(rows, { labels, features: ["weight", "größe", "f,3"] });
}

/**
 * A model that scores by views, of the golden bags: all of them, or every other one, are centres.
 * Its card is that of another learner.
 */
export async function viewsModel({ everyOther = false } = {}): Promise<Model> {
  const bags = goldenBags();
  const { card } = await puSkc({ prior: 0.4, degree: 1, lambda: 0.1, seed: 3 }).fit(bags);
  const numbers = (chosen: (i: number) => boolean) => Uint32Array.from(bags.labels().keys()).filter(chosen);
  const isPositive = (i: number) => bags.labelOf(i) === "positive";
  const centres = numbers((i) => !everyOther || i % 2 === 0);
  const sides = { positive: numbers(isPositive), other: numbers((i) => !isPositive(i)) };
  const views = fitViews(statisticsOf("min-max-mean", bags), { centres, ...sides });
  const alpha = Float64Array.from(centres, (i) => (isPositive(i) ? 0.75 : -0.375));
  const link = { knots: Float64Array.of(-1, -0.25, 0.5), values: Float64Array.of(-0.5, 0.125, 1) };
  return new Model({
    card: { ...card, kernel: null },
    scaling: fitScaling(bags, { method: "none" }),
    scorer: { kind: "views", views, alpha, beta: 0.0625, link },
  });
}
