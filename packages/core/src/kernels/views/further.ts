import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling, type Scaling } from "../../bags/scaling.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { gram } from "../gram/gram.js";
import type { Kernel } from "../kernel.js";
import { type Representation, represent } from "../representation.js";
import { VIEWS } from "./views.js";

/** The sum of further kernels, each of which is 1 for a bag with itself. */
type SumKernel = Extract<Kernel, { type: "sum" }>;

/**
 * Further ways to compare two bags, beside the five views: kernels of bags, as plain data that holds
 * everything scoring needs. Each counts as much as one of the five.
 */
export interface FurtherViews {
  /** What the kernels see is scaled in this way. */
  readonly scaling: Scaling;
  readonly kernel: SumKernel;
  /** The centres of the views, in the form that the kernels need. */
  readonly centres: Representation;
}

/** So many bags are represented at a time, because a representation may copy all their instances. */
const BLOCK = 1024;

/** The sum of the further kernels between bags and the centres, for many calls. */
export function furtherKernel({ scaling, kernel, centres }: FurtherViews): (bags: BagSet) => Matrix {
  return (bags) => {
    const sum = matrix(bags.size, centres.bags);
    for (let first = 0; first < bags.size; first += BLOCK) {
      const count = Math.min(BLOCK, bags.size - first);
      const block = bags.subset(Uint32Array.from({ length: count }, (_, k) => first + k));
      sum.data.set(gram(kernel, represent(kernel, applyScaling(scaling, block)), centres).data, first * centres.bags);
    }
    return sum;
  };
}

/** The mean of the five views and of further kernels, from the mean of the five and the sum of the others. */
export function withFurther(five: Matrix, sum: Matrix, { kernel }: Pick<FurtherViews, "kernel">): Matrix {
  const all = VIEWS + kernel.kernels.length;
  const mean = matrix(five.rows, five.cols);
  for (let at = 0; at < mean.data.length; at++) mean.data[at] = (VIEWS * five.data[at] + sum.data[at]) / all;
  return mean;
}
