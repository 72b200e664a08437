import type { Views } from "../../../kernels/views/views.js";
import { linearAlgebra } from "../../../linalg/backend.js";
import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { ViewBlock } from "./block.js";
import type { ViewCentres } from "./centres.js";
import { ChangedSum } from "./changed-sum.js";

/** The Gaussian views of one unchanged bag. */
export interface ViewSums {
  readonly three: ChangedSum;
  readonly four: ChangedSum;
  readonly five: ChangedSum;
  /** The sum of all three. */
  readonly sum: number;
}

/** The Gaussian views of the bags of a block. */
export interface BlockSums {
  readonly bags: readonly ViewSums[];
  /** Terms times the rows of `centres.moments`: rows 3 k to 3 k + 2 are views 3, 4, 5 of bag k. */
  moments(): Matrix;
}

export function blockSums(
  { widths, dimension: d }: Views,
  { factor, lengths, moments }: ViewCentres,
  alpha: Float64Array,
  block: ViewBlock,
): BlockSums {
  const count = alpha.length;
  const size = block.starts.length - 1;
  const terms = matrix(3 * size, count);
  const { product3, product4, product5, times4, square3, square4, square5, own4, own5, extremes } = block;
  const bags = Array.from({ length: size }, (_, k) => {
    let z4 = 0;
    let z5 = 0;
    for (let c = 0, at = k * 2 * d; c < 2 * d; c++, at++) {
      const square = (extremes.data[at] * extremes.data[at]) / widths[1];
      z4 += square;
      z5 += factor[c] * square;
    }
    const row = block.starts[k];
    const [three, four, five] = [0, 1, 2].map((view) =>
      terms.data.subarray((3 * k + view) * count, (3 * k + view + 1) * count),
    );
    for (let l = 0, own = row * count, at = k * count; l < count; l++, own++, at++) {
      three[l] = product3.data[own] - square3[row] - lengths[0][l];
      four[l] = own4.data[at] + times4 * product4.data[own] - square4[row] - z4 - lengths[1][l];
      five[l] = own5.data[at] + product5.data[own] - square5[row] - z5 - lengths[2][l];
    }
    const sums = {
      three: new ChangedSum(alpha, three),
      four: new ChangedSum(alpha, four),
      five: new ChangedSum(alpha, five),
    };
    return { ...sums, sum: sums.three.sum + sums.four.sum + sums.five.sum };
  });
  let known: Matrix | undefined;
  return {
    bags,
    moments() {
      known ??= linearAlgebra().gemmNT(terms, moments);
      return known;
    },
  };
}
