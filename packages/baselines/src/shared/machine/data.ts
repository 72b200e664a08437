import {
  applyScaling,
  type BagSet,
  contentHash,
  fitScaling,
  offsetsOf,
  type Scaling,
  type ScalingMethod,
} from "@bagwise/core/bags";
import { count, type Note } from "@bagwise/core/base";
import {
  checkComputable,
  gram,
  grams,
  hasDegree,
  type InstanceKernel,
  type Instances,
  inColumnOrder,
  instanceGramsAmong,
  instancesOf,
  isResolved,
  type Kernel,
  type KernelSpecification,
  type Representation,
  represent,
  resolveCodebooks,
  resolveKernels,
  subsetRepresentation,
  withDegree,
} from "@bagwise/core/kernels";
import { NOTHING_SHARED, type SharedWork } from "@bagwise/core/learners";
import { type Matrix, matrix } from "@bagwise/core/linalg";
import type { Scorer } from "@bagwise/core/scorers";
import {
  aroundMedian,
  chooseRows,
  columnsByName,
  distinctInstances,
  fittedBags,
  type MachineFit,
  type NegativeUse,
  orderedInstances,
  type SignedBags,
  signedBags,
  thinned,
  type UnlabeledUse,
} from "@bagwise/core/training";

/** A kernel to choose, and what follows from it. */
export interface CandidateKernel {
  /** What the kernel varies, for the table of risks. The width of a kernel of bags is a multiple of the median. */
  readonly axes: { readonly width?: number; readonly degree?: number };
  /** The kernel of bags; null for one of instances. */
  readonly kernel: Kernel | null;
  /**
   * Kernel values between all rows. Computed at every call if there are many, because several such
   * matrices would not fit in memory.
   */
  gram(): Matrix;
  /** The scorer of what was found with it, and how many rows it needs. */
  scorer(found: Pick<MachineFit, "alpha" | "beta">): { readonly scorer: Scorer; readonly centres: number };
}

