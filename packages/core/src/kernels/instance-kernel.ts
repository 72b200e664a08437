import { InputError, quote } from "../base/errors.js";
import { linearAlgebra } from "../linalg/backend.js";
import type { Matrix } from "../linalg/matrix.js";
import { fields, positive, record, shown, wrong } from "./description.js";
import { raise } from "./power.js";

/**
 * A kernel of two vectors x and y, as plain data. `Width` is a number, or also "median" in a
 * specification.
 */
export type InstanceKernelOf<Width> =
  /** x.y */
  | { readonly type: "linear" }
  /** (x.y + offset)^degree; degree a whole number from 1 up, offset at least 0. */
  | { readonly type: "polynomial"; readonly degree: number; readonly offset: number }
  /** exp(-|x - y|^2 / (2 width^2)) */
  | { readonly type: "gaussian"; readonly width: Width }
  /** exp(-|x - y| / width), with the Euclidean distance. */
  | { readonly type: "laplace"; readonly width: Width }
  /** x.y / (|x| |y|); 0 when one of the two is 0. */
  | { readonly type: "cosine" };

export type InstanceKernel = InstanceKernelOf<number>;

/** A width, or "median" for the median distance in the training bags. */
export type Width = number | "median";

export type InstanceKernelSpecification = InstanceKernelOf<Width>;

export type InstanceKernelName = InstanceKernel["type"];

/** A kernel that falls with the distance. */
export type FallingKernel = Extract<InstanceKernel, { type: "gaussian" | "laplace" }>;

/** What a kernel needs of vectors a and b besides their inner products. */
export interface Lengths {
  /** The squared norms of a and of b. */
  readonly squares: () => readonly [left: Float64Array, right: Float64Array];
  /** Whether a and b are the same vectors. */
  readonly same: boolean;
  /** Turns inner products into squared distances, in place. */
  readonly toDistances: (products: Matrix) => void;
}

/** What there is to know about one kernel of vectors. */
interface InstanceKind<Specification, Known> {
  /** The kernel with its defaults, from a description with a type. */
  check(given: Record<string, unknown>, path: string): Specification;
  /** The kernel of a short name, such as `polynomial:2`; undefined if it takes no such parameter. */
  named(parameter: string | undefined): Specification | undefined;
  phrase(kernel: Specification): string;
  /** Turns inner products into values of the kernel, in place. */
  values(kernel: Known, products: Matrix, lengths: Lengths): void;
  /** The values of vectors with themselves from their squared norms, perhaps in place. */
  self(kernel: Known, squares: Float64Array): Float64Array;
}

type KindOf<Name> = InstanceKind<
  Extract<InstanceKernelSpecification, { type: Name }>,
  Extract<InstanceKernel, { type: Name }>
>;

const linear: KindOf<"linear"> = {
  check: (given, path) => fields(given, path, []) && { type: "linear" },
  named: (parameter) => (parameter === undefined ? { type: "linear" } : undefined),
  phrase: () => "linear kernel",
  values: () => undefined,
  self: (_, squares) => squares,
};

const polynomial: KindOf<"polynomial"> = {
  check(given, path) {
    const { degree = 1, offset = 1 } = fields(given, path, ["degree", "offset"]);
    return { type: "polynomial", degree: checkDegree(degree, `${path}.degree`), offset: offsetOf(offset, path) };
  },
  named: (parameter) =>
    parameter === "median"
      ? undefined
      : { type: "polynomial", degree: parameter === undefined ? 1 : Number(parameter), offset: 1 },
  phrase: ({ degree, offset }) => `polynomial kernel of degree ${degree}${offset === 1 ? "" : ` and offset ${offset}`}`,
  values: (kernel, { data }) => {
    power(kernel, data);
  },
  self: power,
};

function power({ offset, degree }: { readonly offset: number; readonly degree: number }, products: Float64Array) {
  for (let i = 0; i < products.length; i++) products[i] += offset;
  raise(products, degree);
  return products;
}

/** The maximum degree. The power takes this many multiplications, and no larger degree makes sense. */
const GREATEST_DEGREE = 100;

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

