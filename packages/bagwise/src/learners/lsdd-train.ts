import type { BagSet } from "../bags/index.js";
import type { Note } from "../base/note.js";
import { version } from "../base/version.js";
import { medianDistance } from "../kernels/resolve-kernel.js";
import { puMeasures } from "../metrics/index.js";
import { calibrate, Model } from "../model/index.js";
import { type InstanceData, instanceData } from "./instance-data.js";
import { kernelSums, meanDifference } from "./kernel-sums.js";
import type { FitContext } from "./learner.js";
import { fitLsdd, type LsddFit, overlaps } from "./lsdd-fit.js";
import { programFolds, stratifiedFolds } from "./lsdd-folds.js";
import { heldOutScores } from "./lsdd-held.js";
import { type checkedLsddOptions, MEDIAN_SHARES } from "./lsdd-options.js";
import { chooseWidth, crossValidateLsdd, settingFactor } from "./lsdd-validation.js";

type Options = ReturnType<typeof checkedLsddOptions>;

/** Trains LSDD with checked options; `given` are the options as they were given. */
export async function trainLsdd(
  all: BagSet,
  options: Options,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  const { setting, lambdas, seed, prior } = options;
  signal?.throwIfAborted();
  const data = await instanceData(all, options);
  const folds = (setting === "paper" ? programFolds : stratifiedFolds)(data.bags, options);
  const widths = options.widths ?? aroundMedian(data, seed);
  const sums = await kernelSums(data, folds, widths, context);
  const judged =
    folds === undefined ? [] : await crossValidateLsdd(data, folds, { setting, widths, lambdas, sums }, context);
  const best = chooseWidth(judged, setting);
  const { width, lambda } = best ?? { width: widths[0], lambda: lambdas[0] };
  const factor = settingFactor(setting, width, data.rows.cols);
  const h = meanDifference(sums[widths.indexOf(width)], () => true);
  const [fitted] = fitLsdd(() => overlaps(data.centres, width), { factor, lambda }, [h]);
  const judgable = prior !== undefined && folds !== undefined && best !== undefined;
  const [held] = judgable ? await heldOutScores(data, folds, [best], context) : [];
  onProgress?.({ step: "training", done: 1, total: 1 });
  const { theta, status, primalObjective, dualObjective, relativeGap } = fitted;
  return new Model({
    card: {
      learner: "lsdd",
      bagwise: version,
      options: given,
      kernel: null,
      prior: prior === undefined ? null : { value: prior, low: prior, high: prior, method: "given", clipped: false },
      chosen: { setting, width, lambda },
      certificate: { status, iterations: 1, primalObjective, dualObjective, relativeGap },
      risks: judged.map(({ thetas: _, ...risk }) => risk),
      measures: judgable ? puMeasures(held.positive, held.unlabeled, { prior, seed }) : null,
      calibration: judgable ? calibrate(held.positive, held.unlabeled, { prior }) : null,
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives,
        instances: data.rows.rows,
        centres: data.centres.rows,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...fitNotes(fitted, best !== undefined)],
    },
    scaling: data.scaling,
    scorer: {
      kind: "instances",
      projection: null,
      score: { kernel: { type: "gaussian", width }, centres: data.centres, alpha: theta, beta: 0 },
      key: null,
    },
  });
}

/** The median is 1 when all instances are equal: any width will do. */
function aroundMedian({ rows }: InstanceData, seed: number): number[] {
  const median = medianDistance(rows, seed);
  return MEDIAN_SHARES.map((share) => share * median);
}

function fitNotes({ status, relativeGap }: LsddFit, held: boolean): Note[] {
  const notes: Note[] = [];
  if (!held)
    notes.push({
      code: "nothing-held-out",
      message:
        "too few bags to hold any out: the first width and lambda were taken, and nothing is known of how well they do",
    });
  if (status === "invalid")
    notes.push({
      code: "certificate",
      message:
        "the training problem has numbers too large to compute with, so the model knows nothing; scale the features or take smaller widths",
    });
  else if (status !== "solved")
    notes.push({
      code: "certificate",
      message: `the training problem was solved only to a relative gap of ${relativeGap.toExponential(1)}; a larger lambda helps`,
    });
  return notes;
}
