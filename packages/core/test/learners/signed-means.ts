import { contentHash } from "../../src/bags/content-hash.js";
import { fitScaling } from "../../src/bags/scaling.js";
import { assignFolds } from "../../src/bags/split.js";
import { type OptionsOf, type OptionValues, optionList, readOptions } from "../../src/base/option.js";
import { version } from "../../src/base/version.js";
import { checkComputable } from "../../src/kernels/statistic/check-bags.js";
import { statisticsOf } from "../../src/kernels/statistic/statistics.js";
import { type Learner, type LearnerEntry, learnerOf, type Train } from "../../src/learners/learner.js";
import { givenPriorCard } from "../../src/learners/shared/card-parts.js";
import { knownBags } from "../../src/learners/shared/known-bags.js";
import { NEGATIVES, PRIOR_FOR_MEASURES, SEED, UNLABELED_AS } from "../../src/learners/shared/options.js";
import { signedBags } from "../../src/learners/shared/signed-bags.js";
import { matrix } from "../../src/linalg/matrix.js";
import { Model } from "../../src/model/model.js";
import { scoresByLabel } from "../../src/scores/bag-scores.js";
import { nearestMeanEntry } from "./nearest-mean.js";

const OPTIONS = { prior: PRIOR_FOR_MEASURES, negatives: NEGATIVES, unlabeledAs: UNLABELED_AS, seed: SEED };
const FOLDS = 5;

const train: Train<OptionValues<typeof OPTIONS>> = async (all, options, given, { signal }) => {
  signal?.throwIfAborted();
  const { bags, positives, unlabeled, negatives, signs, notes } = signedBags(all, options);
  checkComputable(bags);
  const rows = statisticsOf("mean", bags);
  const folds = assignFolds(bags, { folds: FOLDS, by: "stratified", seed: options.seed });
  const scores = new Float64Array(bags.size);
  for (let fold = 0; fold < FOLDS; fold++) {
    const { weights, beta } = fitted(rows, signs, (i) => folds[i] !== fold);
    for (let i = 0; i < bags.size; i++) if (folds[i] === fold) scores[i] = scoreOf(rows, i, weights, beta);
  }
  const heldOut = scoresByLabel(scores, { bags, scenario: "case-control" });
  const { weights, beta } = fitted(rows, signs, () => true);
  const kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } } as const;
  const prior = options.prior === undefined ? null : givenPriorCard(options.prior);
  return new Model({
    card: {
      learner: "signed-means",
      bagwise: version,
      options: given,
      kernel,
      prior,
      chosen: {},
      certificate: { status: "solved", iterations: 1, primalObjective: 0, dualObjective: 0, relativeGap: 0 },
      risks: [],
      measures: null,
      calibration: null,
      bound: null,
      training: {
        positive: positives,
        unlabeled,
        ...(negatives > 0 && { negative: negatives }),
        instances: bags.instances,
        centres: 1,
        dataHash: await contentHash(all),
      },
      notes: [...notes],
    },
    scaling: fitScaling(bags, { method: "none" }),
    scorer: {
      kind: "bags",
      kernel,
      centres: { bags: 1, statistics: { mean: matrix(1, weights.length, weights) } },
      alpha: Float64Array.of(1),
      beta,
    },
    ...knownBags(bags, heldOut),
  });
};

type Rows = ReturnType<typeof statisticsOf>;

/** The direction from the mean of the negative bags to that of the positive ones, and where it divides. */
function fitted({ rows, cols, data }: Rows, signs: Int8Array, used: (i: number) => boolean) {
  const meanOf = (sign: number) => {
    const own = Array.from({ length: rows }, (_, i) => i).filter((i) => signs[i] === sign && used(i));
    return Float64Array.from({ length: cols }, (_, j) =>
      own.reduce((sum, i) => sum + data[i * cols + j] / own.length, 0),
    );
  };
  const [positive, negative] = [meanOf(1), meanOf(-1)];
  const weights = positive.map((mean, j) => mean - negative[j]);
  return { weights, beta: -weights.reduce((sum, weight, j) => sum + (weight * (positive[j] + negative[j])) / 2, 0) };
}

function scoreOf({ cols, data }: Rows, i: number, weights: Float64Array, beta: number): number {
  return weights.reduce((sum, weight, j) => sum + weight * data[i * cols + j], beta);
}

function signedMeans(options: OptionsOf<typeof OPTIONS> = {}): Learner {
  return learnerOf("signed-means", { given: options, options: readOptions(OPTIONS, options), load: async () => train });
}

/** A toy that learns from positive and negative bags, and holds bags out. */
export const signedMeansEntry: LearnerEntry = {
  description: {
    ...nearestMeanEntry.description,
    name: "signed-means",
    label: "Signed means",
    title: "Signed means, a toy from positive and negative bags",
    help: "Calls a bag positive whose mean is nearer to the positive bags than to the negative ones.",
    learnsFrom: "positive and negative",
    needs: ["positive"],
    options: optionList(OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "measures" },
    holdsOut: true,
    parallel: false,
  },
  create: (options) => signedMeans(options),
};
