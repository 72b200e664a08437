import { badOption, choice, integer, type OptionsOf, readOptions, text } from "../../base/option.js";
import { INSTANCE_KERNEL_NAMES } from "../../kernels/instance-kernel.js";
import type { KernelSpecification } from "../../kernels/kernel.js";
import { parseKernel } from "../../kernels/parse-kernel.js";
import { LOSSES } from "../../solver/problem.js";
import { PU_SKC_OPTIONS } from "../pu-skc/options.js";

/** How a bag is scored from its instances. */
export const INSTANCE_POOLINGS = ["max", "mean"] as const;

const { prior, audited, scaling, penalty, degree, lambda, folds, scenario, negatives, negativeWeight } = PU_SKC_OPTIONS;
const { landmarks, landmarkWay, eta, bootstrap, seed } = PU_SKC_OPTIONS;

/** Hyper-parameters of PU learning on instances: those of PU-SKC, with a kernel of instances. */
export const PU_INSTANCE_OPTIONS = {
  prior,
  audited,
  loss: choice({
    choices: [...LOSSES, "ramp"],
    default: "double-hinge",
    help: "the loss: convex (double-hinge, squared, logistic, as in the paper of 2015), or the ramp of 2014, which is not convex and is solved by several convex problems",
  }),
  pooling: choice({
    choices: INSTANCE_POOLINGS,
    default: "max",
    help: "how a bag is scored from its instances: by the highest (max), or by their mean",
  }),
  kernel: text({
    default: "gaussian",
    help: `how two instances are compared: ${INSTANCE_KERNEL_NAMES.join(", ")}; a number after a colon sets the width or the degree, as in gaussian:2`,
    read: kernelOf,
  }),
  scaling,
  penalty,
  degree,
  lambda,
  /** The largest number of convex problems that the ramp loss takes for one lambda. */
  steps: integer({
    default: 30,
    range: { min: 1, max: 1000 },
    help: "maximum number of convex problems to solve for the ramp loss, one after the other",
  }),
  folds,
  landmarks: {
    ...landmarks,
    help: "number of training instances to use as kernel centres; default all of them up to 1,000 instances, and 300 of more",
  },
  landmarkWay,
  scenario,
  negatives,
  negativeWeight,
  eta,
  bootstrap,
  seed,
};

/** Options of PU learning on instances, all optional. */
export interface PuInstanceOptions extends OptionsOf<typeof PU_INSTANCE_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedPuInstanceOptions = ReturnType<typeof checkedPuInstanceOptions>;

/** The options with defaults filled in, checked. */
export function checkedPuInstanceOptions(options: PuInstanceOptions) {
  const { degree: degrees, lambda: lambdas, ...rest } = readOptions(PU_INSTANCE_OPTIONS, options);
  return { ...rest, degrees, lambdas };
}

/** The kernel as one of bags of one instance: such a bag is its own mean. */
function kernelOf(kernel: string, name: string): KernelSpecification {
  const wanted = `the name of a kernel of instances: ${INSTANCE_KERNEL_NAMES.join(", ")}`;
  if (typeof kernel !== "string") throw badOption(name, kernel, wanted);
  const [type] = kernel.split(":");
  if (!INSTANCE_KERNEL_NAMES.some((known) => known === type)) throw badOption(name, kernel, wanted);
  return parseKernel(`mean-${kernel}`);
}
