// A learner in a package of its own: a bag is positive if the mean of its first feature is large. It uses @bagwise/core
// by its doors alone.
import { threadId } from "node:worker_threads";
import { bagHashes, contentHash, fitScaling } from "@bagwise/core/bags";
import { version } from "@bagwise/core/base";
import { learnerOf } from "@bagwise/core/learners";
import { matrix } from "@bagwise/core/linalg";
import { Model } from "@bagwise/core/model";

/** Its unit of work: the mean of the first feature, and in which thread it was computed. */
const MEAN = {
  name: "first-feature",
  run: ({ values }) => ({ mean: values.reduce((sum, value) => sum + value, 0) / values.length, threadId }),
};

const here = async ({ run }, jobs) => jobs.map(run);

async function train(bags, _options, given, { execute = here, signal } = {}) {
  const columns = [bags.positive(), bags.unlabeled()].map((some) => ({
    values: [...some.data].filter((_, k) => k % some.features.length === 0),
  }));
  const means = await execute(MEAN, columns, () => undefined, signal);
  const weights = new Float64Array(bags.features.length);
  weights[0] = Math.sign(means[0].mean - means[1].mean) || 1;
  const kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } };
  return new Model({
    card: {
      learner: "first-feature",
      bagwise: version,
      options: given,
      kernel,
      prior: null,
      chosen: { threads: means.filter(({ threadId }) => threadId !== 0).length },
      certificate: { status: "solved", iterations: 1, primalObjective: 0, dualObjective: 0, relativeGap: 0 },
      risks: [],
      measures: null,
      calibration: null,
      bound: null,
      training: {
        positive: bags.positive().size,
        unlabeled: bags.unlabeled().size,
        instances: bags.instances,
        centres: 1,
        dataHash: await contentHash(bags),
      },
      notes: [],
    },
    scaling: fitScaling(bags, { method: "none" }),
    scorer: {
      kind: "bags",
      kernel,
      centres: { bags: 1, statistics: { mean: matrix(1, weights.length, weights) } },
      alpha: Float64Array.of(1),
      beta: (-weights[0] * (means[0].mean + means[1].mean)) / 2,
    },
    heldOut: null,
    trainedOn: bagHashes(bags).sort(),
  });
}

export const learners = [
  {
    description: {
      name: "first-feature",
      label: "First feature",
      title: "First feature, a toy in a package of its own",
      help: "Calls a bag positive whose first feature is large on average.",
      learnsFrom: "positive and unlabeled",
      needs: ["positive", "unlabeled"],
      when: "Use it in tests.",
      cost: "One pass over the bags.",
      paper: "none",
      options: [],
      prior: { takes: [], estimates: false, affects: "nothing" },
      holdsOut: false,
      parallel: true,
      scoresInstances: false,
      dumpsProblem: false,
      report: { opensWith: "settings", noBound: "a toy has none", noGrid: "A toy searches no grid." },
    },
    create: (options) => learnerOf("first-feature", { given: options, options, load: async () => train }),
    work: async () => MEAN,
  },
];
