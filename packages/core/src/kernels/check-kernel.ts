import { fields, positive, record, shown, wrong } from "./description.js";
import { checkInstanceSpecification } from "./instance-kernel.js";
import { isResolved, type Kernel, type KernelSpecification, kindOf, LEAF_KINDS, type LeafName } from "./kernel.js";

/** The maximum nesting of kernels, so that a foreign file cannot exhaust the stack. */
const DEEPEST = 20;
/** The maximum number of kernels in a sum. */
const MOST_TERMS = 100;

/**
 * Checks a kernel description and fills in the defaults (polynomial: degree 1, offset 1). All
 * parameters must be known, so a width "median" or a codebook or references "training" are errors. Unknown parameters are errors too.
 * Throws an InputError that names the wrong part.
 */
export function checkKernel(description: unknown): Kernel {
  const kernel = checkKernelSpecification(description);
  if (isResolved(kernel)) return kernel;
  const open = 'has a width that is still "median", or a codebook, factors or references still "training"';
  throw wrong("kernel", open, "Resolve it on training bags first: resolveKernel");
}

/**
 * Like `checkKernel`, but a width may be "median" and a codebook or references "training", which are also the
 * defaults.
 */
export function checkKernelSpecification(description: unknown): KernelSpecification {
  return bagKernel(description, "kernel", 0);
}

function bagKernel(value: unknown, path: string, depth: number): KernelSpecification {
  if (depth > DEEPEST) throw wrong(path, "is nested too deeply", `Nest at most ${DEEPEST} kernels`);
  const given = record(value, path);
  const names = Object.keys(LEAF_KINDS) as LeafName[];
  const type = names.find((name) => name === given.type);
  if (type !== undefined)
    return kindOf({ type }).check(given, path, (inner) => checkInstanceSpecification(inner, `${path}.kernel`));
  if (given.type === "normalised") {
    const { kernel } = fields(given, path, ["kernel"]);
    return { type: "normalised", kernel: bagKernel(kernel, `${path}.kernel`, depth + 1) };
  }
  if (given.type === "sum") return sum(fields(given, path, ["kernels", "weights"]), path, depth);
  const remedy = `Give one of ${[...names, "normalised", "sum"].join(", ")}`;
  throw wrong(`${path}.type`, `is ${shown(given.type)}`, remedy);
}

function sum(given: Record<string, unknown>, path: string, depth: number): KernelSpecification {
  const list = given.kernels;
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_TERMS) {
    throw wrong(`${path}.kernels`, `is ${shown(list)}`, `Give a list of 1 to ${MOST_TERMS} kernels`);
  }
  const kernels = list.map((part, i) => bagKernel(part, `${path}.kernels[${i}]`, depth + 1));
  if (given.weights === undefined) return { type: "sum", kernels };
  const weights: unknown = given.weights;
  if (!Array.isArray(weights) || weights.length !== kernels.length) {
    throw wrong(`${path}.weights`, `is ${shown(weights)}`, `Give ${kernels.length} numbers, one for each kernel`);
  }
  return { type: "sum", kernels, weights: weights.map((w, i) => positive(w, `${path}.weights[${i}]`)) };
}
