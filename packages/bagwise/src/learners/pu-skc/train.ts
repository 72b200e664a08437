import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling } from "../../bags/scaling.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { subsetRepresentation } from "../../kernels/representation.js";
import { calibrate } from "../../model/calibrate.js";
import { Model } from "../../model/model.js";
import { type AuditCounts, checkAuditSize, withAudit } from "../../prior/belief/audit.js";
import { flatBelief, withRange } from "../../prior/belief/belief.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import type { PriorInput } from "../../prior/estimators/estimate.js";
import { estimatePrior } from "../../prior/estimators/estimate-prior.js";
import { priorInput, scaledPriorInput } from "../../prior/estimators/prior-input.js";
import { areFinite, sampleOf } from "../../scores/bag-scores.js";
import { bound } from "../../scores/bound.js";
import { labelledInSample, labelledShare, priorWithLabelled, type Scenario } from "../../scores/scenario.js";
import type { Solution } from "../../solver/solution.js";
import type { FitContext } from "../learner.js";
import { cardMeasures, certificateNotes, givenPriorCard, nothingHeldOut } from "../shared/card-parts.js";
import { knownBags } from "../shared/known-bags.js";
import { trainingBags } from "../shared/training-bags.js";
import { executeHere } from "../work.js";
import { chooseByValidation } from "./choice.js";
import { countsIn, kernelOfDegree, type PuSkcData, puSkcData } from "./data.js";
import { PU_SKC_WORK, type PuSkcJob, problemOf } from "./fit.js";
import { type CheckedPuSkcOptions, MANY_POSITIVES } from "./options.js";
import { jobFor, searchOf } from "./validation.js";

/** Trains PU-SKC with checked options; `given` are the options as the caller wrote them. */
export async function trainPuSkc(
  all: BagSet,
  options: CheckedPuSkcOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress, execute = executeHere, auditedFrom } = context;
  signal?.throwIfAborted();
  if (options.audited !== undefined) checkAuditSize(options.audited, auditedFrom ?? all.unlabeled().size);
  const data = await puSkcData(all, options);
  const search = searchOf(data, options);
  onProgress?.({ step: "estimating the prior", done: 0, total: 1 });
  const { prior, notes: priorNotes } = usedPrior(data, options);
  signal?.throwIfAborted();
  const choice = await chooseByValidation(data, options, { prior: prior.value, search }, context);
  const { degree, lambda, negativeWeight, judged, held } = choice;
  const last = jobFor(data, options, {
    prior: prior.value,
    degree,
    lambdas: [lambda],
    negativeWeight,
    fold: undefined,
  });
  context.onProblem?.(problemOf(last));
  const [[{ solution }]] = await execute(PU_SKC_WORK, [last], () => undefined, signal);
  const { status, iterations, primalObjective, dualObjective, relativeGap } = solution;
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const kernel = kernelOfDegree(data.kernel, degree);
  return new Model({
    card: {
      learner: "pu-skc",
      bagwise: version,
      options: given,
      kernel,
      prior,
      chosen: {
        degree,
        lambda,
        ...(data.negatives > 0 && { negativeWeight }),
        loss: options.loss,
        penalty: options.penalty,
      },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: judged.map(({ held: _, ...risk }) => risk),
      measures: cardMeasures(heldOut, prior, options),
      calibration: held ? calibrate(held.positive, sampleOf(held), { prior: prior.value }) : null,
      bound: negativeWeight > 0 ? null : boundOf(last, solution),
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives - data.negatives,
        ...(data.negatives > 0 && { negative: data.negatives }),
        instances: data.bags.instances,
        centres: data.centres.length,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...choice.notes, ...priorNotes, ...fitNotes(solution, held !== undefined)],
    },
    scaling: data.scaling,
    scorer: {
      kind: "bags",
      kernel,
      centres: data.all ? data.representation : subsetRepresentation(data.representation, data.centres),
      alpha: solution.alpha,
      beta: solution.beta,
    },
    ...knownBags(data.bags, heldOut),
  });
}

