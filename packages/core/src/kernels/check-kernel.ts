import { InputError, quote } from "../base/errors.js";
import { MOST_NUMBERS, MOST_POINTS } from "./codebook/codebook.js";
import {
  type Codebook,
  INSTANCE_KERNEL_NAMES,
  type InstanceKernel,
  type InstanceKernelSpecification,
  isResolved,
  type Kernel,
  type KernelSpecification,
  type References,
  USUAL_EDGE_WIDTH,
  type Width,
} from "./kernel.js";
import { MOST_REFERENCE_NUMBERS, MOST_REFERENCE_POINTS, MOST_REFERENCES } from "./references/dissimilarities.js";
import { LARGEST } from "./statistic/check-bags.js";
import { isStatisticName, STATISTIC_NAMES } from "./statistic/statistics.js";

/** The maximum nesting of kernels, so that a foreign file cannot exhaust the stack. */
const DEEPEST = 20;
/** The maximum number of kernels in a sum. */
const MOST_TERMS = 100;
/**
 * The maximum degree. The power takes this many multiplications, and no larger degree makes sense.
 */
const GREATEST_DEGREE = 100;

const BAG_KERNEL_NAMES = [
  "statistic",
  "set",
  "graph",
  "edge-graph",
  "affinity",
  "conformal",
  "dissimilarity",
  "normalised",
  "sum",
] as const;

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

