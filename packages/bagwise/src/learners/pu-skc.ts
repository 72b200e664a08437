import { applyScaling, type BagSet } from "../bags/index.js";
import type { Note } from "../base/note.js";
import { version } from "../base/version.js";
import { subsetRepresentation } from "../kernels/index.js";
import { bound, puMeasures } from "../metrics/index.js";
import { calibrate, Model, type UsedPrior } from "../model/index.js";
import { estimatePrior, type PriorInput, priorInput } from "../prior/index.js";
import { chooseSetting } from "../selection/index.js";
import type { Solution } from "../solver/index.js";
import { certificateNotes, givenPriorCard, nothingHeldOut } from "./card-parts.js";
import type { FitContext, Learner, LearnerEntry } from "./learner.js";
import { kernelOfDegree, type PuSkcData, puSkcData } from "./pu-skc-data.js";
import { type PuSkcJob, problemOf } from "./pu-skc-fit.js";
import { checkedPuSkcOptions, MANY_POSITIVES, PU_SKC_OPTIONS, type PuSkcOptions } from "./pu-skc-options.js";
import { crossValidate, executeHere, jobFor, searchOf } from "./pu-skc-validation.js";
import { scaledPriorInput } from "./scaled-prior-input.js";

type Options = ReturnType<typeof checkedPuSkcOptions>;

/**
 * PU-SKC, the convex classifier for positive and unlabeled bags of the paper, with its losses, penalties, kernels and centres as options.
 *
 * Degree and lambda are chosen by cross-validation on the PU risk, the prior is given or estimated once, and the model carries the certificate of its own
 * optimality. With a single positive bag nothing can be held out: the first degree and lambda are taken, and there are no measures.
 *
 * @example
 * const model = await puSkc({ prior: 0.3 }).fit(bags);
 */
export function puSkc(options: PuSkcOptions = {}): Learner {
  const checked = checkedPuSkcOptions(options);
  return { name: "pu-skc", fit: (bags, context = {}) => fit(bags, checked, { ...options }, context) };
}

/** PU-SKC in the registry of learners. */
export const puSkcEntry: LearnerEntry = {
  description: {
    name: "pu-skc",
    title: "PU-SKC, the convex set kernel classifier of the paper",
    help: "Solves one convex problem, certified, after choosing degree and lambda by cross-validation on positive and unlabeled bags.",
    needs: ["positive", "unlabeled"],
    options: PU_SKC_OPTIONS,
  },
  create: (options) => puSkc(options as PuSkcOptions),
};

async function fit(all: BagSet, options: Options, given: Record<string, unknown>, context: FitContext): Promise<Model> {
  const { signal, onProgress, execute = executeHere } = context;
  signal?.throwIfAborted();
  const data = await puSkcData(all, options);
  const search = searchOf(data, options);
  onProgress?.({ step: "estimating the prior", done: 0, total: 1 });
  const { prior, notes: priorNotes } = usedPrior(data, options);
  signal?.throwIfAborted();
  const judged = search ? await crossValidate(data, options, { prior: prior.value, search }, context) : [];
  const best = search && chooseSetting(judged);
  const { degree, lambda } = best ?? { degree: options.degrees[0], lambda: options.lambdas[0] };
  const last = jobFor(data, options, { prior: prior.value, degree, lambdas: [lambda], fold: undefined });
  context.onProblem?.(problemOf(last));
  const [[{ solution }]] = await execute([last], () => undefined, signal);
  const { status, iterations, primalObjective, dualObjective, relativeGap } = solution;
  const held = best?.held;
  const { bootstrap } = options;
  const kernel = kernelOfDegree(data.kernel, degree);
  return new Model({
    card: {
      learner: "pu-skc",
      bagwise: version,
      options: given,
      kernel,
      prior,
      chosen: { degree, lambda, loss: options.loss, penalty: options.penalty },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: judged.map(({ held: _, ...risk }) => risk),
      measures: held
        ? puMeasures(held.positive, held.unlabeled, { prior: prior.value, bootstrap, seed: options.seed })
        : null,
      calibration: held ? calibrate(held.positive, held.unlabeled, { prior: prior.value }) : null,
      bound: boundOf(last, solution),
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives,
        instances: data.bags.instances,
        centres: data.centres.length,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...priorNotes, ...fitNotes(solution, held !== undefined)],
    },
    scaling: data.scaling,
    scorer: {
      kind: "bags",
      kernel,
      centres: data.all ? data.representation : subsetRepresentation(data.representation, data.centres),
      alpha: solution.alpha,
      beta: solution.beta,
    },
  });
}

function usedPrior(data: PuSkcData, options: Options): { prior: UsedPrior; notes: readonly Note[] } {
  const { prior = data.positives < MANY_POSITIVES ? "median" : "ratio", scenario, eta, bootstrap, seed } = options;
  if (typeof prior === "number") return { prior: givenPriorCard(prior), notes: [] };
  const input =
    prior === "as-printed" ? classifiersOwn(data, options) : scaledPriorInput(data.distinct, { scenario, seed });
  const { value, low, high, method, clipped, warnings } = estimatePrior(prior, input, { seed, eta, bootstrap });
  return { prior: { value, low, high, method, clipped }, notes: warnings };
}

/** The paper's own formula is defined for the classifier's kernel. */
function classifiersOwn(data: PuSkcData, { scenario, seed, kernel }: Options): PriorInput {
  if (data.all) return { gram: data.family.degree(1), positives: data.positives, scenario };
  return priorInput(applyScaling(data.scaling, data.distinct), { scenario, seed, kernel });
}

function fitNotes(solution: Solution, held: boolean): Note[] {
  const advice = {
    invalid: "scale the features or take a normalised kernel",
    inaccurate: "a normalised kernel or a larger lambda helps",
  };
  return [...(held ? [] : [nothingHeldOut("degree and lambda")]), ...certificateNotes(solution, { advice })];
}

/** Theorem 1 with phi the kernel values to the centres. */
function boundOf({ gram: { rows, cols, data }, prior, positive, unlabeled }: PuSkcJob, { alpha, beta }: Solution) {
  let largest = 0;
  for (let i = 0; i < rows; i++) {
    let sum = 1;
    for (let j = i * cols; j < (i + 1) * cols; j++) sum += data[j] * data[j];
    largest = Math.max(largest, sum);
  }
  const norm = Math.sqrt(alpha.reduce((sum, value) => sum + value * value, beta * beta));
  return bound({
    capacity: norm * Math.sqrt(largest),
    prior,
    positive: positive.length,
    unlabeled: unlabeled.length,
  });
}