const TOO_HIGH: Note = {
  code: "prior-too-high",
  message:
    "an estimated prior is often too high, and its interval does not allow for that: precision and accuracy may be lower than their intervals say. An audit of 30 unlabeled bags, or a prior that you know, helps",
};

function usedPrior(data: PuSkcData, options: CheckedPuSkcOptions): { prior: UsedPrior; notes: readonly Note[] } {
  const { audited } = options;
  if (audited === undefined) return toldOrEstimated(data, options);
  if (options.prior === undefined) return auditedPrior(data, options.scenario, audited);
  const { prior, notes } = toldOrEstimated(data, options);
  const message = `the audit is not used, because the prior was given as ${options.prior}; leave the prior out to use the audit`;
  return { prior, notes: [...notes, { code: "audit-unused", message }] };
}

/**
 * The mean (k + 1) / (n + 2) and the interval of the prior, if nothing was known before the audit.
 * In a single set the audit is of the unlabeled part alone.
 */
function auditedPrior(
  data: PuSkcData,
  scenario: Scenario,
  audit: AuditCounts,
): { prior: UsedPrior; notes: readonly Note[] } {
  const labelled = labelledShare(countsIn(data), scenario);
  const possible = labelled > 0 ? withRange(flatBelief(), { low: labelled }) : flatBelief();
  const { low, high } = describeBelief(withAudit(possible, audit, { labelled }));
  const { positive, reviewed } = audit;
  const value = priorWithLabelled((positive + 1) / (reviewed + 2), labelled);
  const message = `the prior ${Number(value.toFixed(3))} comes from the audit alone, ${positive} of ${reviewed} positive; nothing was estimated from the data`;
  return { prior: { value, low, high, method: "audit", clipped: false }, notes: [{ code: "prior-audited", message }] };
}

function toldOrEstimated(data: PuSkcData, options: CheckedPuSkcOptions): { prior: UsedPrior; notes: readonly Note[] } {
  const { prior = data.positives < MANY_POSITIVES ? "median" : "ratio", scenario, eta, bootstrap, seed } = options;
  if (typeof prior === "number") return { prior: givenPriorCard(prior), notes: [] };
  const input =
    prior === "as-printed"
      ? classifiersOwn(data, options)
      : scaledPriorInput(bagsForPrior(data, scenario), { scenario, seed });
  const { value, low, high, method, clipped, warnings } = estimatePrior(prior, input, { seed, eta, bootstrap });
  return { prior: { value, low, high, method, clipped }, notes: [...warnings, TOO_HIGH] };
}

/**
 * The bags that tell something about the prior. Known negatives do so only in the single-set
 * scenario, where they are part of the one sample.
 */
function bagsForPrior({ distinct }: PuSkcData, scenario: Scenario): BagSet {
  return trainingBags(distinct, { negatives: labelledInSample(scenario) ? "unlabeled" : "drop" }).bags;
}

/** The paper's own formula is defined for the classifier's kernel. */
function classifiersOwn(data: PuSkcData, { scenario, seed, kernel }: CheckedPuSkcOptions): PriorInput {
  if (data.all && data.negatives === 0) return { gram: data.family.degree(1), positives: data.positives, scenario };
  return priorInput(applyScaling(data.scaling, bagsForPrior(data, scenario)), { scenario, seed, kernel });
}

function fitNotes(solution: Solution, held: boolean): Note[] {
  const advice = {
    invalid: "scale the features or use a normalised kernel",
    inaccurate: "a normalised kernel or a larger lambda may help",
  };
  return [...(held ? [] : [nothingHeldOut("degree and lambda")]), ...certificateNotes(solution, { advice })];
}

/** Theorem 1 of the paper; phi are the kernel values to the centres. */
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
