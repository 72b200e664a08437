import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { applyScaling, fitScaling, type Scaling } from "../../bags/scaling.js";
import { count, InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { hasDegree, withDegree } from "../../kernels/degree.js";
import { type GramFamily, gramFamily } from "../../kernels/gram/gram-family.js";
import type { Kernel } from "../../kernels/kernel.js";
import { represent } from "../../kernels/represent.js";
import { type Representation, subsetRepresentation } from "../../kernels/representation.js";
import { resolveKernel } from "../../kernels/resolve-kernel.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { BagCounts } from "../../scores/scenario.js";
import { distinctInstances } from "../shared/distinct-instances.js";
import { drawLandmarks } from "../shared/landmarks.js";
import { trainingBags } from "../shared/training-bags.js";
import type { CheckedPuSkcOptions } from "./options.js";

/** Up to this many bags, all are centres. Above, `USUAL_LANDMARKS` are drawn by default. */
const ALL_CENTRES = 1000;
const USUAL_LANDMARKS = 300;

/**
 * Training data for the fits: the positive bags first, then the unlabeled ones, then the known
 * negatives that are used.
 */
export interface PuSkcData {
  readonly bags: BagSet;
  /** What a bag stands for, in notes: a single instance, if bags of one were made of instances. Default "bag". */
  readonly unit?: "bag" | "instance";
  /** The same bags without repeated instances: scaling and prior are learned from these. */
  readonly distinct: BagSet;
  readonly positives: number;
  readonly negatives: number;
  readonly scaling: Scaling;
  readonly kernel: Kernel;
  /** The bags that are centres. */
  readonly centres: Uint32Array;
  /** Whether every bag is a centre: then each fold has its own bags as centres. */
  readonly all: boolean;
  readonly representation: Representation;
  /** Kernel values between all bags and the centres, for each degree. */
  readonly family: GramFamily;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/** How many bags there are of each kind. */
export function countsIn({
  bags,
  positives,
  negatives,
}: Pick<PuSkcData, "bags" | "positives" | "negatives">): Required<BagCounts> {
  return { positive: positives, unlabeled: bags.size - positives - negatives, negative: negatives };
}

/**
 * Sorts, scales and represents the bags, and computes the one Gram matrix that all folds, degrees
 * and lambdas share. Throws an InputError for bags that cannot be trained on, and for more
 * landmarks than bags.
 */
export async function puSkcData(all: BagSet, options: CheckedPuSkcOptions): Promise<PuSkcData> {
  const { bags, positives, negatives, notes } = trainingBags(all, options);
  const distinct = distinctInstances(bags);
  const scaling = fitScaling(distinct, { method: options.scaling });
  return {
    bags,
    distinct,
    positives,
    negatives,
    scaling,
    ...withKernel(applyScaling(scaling, bags), options),
    dataHash: await contentHash(all),
    notes,
  };
}

/** Represents scaled bags, chooses the centres and computes the Gram matrices. */
export function withKernel(
  scaled: BagSet,
  options: Pick<CheckedPuSkcOptions, "kernel" | "landmarks" | "landmarkWay" | "seed">,
): Pick<PuSkcData, "kernel" | "centres" | "all" | "representation" | "family"> {
  const kernel = resolveKernel(options.kernel, scaled, { seed: options.seed });
  const representation = represent(kernel, scaled);
  const centres = chooseCentres(scaled, representation, options);
  const everything = centres.length === scaled.size;
  const family = everything
    ? gramFamily(kernel, representation)
    : gramFamily(kernel, representation, subsetRepresentation(representation, centres));
  return { kernel, centres, all: everything, representation, family };
}

/** The kernel with this degree, if it has one. */
export function kernelOfDegree(kernel: Kernel, degree: number): Kernel {
  return hasDegree(kernel) ? withDegree(kernel, degree) : kernel;
}

function chooseCentres(
  bags: BagSet,
  representation: Representation,
  { landmarks, landmarkWay, seed }: Pick<CheckedPuSkcOptions, "landmarks" | "landmarkWay" | "seed">,
): Uint32Array {
  if (landmarks !== undefined && landmarks > bags.size) {
    throw new InputError({
      code: "landmarks",
      message: `there are ${count(bags.size, "training bag")} for ${landmarks} landmarks`,
      remedy: `Choose at most ${bags.size} landmarks.`,
    });
  }
  const wanted = landmarks ?? (bags.size <= ALL_CENTRES ? bags.size : USUAL_LANDMARKS);
  if (wanted === bags.size) return Uint32Array.from({ length: bags.size }, (_, i) => i);
  return drawLandmarks(vectorsOf(bags, representation), { count: wanted, way: landmarkWay, seed });
}

/**
 * A vector per bag, to spread landmarks over: its statistic, or the mean of its instances for a set
 * kernel.
 */
function vectorsOf(bags: BagSet, { statistics }: Representation): Matrix {
  const [rows] = Object.values(statistics);
  if (rows !== undefined) return rows;
  const means = matrix(bags.size, bags.dimension);
  for (const bag of bags) {
    for (let k = 0; k < bag.values.length; k++)
      means.data[bag.index * bags.dimension + (k % bags.dimension)] += bag.values[k] / bag.size;
  }
  return means;
}
