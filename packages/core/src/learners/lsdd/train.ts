import type { BagSet } from "../../bags/bag-set.js";
import type { Model } from "../../model/model.js";
import { scoresByLabel } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { certificateNotes, nothingHeldOut } from "../shared/card-parts.js";
import { copiesApart } from "../shared/copies-apart.js";
import { aroundMedian, type InstanceData, instanceData } from "../shared/instance-data.js";
import { instanceModel } from "../shared/instance-model.js";
import { nestedValues } from "../shared/nested.js";
import type { BaselineSetting } from "../shared/options.js";
import { checkOverlapSize, fitLsdd, overlaps } from "./fit.js";
import { type BagFolds, programFolds, stratifiedFolds } from "./folds.js";
import { heldOutScores } from "./held-out.js";
import { kernelSums, meanDifference } from "./kernel-sums.js";
import type { CheckedLsddOptions } from "./options.js";
import { chooseWidth, crossValidateLsdd, type JudgedWidth, settingFactor } from "./validation.js";

const ADVICE = {
  invalid: "scale the features or use smaller widths",
  inaccurate: "a larger lambda may help",
};

/** Time is in proportion to the instances times the centres: half a minute for so many. */
const MOST_INSTANCES = { default: 30_000, paper: 100_000 } as const;

/** Trains LSDD with checked options; `given` are the options as the caller wrote them. */
export async function trainLsdd(
  all: BagSet,
  options: CheckedLsddOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  const { setting, lambdas, seed, prior } = options;
  signal?.throwIfAborted();
  const data = await instanceData(all, { ...options, mostInstances: MOST_INSTANCES[setting] });
  const folds = (setting === "paper" ? programFolds : stratifiedFolds)(data.bags, options);
  const widths = options.widths ?? aroundMedian(data.rows, options.medianShares, seed);
  const weightsOf = (width: number, lambda: number) => ({
    factor: settingFactor(setting, width, data.rows.cols),
    lambda,
  });
  const weights = widths.flatMap((width) => lambdas.map((lambda) => weightsOf(width, lambda)));
  // Before any work is done. Without folds only the first setting is fitted.
  checkOverlapSize(data.centres.rows, folds === undefined ? weights.slice(0, 1) : weights);
  const sums = await kernelSums(data, folds, widths, context);
  // The setting of the paper has no use for held-out scores without a prior.
  const scored = setting === "default" || prior !== undefined;
  const search = { setting, widths, lambdas, sums, nested: scored && weights.length > 1 };
  const judged = folds === undefined ? [] : await crossValidateLsdd(data, folds, search, context);
  const best = chooseWidth(judged, setting);
  const { width, lambda } = best ?? { width: widths[0], lambda: lambdas[0] };
  const h = meanDifference(sums[widths.indexOf(width)], () => true);
  const [fitted] = fitLsdd(() => overlaps(data.centres, width), weightsOf(width, lambda), [h]);
  const held =
    scored && folds && best ? await nestedScores(data, folds, { judged, best, setting }, context) : undefined;
  onProgress?.({ step: "training", done: 1, total: 1 });
  const { theta, status, primalObjective, dualObjective, relativeGap } = fitted;
  return instanceModel(data, {
    learner: "lsdd",
    options: given,
    chosen: { setting, width, lambda },
    certificate: { status, iterations: 1, primalObjective, dualObjective, relativeGap },
    risks: judged.map(({ thetas: _, held: __, without: ___, ...risk }) => risk),
    width,
    alpha: theta,
    ...held,
    setting,
    prior,
    notes: [
      ...(best === undefined ? [nothingHeldOut("width and lambda")] : []),
      ...copiesApart(data.given, best && folds, context),
      ...certificateNotes(fitted, { advice: ADVICE }),
    ],
  });
}

/**
 * Held-out scores of the best setting, and those of bags whose fold had no say in the choice: see `nestedValues`.
 */
async function nestedScores(
  data: InstanceData,
  folds: BagFolds,
  { judged, best, setting }: { judged: readonly JudgedWidth[]; best: JudgedWidth; setting: BaselineSetting },
  context: FitContext,
) {
  const chosenWithout = Array.from({ length: folds.folds }, (_, fold) => {
    const without = judged.map((each, s) => ({ ...each, s, risk: each.without[fold] ?? Number.NaN }));
    return judged[chooseWidth(without, setting)?.s ?? 0];
  });
  const used = judged.filter((each) => each === best || chosenWithout.includes(each));
  const missing = used.filter(({ held }) => held === undefined);
  const found = await heldOutScores(data, folds, missing, context);
  const values = used.map((each) => each.held ?? found[missing.indexOf(each)]);
  const nested = nestedValues(folds, values, {
    chosen: used.indexOf(best),
    without: chosenWithout.map((each) => used.indexOf(each)),
  });
  const rows = Array.from(folds.of.keys()).filter((bag) => best.thetas.has(folds.of[bag]));
  const byLabel = (all: Float64Array) =>
    scoresByLabel(
      rows.map((bag) => all[bag]),
      { bags: data.bags, rows, scenario: "case-control" },
    );
  return { chosenHeld: byLabel(values[used.indexOf(best)]), held: byLabel(nested) };
}
