import { existsSync, writeFileSync } from "node:fs";
import { svm } from "@bagwise/baselines";
import type { BagSet, Label } from "@bagwise/core/bags";
import { explain } from "@bagwise/core/explain";
import { type PuSkcOptions, puSkc } from "@bagwise/core/learners";
import { encodeModel, Model } from "@bagwise/core/model";
import { bagSet } from "../../core/test/bags/make.js";
import { goldenBags, viewsModel } from "../../core/test/model/make.js";
import { LEARNERS } from "../src/learners.js";

/** How to make a golden model again. */
export interface GoldenModel {
  readonly name: string;
  readonly form: "binary" | "json";
  make(): Promise<Model>;
}

const KERNELS: Readonly<Record<string, PuSkcOptions>> = {
  "minimax-polynomial": { kernel: "minimax-polynomial" },
  "normalised-minimax-polynomial": { kernel: "normalised-minimax-polynomial", scaling: "z-score" },
  "min-max-mean-gaussian": { kernel: "min-max-mean-gaussian", scaling: "min-max" },
  "mean-laplace": { kernel: "mean-laplace", scaling: "none" },
  "normalised-set-polynomial": { kernel: "normalised-set-polynomial" },
  "set-gaussian": { kernel: "set-gaussian" },
  sum: { kernel: "minimax-cosine+normalised-set-linear" },
  "normalised-graph-gaussian": { kernel: "normalised-graph-gaussian" },
  "normalised-edge-graph-gaussian": { kernel: "normalised-edge-graph-gaussian" },
  "affinity-polynomial": { kernel: "affinity-polynomial" },
  "dissimilarity-gaussian": { kernel: "dissimilarity-gaussian" },
  "normalised-conformal-gaussian": { kernel: "normalised-conformal-gaussian" },
};

/** Every learner as it comes, PU-SKC with a kernel of each kind, an SVM with trees, and two models made by hand. */
export const GOLDEN: readonly GoldenModel[] = [
  ...LEARNERS.map(
    ({ description: { name }, create }): GoldenModel => ({
      name: `learner-${name}`,
      form: "binary",
      make: () => create({ seed: 5 }).fit(trainingBags()),
    }),
  ),
  ...Object.entries(KERNELS).map(
    ([name, options]): GoldenModel => ({
      name: `kernel-${name}`,
      form: "json",
      make: () => puSkc({ prior: 0.4, lambda: 0.1, degree: 2, ...options }).fit(trainingBags()),
    }),
  ),
  {
    name: "svm-with-trees",
    form: "binary",
    make: () => svm({ seed: 5, trees: "average" }).fit(trainingBags()),
  },
  { name: "by-hand-views", form: "binary", make: async () => withAllParts(await viewsModel()) },
  {
    name: "by-hand-half-the-centres",
    form: "json",
    make: async () => withAllParts(await viewsModel({ everyOther: true })),
  },
];

/** Models of the first layout, whose first view has units: they stay, but nobody trains such any more. */
export const OLDER: readonly string[] = ["layout-1-auto", "layout-1-half-the-centres", "layout-1-views"];

/** What a golden model says of the golden bags: all of it numbers that must not move by one bit. */
export async function answersOf(model: Model): Promise<unknown> {
  const bags = goldenBags();
  const answers = model.predict(bags);
  const explanations = await explain(model, bags, { features: 2 });
  const given = {
    scores: [...model.scores(bags)],
    probabilities: answers.map(({ probability }) => probability),
    predicted: answers.map(({ predicted }) => predicted),
    contributions: explanations.map(({ contributions }) => [...contributions]),
    witnesses: explanations.map(({ witness }) => witness.instance),
    effects: explanations.map(({ features }) => features.map(({ name, effect }) => [name, effect])),
  };
  return given;
}

/** Writes the golden files that are not there yet. What is there is never changed. */
export async function makeGolden(folder: URL): Promise<void> {
  for (const { name, form, make } of GOLDEN) {
    if (existsSync(new URL(`${name}.model`, folder))) continue;
    const model = await make();
    writeFileSync(new URL(`${name}.model`, folder), encodeModel(model, { form }));
    const answers = new URL(`${name}.answers.json`, folder);
    if (!existsSync(answers)) writeFileSync(answers, `${JSON.stringify(await answersOf(model))}\n`);
  }
}

/** Bags of quarters, from a generator of whole numbers: the same on every machine and for ever. */
function trainingBags(): BagSet {
  let state = 12345;
  const below = (most: number) => {
    state = (state * 1103 + 12345) % 65536;
    return state % most;
  };
  const labels = Array.from({ length: 40 }, (_, i): Label => (i % 3 === 0 ? "positive" : "unlabeled"));
  const rows = labels.map((label) => {
    const positive = label === "positive" || below(3) === 0;
    return Array.from({ length: 1 + below(4) }, (_, j) => {
      const shift = positive && j === 0 ? 3 : 0;
      return [below(33) / 4 - 5 + shift, below(17) / 4 - shift / 2, below(5) / 2];
    });
  });
  return bagSet(rows, { labels, features: ["weight", "größe", "f,3"] });
}

/** With held-out scores, a threshold and a monotone calibration. */
function withAllParts(model: Model): Model {
  const heldOut = {
    scenario: "single-set",
    positive: Float64Array.of(0.5, -0.25),
    unlabeled: Float64Array.of(0.125, -1, 0.75),
    negative: Float64Array.of(-2),
    clusters: Uint32Array.of(0, 0, 1, 2, 3, 4),
  } as const;
  return new Model({ ...model.parts(), heldOut, trainedOn: Float64Array.of(3, 2 ** 52) }).with({
    threshold: { value: 0.125, rule: "budget=2", reason: "the 2 highest" },
    calibration: { scores: [-1, 0.5], probabilities: [0.1, 0.9] },
  });
}