/** Like `checkKernel`, for a kernel of instances. */
export function checkInstanceKernel(description: unknown): InstanceKernel {
  const kernel = instanceKernel(description, "kernel");
  if (!("width" in kernel)) return kernel;
  return { type: kernel.type, width: positive(kernel.width, "kernel.width") };
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
  switch (given.type) {
    case "statistic": {
      const known = fields(given, path, ["statistic", "kernel"]);
      if (!isStatisticName(known.statistic)) {
        throw wrong(`${path}.statistic`, `is ${shown(known.statistic)}`, `Give one of ${STATISTIC_NAMES.join(", ")}`);
      }
      return {
        type: "statistic",
        statistic: known.statistic,
        kernel: instanceKernel(known.kernel, `${path}.kernel`),
      };
    }
    case "set":
    case "graph":
      return { type: given.type, kernel: instanceKernel(fields(given, path, ["kernel"]).kernel, `${path}.kernel`) };
    case "edge-graph": {
      const { edgeWidth = USUAL_EDGE_WIDTH, kernel } = fields(given, path, ["edgeWidth", "kernel"]);
      return {
        type: "edge-graph",
        kernel: instanceKernel(kernel, `${path}.kernel`),
        edgeWidth: positive(edgeWidth, `${path}.edgeWidth`),
      };
    }
    case "affinity": {
      const { codebook = "training", kernel } = fields(given, path, ["codebook", "kernel"]);
      return {
        type: "affinity",
        codebook: codebookOf(codebook, `${path}.codebook`),
        kernel: instanceKernel(kernel, `${path}.kernel`),
      };
    }
    case "conformal":
      return conformal(fields(given, path, ["codebook", "factors", "kernel"]), path);
    case "dissimilarity": {
      const { references = "training", kernel } = fields(given, path, ["references", "kernel"]);
      return {
        type: "dissimilarity",
        references: referencesOf(references, `${path}.references`),
        kernel: instanceKernel(kernel, `${path}.kernel`),
      };
    }
    case "normalised":
      return {
        type: "normalised",
        kernel: bagKernel(fields(given, path, ["kernel"]).kernel, `${path}.kernel`, depth + 1),
      };
    case "sum":
      return sum(fields(given, path, ["kernels", "weights"]), path, depth);
    default:
      throw wrong(`${path}.type`, `is ${shown(given.type)}`, `Give one of ${BAG_KERNEL_NAMES.join(", ")}`);
  }
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

function conformal(given: Record<string, unknown>, path: string): KernelSpecification {
  const { codebook: points = "training", factors = "training", kernel } = given;
  const codebook = codebookOf(points, `${path}.codebook`);
  const inner = instanceKernel(kernel, `${path}.kernel`);
  if (factors === "training") return { type: "conformal", codebook, factors, kernel: inner };
  const wanted = codebook === "training" ? 0 : codebook.points.length;
  const factor = (each: unknown): each is number => typeof each === "number" && each >= 0 && each <= LARGEST;
  if (Array.isArray(factors) && factors.length === wanted && factors.every(factor) && factors.some((each) => each > 0))
    return { type: "conformal", codebook, factors: [...factors], kernel: inner };
  const remedy = "Give a number of at least 0 for each point of the codebook, not all 0";
  throw wrong(`${path}.factors`, `is ${shown(factors)}`, `${remedy}, or "training"`);
}

function codebookOf(value: unknown, path: string): Codebook | "training" {
  if (value === "training") return value;
  const { points, width } = fields(record(value, path, ', or "training"'), path, ["points", "width"]);
  const checked = pointsOf(points, `${path}.points`, { most: MOST_POINTS, numbers: MOST_NUMBERS });
  return { points: checked, width: positive(width, `${path}.width`) };
}

function referencesOf(value: unknown, path: string): References | "training" {
  if (value === "training") return value;
  const { points, sizes } = fields(record(value, path, ', or "training"'), path, ["points", "sizes"]);
  const checked = pointsOf(points, `${path}.points`, { most: MOST_REFERENCE_POINTS, numbers: MOST_REFERENCE_NUMBERS });
  const size = (each: unknown): each is number => Number.isInteger(each) && Number(each) >= 1;
  const fits = Array.isArray(sizes) && sizes.length <= MOST_REFERENCES && sizes.every(size);
  if (fits && sizes.reduce((sum, each) => sum + each, 0) === checked.length)
    return { points: checked, sizes: [...sizes] };
  const remedy = `Give the number of points of each of at most ${MOST_REFERENCES} bags, ${checked.length} in all`;
  throw wrong(`${path}.sizes`, `is ${shown(sizes)}`, remedy);
}

function pointsOf(
  points: unknown,
  path: string,
  { most, numbers }: { readonly most: number; readonly numbers: number },
): number[][] {
  if (!Array.isArray(points) || points.length === 0 || points.length > most)
    throw wrong(path, `is ${shown(points)}`, `Give a list of 1 to ${most} points`);
  const length: unknown = Array.isArray(points[0]) ? points[0].length : 0;
  if (typeof length !== "number" || length * points.length > Math.max(length, numbers))
    throw wrong(path, "has too many numbers", `Give at most ${numbers}`);
  return points.map((point: unknown, i) => {
    const finite = (each: unknown): each is number => typeof each === "number" && Math.abs(each) <= LARGEST;
    if (Array.isArray(point) && length > 0 && point.length === length && point.every(finite)) return [...point];
    throw wrong(`${path}[${i}]`, `is ${shown(point)}`, "Give points of as many finite numbers as there are features");
  });
}

function instanceKernel(value: unknown, path: string): InstanceKernelSpecification {
  const given = record(value, path);
  switch (given.type) {
    case "linear":
    case "cosine":
      fields(given, path, []);
      return { type: given.type };
    case "polynomial": {
      const { degree = 1, offset = 1 } = fields(given, path, ["degree", "offset"]);
      return { type: "polynomial", degree: checkDegree(degree, `${path}.degree`), offset: offsetOf(offset, path) };
    }
    case "gaussian":
    case "laplace": {
      const { width = "median" } = fields(given, path, ["width"]);
      return { type: given.type, width: widthOf(width, `${path}.width`) };
    }
    default:
      throw wrong(`${path}.type`, `is ${shown(given.type)}`, `Give one of ${INSTANCE_KERNEL_NAMES.join(", ")}`);
  }
}

/**
 * Returns the degree if it is a whole number from 1 to 100. Otherwise throws an InputError that
 * calls it `path`.
 */
export function checkDegree(degree: unknown, path = "the degree"): number {
  if (typeof degree === "number" && Number.isInteger(degree) && degree >= 1 && degree <= GREATEST_DEGREE) return degree;
  throw wrong(path, `is ${shown(degree)}`, `Give a whole number from 1 to ${GREATEST_DEGREE}`);
}

/**
 * With a negative offset, a bag could have negative similarity to itself, so this would not be a
 * kernel.
 */
function offsetOf(offset: unknown, path: string): number {
  if (typeof offset === "number" && offset >= 0 && offset < Infinity) return offset;
  throw wrong(`${path}.offset`, `is ${shown(offset)}`, "Give a finite number of at least 0");
}

function widthOf(width: unknown, path: string): Width {
  return width === "median" ? width : positive(width, path, ', or "median"');
}

function positive(value: unknown, path: string, or = ""): number {
  if (typeof value === "number" && value > 0 && value < Infinity) return value;
  throw wrong(path, `is ${shown(value)}`, `Give a finite number above 0${or}`);
}

function record(value: unknown, path: string, or = ""): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(path, `is ${shown(value)}`, `Give an object${or === "" ? " with a type" : or}`);
}

function fields(given: Record<string, unknown>, path: string, known: readonly string[]): Record<string, unknown> {
  const extra = Object.keys(given).find((key) => key !== "type" && !known.includes(key));
  if (extra === undefined) return given;
  const remedy = known.length === 0 ? "It has no parameters" : `It has only ${known.join(" and ")}`;
  throw wrong(path, `has an unknown parameter ${quote(extra)}`, remedy);
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return quote(value);
  return typeof value === "object" ? quote(JSON.stringify(value) ?? "an object") : String(value);
}

function wrong(path: string, what: string, remedy: string): InputError {
  return new InputError({ code: "kernel", message: `${path} ${what}`, remedy: `${remedy}.` });
}