/** Training data of a machine: bags, the rows that each of them has, and kernels to choose from. */
export interface MachineData {
  /** The bags as given, in the order of `signedBags`. */
  readonly signed: SignedBags;
  readonly scaling: Scaling;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1` of every kernel matrix. */
  readonly offsets: Uint32Array;
  /** At least one. */
  readonly kernels: readonly CandidateKernel[];
  /** Whether a training is costly, so that settings are searched one axis after the other. */
  readonly costly: boolean;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/** Options of the data, as `MACHINE_OPTIONS` reads them. */
interface DataOptions {
  readonly negatives: NegativeUse;
  readonly unlabeledAs: UnlabeledUse;
  readonly scaling: ScalingMethod;
  readonly seed: number;
  readonly shared?: SharedWork | undefined;
}

/** A kernel matrix of more rows takes over 128 MB, and there are several copies. */
const MOST_ROWS = 4000;

/**
 * Data for a kernel of bags: every bag is one row. If the kernel has widths that are not given, or a
 * polynomial, there is a kernel for each of the `shares` of the median width or of the `degrees`. Of
 * more than 4,000 bags so many are drawn, with a note.
 */
export async function bagMachineData(
  all: BagSet,
  {
    kernel: specified,
    shares,
    degrees,
    shared = NOTHING_SHARED,
    ...options
  }: DataOptions & {
    readonly kernel: KernelSpecification;
    readonly shares: readonly number[];
    readonly degrees: readonly number[];
  },
): Promise<MachineData> {
  const { negatives, unlabeledAs, scaling: method, seed } = options;
  const way = JSON.stringify([negatives, unlabeledAs, method, seed]);
  const { signed, notes, scaling, scaled, instances } = shared.once(all, `bags ${way}`, () => scaledBags(all, options));
  const kernel = resolveCodebooks(specified, scaled, options);
  const representation = represent(kernel, scaled, instances);
  const choices = isResolved(kernel)
    ? hasDegree(kernel)
      ? degrees.map((degree) => ({ axes: { degree }, kernel: withDegree(kernel, degree) }))
      : [{ axes: {}, kernel }]
    : resolveKernels(kernel, scaled, { seed: options.seed, shares }).map((each, k) => ({
        axes: { width: shares[k] },
        kernel: each,
      }));
  const gramOf = gramsOf(
    choices.map((choice) => choice.kernel),
    representation,
    shared !== NOTHING_SHARED,
  );
  const kernels = choices.map(
    ({ axes, kernel: chosen }, k): CandidateKernel => ({
      axes,
      kernel: chosen,
      gram: () => gramOf(k),
      scorer({ alpha, beta }) {
        const used = usedRows(alpha);
        const centres = subsetRepresentation(representation, used);
        const scorer = { kind: "bags", kernel: chosen, centres, alpha: pick(alpha, used), beta } as const;
        return { scorer, centres: used.length };
      },
    }),
  );
  return {
    signed,
    scaling,
    offsets: Uint32Array.from({ length: signed.bags.size + 1 }, (_, i) => i),
    kernels,
    costly: false,
    dataHash: await shared.once(all, "hash", () => contentHash(all)),
    notes: [...signed.notes, ...notes],
  };
}

/** The bags to train on, scaled; their instances are copied when they are first asked for. */
function scaledBags(all: BagSet, options: DataOptions) {
  const { signed, notes } = drawn(signedBags(all, options), options.seed);
  const scaling = fitScaling(distinctInstances(signed.bags), { method: options.scaling });
  const scaled = applyScaling(scaling, signed.bags);
  let copied: Instances | undefined;
  const instances = () => {
    copied ??= instancesOf(scaled);
    return copied;
  };
  return { signed, notes, scaling, scaled, instances };
}

/**
 * Data for a kernel of instances: every instance is a row. There is a kernel for each of the widths,
 * or of the shares of the median distance, or the linear kernel. Of more than `mostInstances` so many
 * are drawn, with a note (`thinned`); default 2,000.
 */
export async function instanceMachineData(all: BagSet, options: InstanceDataOptions): Promise<MachineData> {
  const {
    kernel,
    widths,
    shares,
    mostInstances,
    negatives,
    unlabeledAs,
    scaling,
    seed,
    shared = NOTHING_SHARED,
  } = options;
  const key = JSON.stringify([kernel, widths, shares, mostInstances, negatives, unlabeledAs, scaling, seed]);
  const data = shared.once(all, `instances ${key}`, () => comparedInstances(all, options));
  return { ...data, dataHash: await shared.once(all, "hash", () => contentHash(all)) };
}

interface InstanceDataOptions extends DataOptions {
  readonly kernel: "gaussian" | "linear";
  readonly widths: readonly number[] | undefined;
  readonly shares: readonly number[];
  readonly mostInstances?: number;
}

/** All but the hash. Kernel matrices are kept if the data are shared. */
function comparedInstances(
  all: BagSet,
  { kernel, widths, shares, mostInstances = 2000, shared, ...options }: InstanceDataOptions,
): Omit<MachineData, "dataHash"> {
  const { signed, notes } = drawn(signedBags(all, options), options.seed);
  checkComputable(signed.bags);
  const ordered = orderedInstances(signed.bags);
  const { bags: few, notes: thinning } = thinned(ordered, { most: mostInstances, seed: options.seed });
  const scaling = fitScaling(distinctInstances(ordered), { method: options.scaling });
  const bags = applyScaling(scaling, few);
  const rows = matrix(bags.instances, bags.dimension, bags.toMatrix());
  // Rounding must not depend on the order of columns: where a scheme has several optima, it would choose one.
  const compared = matrix(rows.rows, rows.cols, inColumnOrder(rows, columnsByName(bags)));
  const choices: readonly InstanceKernel[] =
    kernel === "linear"
      ? [{ type: "linear" }]
      : (widths ?? aroundMedian(compared, shares, options.seed)).map((width) => ({ type: "gaussian", width }));
  const gramOf = instanceGramsAmong(choices, compared, { keep: shared !== undefined });
  const kernels = choices.map(
    (chosen, k): CandidateKernel => ({
      axes: chosen.type === "gaussian" ? { width: chosen.width } : {},
      kernel: null,
      gram: () => gramOf(k),
      scorer({ alpha, beta }) {
        const used = usedRows(alpha);
        const expansion = { kernel: chosen, centres: chooseRows(rows, used), alpha: pick(alpha, used), beta };
        return { scorer: { kind: "instances", projection: null, score: expansion, key: null }, centres: used.length };
      },
    }),
  );
  return {
    signed,
    scaling,
    offsets: offsetsOf(bags),
    kernels,
    costly: true,
    notes: [...signed.notes, ...notes, ...thinning],
  };
}

/** All bags, or so many that their kernel matrix fits in memory, labelled ones first. */
function drawn(signed: SignedBags, seed: number): { readonly signed: SignedBags; readonly notes: readonly Note[] } {
  const { bags, positives, unlabeled } = signed;
  const numbers = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, k) => from + k);
  const rows = {
    positive: numbers(0, positives),
    unlabeled: numbers(positives, positives + unlabeled),
    negative: numbers(positives + unlabeled, bags.size),
  };
  const chosen = fittedBags(rows, seed, { most: MOST_ROWS });
  if (chosen.bags === null) return { signed, notes: [] };
  const message = `${count(chosen.bags.length, "bag")} of ${count(bags.size, "bag")} were drawn for training, because time and memory grow with the square of their number`;
  return {
    signed: {
      ...signed,
      bags: bags.subset(chosen.bags),
      positives: chosen.rows.positive.length,
      unlabeled: chosen.rows.unlabeled.length,
      negatives: chosen.rows.negative.length,
      signs: Int8Array.from(chosen.bags, (i) => signed.signs[i]),
    },
    notes: [{ code: "fitted-on-sample", message }],
  };
}

/** Matrices of up to this many rows are kept: a few of them take less than 100 MB. */
const FEW_ROWS = 1000;

/**
 * The matrix of kernel k, the same one at every call. All are computed at the first call, and shared
 * work is done once; each at every call if they have very many rows.
 */
function gramsOf(kernels: readonly Kernel[], bags: Representation, foresee: boolean): (k: number) => Matrix {
  if (bags.bags > FEW_ROWS) return (k) => gram(kernels[k], bags);
  let known: readonly Matrix[] | undefined;
  return (k) => {
    known ??= grams(kernels, bags, { foresee });
    return known[k];
  };
}

/** The rows with a coefficient; one row if there is none, because a scorer needs a centre. */
function usedRows(alpha: Float64Array): Uint32Array {
  const used = Uint32Array.from(alpha.keys()).filter((i) => alpha[i] !== 0);
  return used.length > 0 ? used : Uint32Array.of(0);
}

function pick(alpha: Float64Array, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (i) => alpha[i]);
}
