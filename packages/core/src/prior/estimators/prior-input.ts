import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling, fitScaling } from "../../bags/scaling.js";
import { InputError } from "../../base/errors.js";
import { badOption } from "../../base/option.js";
import { random } from "../../base/random.js";
import { gram } from "../../kernels/gram/gram.js";
import type { KernelSpecification } from "../../kernels/kernel.js";
import { represent } from "../../kernels/represent.js";
import { resolveKernel } from "../../kernels/resolve-kernel.js";
import { labelsCarryPrior, type Scenario } from "../../scores/scenario.js";
import type { PriorInput } from "./estimate.js";

/** Similarities should fade with distance. Scale features first. */
export const PRIOR_KERNEL: KernelSpecification = {
  type: "statistic",
  statistic: "min-max-mean",
  kernel: { type: "gaussian", width: "median" },
};

export interface PriorInputOptions {
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /** Default: Gaussian of median width on the min-max-mean statistic. */
  readonly kernel?: KernelSpecification | undefined;
  /** From more bags, so many are drawn. Memory is 8 bytes times its square. Default 2,500. */
  readonly most?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

/**
 * The Gram matrix of the positive bags, then the unlabeled ones, for `estimatePrior`. From too many
 * bags some are drawn: case-control at most half of them positive, single-set both kinds at the
 * same rate, because their ratio carries the prior.
 */
export function priorInput(bags: BagSet, options: PriorInputOptions = {}): PriorInput {
  const { scenario = "case-control", kernel = PRIOR_KERNEL, most = 2500, seed = 0 } = options;
  if (!(Number.isInteger(most) && most >= 2)) throw badOption("most", most, "a whole number from 2 up");
  const labelled = (label: string) =>
    Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === label);
  const positive = labelled("positive");
  const unlabeled = labelled("unlabeled");
  checkPresent(positive.length, unlabeled.length);
  const [wantPositive, wantUnlabeled] = quotas(positive.length, unlabeled.length, most, scenario);
  const generator = random(seed);
  const draw = (all: readonly number[], count: number) =>
    all.length <= count ? all : Array.from(generator.sample(all.length, count), (k) => all[k]).sort((a, b) => a - b);
  const first = draw(positive, wantPositive);
  const chosen = bags.subset([...first, ...draw(unlabeled, wantUnlabeled)]);
  const resolved = resolveKernel(kernel, chosen, { seed });
  return { gram: gram(resolved, represent(resolved, chosen)), positives: first.length, scenario };
}

function quotas(positives: number, unlabeled: number, most: number, scenario: Scenario): [number, number] {
  const all = positives + unlabeled;
  if (all <= most) return [positives, unlabeled];
  if (labelsCarryPrior(scenario)) {
    const share = Math.min(most - 1, Math.max(1, Math.round((most * positives) / all)));
    return [share, most - share];
  }
  const fromPositive = Math.min(positives, Math.max(Math.floor(most / 2), most - unlabeled));
  return [fromPositive, most - fromPositive];
}

function checkPresent(positives: number, unlabeled: number): void {
  if (positives > 0 && unlabeled > 0) return;
  const [what, remedy] =
    positives === 0
      ? ["positive", "Label at least one bag positive."]
      : ["unlabeled", "Give at least one unlabeled bag."];
  throw new InputError({
    code: "prior",
    message: `there are no ${what} bags to estimate the prior from`,
    remedy,
  });
}

/** The same on scaled features; `distinct` are bags without repeated instances. */
export function scaledPriorInput(distinct: BagSet, options: PriorInputOptions): PriorInput {
  return priorInput(applyScaling(fitScaling(distinct), distinct), options);
}