/** A kernel that is the exponential of minus the `length` over a scale, which a squared distance becomes. */
function falling<Name extends FallingKernel["type"]>(type: Name, title: string): KindOf<Name> {
  const kind: InstanceKind<{ type: Name; width: Width }, { type: Name; width: number }> = {
    check(given, path) {
      const { width = "median" } = fields(given, path, ["width"]);
      return { type, width: width === "median" ? width : positive(width, `${path}.width`, ', or "median"') };
    },
    named: (parameter) => ({
      type,
      width: parameter === undefined || parameter === "median" ? "median" : Number(parameter),
    }),
    phrase: ({ width }) => `${title} kernel of ${width === "median" ? "median width" : `width ${width}`}`,
    values(kernel, products, lengths) {
      toLengths(type, products, lengths);
      decay(kernel, products.data, products.data);
    },
    self: (_, squares) => squares.fill(1),
  };
  return kind as unknown as KindOf<Name>;
}

/**
 * What the kernel is the exponential of, in place of inner products: squared distances, or distances for
 * a Laplace kernel.
 */
export function toLengths(
  type: FallingKernel["type"],
  products: Matrix,
  { toDistances }: Pick<Lengths, "toDistances">,
): void {
  toDistances(products);
  const { data } = products;
  if (type === "laplace") for (let i = 0; i < data.length; i++) data[i] = Math.sqrt(data[i]);
}

/** The kernel from such lengths. */
export function decay(
  { type, width }: { readonly type: FallingKernel["type"]; readonly width: number },
  lengths: Float64Array,
  result: Float64Array,
): void {
  linearAlgebra().exponentials(lengths, type === "gaussian" ? 0.5 / (width * width) : 1 / width, result);
}

const cosine: KindOf<"cosine"> = {
  check: (given, path) => fields(given, path, []) && { type: "cosine" },
  named: (parameter) => (parameter === undefined ? { type: "cosine" } : undefined),
  phrase: () => "cosine kernel",
  // A zero row gets similarity 0 to every row, itself included.
  values(_, { rows, cols, data }, { squares, same }) {
    const [left, right] = squares().map((each) => each.map(Math.sqrt));
    for (let i = 0, at = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++, at++) {
        const both = left[i] * right[j];
        data[at] = both > 0 ? data[at] / both : 0;
      }
      if (same && left[i] > 0) data[i * cols + i] = 1;
    }
  },
  self: (_, squares) => squares.map((square) => (square > 0 ? 1 : 0)),
};

/** The kernels of vectors by name. To add one, add its shape above, its entry, and a line here. */
const KINDS: { readonly [Name in InstanceKernelName]: KindOf<Name> } = {
  linear,
  polynomial,
  gaussian: falling("gaussian", "Gaussian"),
  laplace: falling("laplace", "Laplace"),
  cosine,
};

export const INSTANCE_KERNEL_NAMES = Object.keys(KINDS) as readonly InstanceKernelName[];

/** What there is to know about this kernel. */
export function instanceKind(name: InstanceKernelName): InstanceKind<InstanceKernelSpecification, InstanceKernel> {
  return KINDS[name];
}

/** Checks a kernel of instances in which a width may be "median", and fills in its defaults. */
export function checkInstanceSpecification(value: unknown, path: string): InstanceKernelSpecification {
  const given = record(value, path);
  const name = INSTANCE_KERNEL_NAMES.find((each) => each === given.type);
  if (name !== undefined) return instanceKind(name).check(given, path);
  throw wrong(`${path}.type`, `is ${shown(given.type)}`, `Give one of ${INSTANCE_KERNEL_NAMES.join(", ")}`);
}

/** Like `checkKernel`, for a kernel of instances. */
export function checkInstanceKernel(description: unknown): InstanceKernel {
  const kernel = checkInstanceSpecification(description, "kernel");
  if (!("width" in kernel)) return kernel;
  return { type: kernel.type, width: positive(kernel.width, "kernel.width") };
}

/** The kernel of this name and parameter, the part of a short name `whole` after its dash. */
export function namedInstanceKernel(
  name: InstanceKernelName,
  parameter: string | undefined,
  whole: string,
): InstanceKernelSpecification {
  const kernel = instanceKind(name).named(parameter);
  if (kernel !== undefined) return kernel;
  throw new InputError({
    code: "kernel",
    message: `the kernel ${quote(whole)} gives ${name} the parameter ${quote(parameter ?? "")}`,
    remedy: "Only polynomial (the degree), gaussian and laplace (the width) take a parameter.",
  });
}
