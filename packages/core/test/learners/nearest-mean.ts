import type { BagSet } from "../../src/bags/bag-set.js";
import { contentHash } from "../../src/bags/content-hash.js";
import { bagHashes } from "../../src/bags/copies/bag-hashes.js";
import { fitScaling } from "../../src/bags/scaling.js";
import { number, type OptionsOf, type OptionValues, optionList, readOptions } from "../../src/base/option.js";
import { version } from "../../src/base/version.js";
import { checkComputable } from "../../src/kernels/statistic/check-bags.js";
import { statisticsOf } from "../../src/kernels/statistic/statistics.js";
import { type Learner, type LearnerEntry, learnerOf, type Train } from "../../src/learners/learner.js";
import { SEED, UNUSED_NEGATIVES } from "../../src/learners/shared/options.js";
import { trainingBags } from "../../src/learners/shared/training-bags.js";
import { executeHere, type Work } from "../../src/learners/work.js";
import { type Matrix, matrix } from "../../src/linalg/matrix.js";
import { Model } from "../../src/model/model.js";

const OPTIONS = {
  shrink: number({ default: 1, range: { min: 0, max: 1 }, help: "how much of the difference of the means to keep" }),
  negatives: UNUSED_NEGATIVES,
  seed: SEED,
};

/** The mean of the rows of a matrix: its unit of work. */
const MEAN: Work<Matrix, Float64Array> = {
  name: "nearest-mean",
  run: ({ rows, cols, data }) => {
    const mean = new Float64Array(cols);
    for (let at = 0; at < data.length; at++) mean[at % cols] += data[at] / rows;
    return mean;
  },
};

const train: Train<OptionValues<typeof OPTIONS>> = async (all, options, given, context) => {
  const { signal, onProgress, execute = executeHere } = context;
  signal?.throwIfAborted();
  const { bags, positives, notes } = trainingBags(all, options);
  checkComputable(bags);
  const parts = split(bags, positives);
  let done = 0;
  const onDone = () => onProgress?.({ step: "means", done: ++done, total: parts.length });
  const [positive, unlabeled] = await execute(MEAN, parts, onDone, signal);
  signal?.throwIfAborted();
  const weights = positive.map((mean, j) => options.shrink * (mean - unlabeled[j]));
  const beta = -weights.reduce((sum, weight, j) => sum + (weight * (positive[j] + unlabeled[j])) / 2, 0);
  const kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } } as const;
  return new Model({
    card: {
      learner: "nearest-mean",
      bagwise: version,
      options: given,
      kernel,
      prior: null,
      chosen: { shrink: options.shrink },
      certificate: { status: "solved", iterations: 1, primalObjective: 0, dualObjective: 0, relativeGap: 0 },
      risks: [],
      measures: null,
      calibration: null,
      bound: null,
      training: {
        positive: positives,
        unlabeled: bags.size - positives,
        instances: bags.instances,
        centres: 1,
        dataHash: await contentHash(all),
      },
      notes,
    },
    scaling: fitScaling(bags, { method: "none" }),
    scorer: {
      kind: "bags",
      kernel,
      centres: { bags: 1, statistics: { mean: matrix(1, weights.length, weights) } },
      alpha: Float64Array.of(1),
      beta,
    },
    heldOut: null,
    trainedOn: bagHashes(bags).sort(),
  });
};

function split(bags: BagSet, positives: number): Matrix[] {
  const { rows, cols, data } = statisticsOf("mean", bags);
  return [
    matrix(positives, cols, data.slice(0, positives * cols)),
    matrix(rows - positives, cols, data.slice(positives * cols)),
  ];
}

/** A toy: a bag whose mean is nearer to that of the positive bags than to the others' is positive. */
export function nearestMean(options: OptionsOf<typeof OPTIONS> = {}): Learner {
  return learnerOf("nearest-mean", { given: options, options: readOptions(OPTIONS, options), load: async () => train });
}

export const nearestMeanEntry: LearnerEntry = {
  description: {
    name: "nearest-mean",
    label: "Nearest mean",
    title: "Nearest mean, a toy on the means of bags",
    help: "Calls a bag positive whose mean is nearer to the positive bags than to the unlabeled ones.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it in tests.",
    cost: "One pass over the bags.",
    paper: "none",
    options: optionList(OPTIONS),
    prior: { takes: [], estimates: false, affects: "nothing" },
    holdsOut: false,
    parallel: true,
    scoresInstances: false,
    dumpsProblem: false,
    report: { opensWith: "settings", noBound: "a toy has none", noGrid: "A toy searches no grid." },
  },
  create: (options) => nearestMean(options),
  work: async () => MEAN,
};
