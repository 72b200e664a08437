// The training sets of the paper's experiment, from its five data sets: 20 positive and 180
// unlabeled bags each.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BagSet, readBags } from "bagwise";
import { applyScaling, assignFolds, fitScaling, random } from "bagwise/bags";
import { represent } from "bagwise/kernels";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/**
 * How many times as many bags the augmentation makes; Musk is also brought to z-scores, the others
 * are close to them.
 */
const SETS = [
  { name: "elephant", copies: 5, scaling: "none" },
  { name: "fox", copies: 5, scaling: "none" },
  { name: "tiger", copies: 5, scaling: "none" },
  { name: "musk1", copies: 10, scaling: "z-score" },
  { name: "musk2", copies: 10, scaling: "z-score" },
];

export const PRIOR = 0.3;
export const DEGREES = [1, 2, 3];
export const LAMBDAS = [1, 1e-3, 1e-6];
export const FOLDS = 5;
/** L, U and T of Algorithm 1. */
const LABELED = 20;
const UNLABELED = 180;
const TEST = 200;
/** The noise has variance 0.01, as printed. */
const NOISE = 0.1;

/** (s.s' + 1)^degree on the minimax statistic, raw. */
export const KERNEL = {
  type: "statistic",
  statistic: "minimax",
  kernel: { type: "polynomial", degree: 1, offset: 1 },
};

/** Where the data is: `--data FOLDER`, a folder named by BAGWISE_DATA, or one beside the repository. */
export function dataFolder(options) {
  const at = options.indexOf("--data");
  const folder = resolve(
    (at >= 0 ? options[at + 1] : undefined) ?? process.env.BAGWISE_DATA ?? join(root, "..", "shared", "data"),
  );
  if (!existsSync(join(folder, "elephant.csv"))) {
    throw new Error(`There is no elephant.csv in ${folder}. Give the folder with --data FOLDER or BAGWISE_DATA.`);
  }
  return folder;
}

/**
 * All training sets: `bags`, the positive ones first; `statistics` is what every contestant of
 * bench/speed/pu-skc starts from, `folds` what all share.
 */
export async function trainingSets(folder, { seed }) {
  const sets = [];
  for (const { name, copies, scaling } of SETS) {
    const read = await readBags(join(folder, `${name}.csv`));
    const bags = applyScaling(fitScaling(read, { method: scaling }), read);
    const generator = random(seed);
    const training = drawTraining(augment(bags, copies, generator), generator);
    const representation = represent(KERNEL, training);
    sets.push({
      name,
      bags: training,
      positives: LABELED,
      representation,
      statistics: representation.statistics.minimax,
      folds: assignFolds(training, { folds: FOLDS, by: "stratified", seed }),
    });
  }
  return sets;
}

/**
 * Bags drawn with replacement, each value with noise of its own; the originals themselves are not
 * among them.
 */
function augment(bags, copies, generator) {
  const positive = [];
  const negative = [];
  for (let k = 0; k < copies * bags.size; k++) {
    const i = generator.below(bags.size);
    const values = bags.bag(i).values.slice();
    for (let j = 0; j < values.length; j++) values[j] += NOISE * generator.normal();
    (bags.labelOf(i) === "positive" ? positive : negative).push(values);
  }
  return { positive, negative, features: bags.features };
}

/** Algorithm 1 of the paper; the test bags are drawn and left out. */
function drawTraining({ positive, negative, features }, generator) {
  const take = (from, count) => Array.from(generator.sample(from.length, count), (i) => from[i]);
  const shuffled = take(positive, positive.length);
  const labeled = shuffled.slice(0, LABELED);
  let hidden = 0;
  for (let k = 0; k < UNLABELED + TEST; k++) if (generator.uniform() < PRIOR) hidden++;
  const rest = [...shuffled.slice(LABELED, LABELED + hidden), ...take(negative, UNLABELED + TEST - hidden)];
  if (rest.length < UNLABELED + TEST) throw new Error("too few bags for Algorithm 1");
  const chosen = [...labeled, ...take(rest, UNLABELED)];
  const offsets = [0];
  for (const values of chosen) offsets.push(offsets.at(-1) + values.length / features.length);
  return BagSet.from({
    data: Float64Array.from(chosen.flatMap((values) => [...values])),
    offsets,
    ids: chosen.map((_, i) => `${i}`),
    labels: chosen.map((_, i) => (i < LABELED ? "positive" : "unlabeled")),
    features,
  });
}
