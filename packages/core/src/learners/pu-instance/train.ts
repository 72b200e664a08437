import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { statisticRows } from "../../kernels/representation.js";
import { Model } from "../../model/model.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import type { InstanceScorer } from "../../scorers/scorer.js";
import { allScores, areFinite, type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { chooseByValidation } from "../pu-skc/choice.js";
import { kernelOfDegree } from "../pu-skc/data.js";
import { lastProblem, PU_SKC_WORK, type PuSkcOutcome } from "../pu-skc/fit.js";
import { usedPrior } from "../pu-skc/prior.js";
import { jobFor, type Search } from "../pu-skc/validation.js";
import { certificateNotes, nothingHeldOut } from "../shared/card-parts.js";
import { copiesApart } from "../shared/copies-apart.js";
import { type Folds, trainingFolds } from "../shared/folds.js";
import { chooseRows } from "../shared/instance-data.js";
import { knownBags } from "../shared/known-bags.js";
import { executeHere } from "../work.js";
import { type PuInstanceData, puInstanceData, type SingleBags } from "./data.js";
import type { CheckedPuInstanceOptions } from "./options.js";

/** Trains on instances with checked options; `given` are the options as the caller wrote them. */
export async function trainPuInstance(
  all: BagSet,
  options: CheckedPuInstanceOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress, execute = executeHere, auditedFrom } = context;
  signal?.throwIfAborted();
  if (options.audited !== undefined) checkAuditSize(options.audited, auditedFrom ?? all.unlabeled().size);
  const data = await puInstanceData(all, options);
  const folds = trainingFolds(data.bags, options);
  onProgress?.({ step: "estimating the prior", done: 0, total: 1 });
  const { scaling } = data.fitted.data;
  const { prior, notes: priorNotes } = usedPrior({ ...data, scaling, family: undefined }, options);
  signal?.throwIfAborted();
  const search = folds && searchOf(data.searched, folds);
  // Near-copies are a matter of bags, not of instances.
  const choice = await chooseByValidation(
    data.searched.data,
    options,
    { prior: prior.value, search },
    { ...context, findCopies: false },
  );
  const { degree, lambda, negativeWeight, judged } = choice;
  const unit = { prior: prior.value, degree, lambdas: [lambda], negativeWeight, fold: undefined };
  const last = jobFor(data.fitted.data, options, unit);
  const [[outcome]] = await execute(PU_SKC_WORK, [last], () => undefined, signal);
  context.onProblem?.(lastProblem(last, outcome));
  const { alpha, beta, status, iterations, primalObjective, dualObjective, relativeGap } = outcome.solution;
  const held = choice.held && heldBags(data, choice.held, options);
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const { positives, negatives, bags } = data;
  return new Model({
    card: {
      learner: "pu-instance",
      bagwise: version,
      options: given,
      kernel: null,
      prior,
      chosen: {
        degree,
        lambda,
        ...(negatives > 0 && { negativeWeight }),
        loss: options.loss,
        penalty: options.penalty,
        pooling: options.pooling,
      },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: judged.map(({ values: _, without: __, ...risk }) => risk),
      measures: null,
      calibration: null,
      bound: null,
      training: {
        positive: positives,
        unlabeled: bags.size - positives - negatives,
        ...(negatives > 0 && { negative: negatives }),
        instances: data.fitted.data.bags.size,
        centres: data.fitted.data.centres.length,
        dataHash: data.dataHash,
      },
      notes: [
        ...data.notes,
        ...choice.notes,
        ...copiesApart(bags, folds, context),
        ...priorNotes,
        ...fitNotes(outcome, held !== undefined, options),
      ],
    },
    scaling,
    scorer: scorerOf(data.fitted, { alpha, beta, degree, pooling: options.pooling }),
    ...knownBags(bags, heldOut),
  });
}

/** Instances are held out with their bag. */
function searchOf({ data, offsets }: SingleBags, folds: Folds): Search {
  const of = new Uint16Array(data.bags.size);
  for (let i = 0; i + 1 < offsets.length; i++) of.fill(folds.of[i], offsets[i], offsets[i + 1]);
  return { of, folds: folds.folds, rows: Uint32Array.from(of.keys()) };
}

/** The held-out scores of bags, from those of their instances, which are in the same order. */
function heldBags(
  { bags, searched: { offsets } }: PuInstanceData,
  held: BagScores,
  { pooling, scenario }: CheckedPuInstanceOptions,
): BagScores {
  const z = allScores(held);
  const scores = Float64Array.from({ length: bags.size }, (_, i) => {
    const own = z.subarray(offsets[i], offsets[i + 1]);
    if (pooling === "mean") return own.reduce((sum, value) => sum + value, 0) / own.length;
    return own.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  });
  return scoresByLabel(scores, { bags, scenario });
}

function scorerOf(
  { data }: SingleBags,
  {
    alpha,
    beta,
    degree,
    pooling,
  }: { readonly degree: number; readonly pooling: string } & Pick<PuSkcOutcome["solution"], "alpha" | "beta">,
): InstanceScorer {
  const kernel = kernelOfDegree(data.kernel, degree);
  if (kernel.type !== "statistic") throw new TypeError("the kernel of bags of one is not one of instances");
  const centres = chooseRows(statisticRows(data.representation, kernel.statistic), data.centres);
  const score = { kernel: kernel.kernel, centres, alpha, beta };
  return { kind: "instances", projection: null, score, key: null, ...(pooling === "mean" && { topShare: 1 }) };
}

const ADVICE = { invalid: "scale the features", inaccurate: "a larger lambda may help" };

function fitNotes({ solution, ramp }: PuSkcOutcome, held: boolean, { steps }: CheckedPuInstanceOptions): Note[] {
  const problem = ramp === undefined ? "the training problem" : "the last convex problem";
  const notes = [
    ...(held ? [] : [nothingHeldOut("degree and lambda")]),
    ...certificateNotes(solution, { advice: ADVICE, problem }),
  ];
  if (ramp !== undefined && !ramp.scheme.settled && ramp.scheme.path.length >= steps)
    notes.push({
      code: "not-settled",
      message: `the concave-convex procedure was stopped after ${steps} steps, before it converged; more steps may lower the loss a little`,
    });
  return notes;
}
