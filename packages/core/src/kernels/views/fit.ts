import { count, InputError } from "../../base/errors.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { medianOfPairs } from "./median.js";
import { viewRows, weightedRows } from "./rows.js";
import { momentsOf, type ViewScale, viewScale } from "./scale.js";
import { addCosines, addGaussian, addGaussianBetween, squaredDistances } from "./values.js";
import { VIEWS, type Views } from "./views.js";
import { separationWeights } from "./weights.js";

/** The indices of the training bags treated as positive, and of the rest. */
export interface ViewSides {
  readonly positive: Uint32Array;
  readonly other: Uint32Array;
}

/** The fifth view, which weights features by how well they separate the two sides. */
interface WeightedView {
  /** All training bags x centres: this view alone. */
  readonly gram: Matrix;
  readonly weight: Float64Array;
  readonly width: number;
}

/** The views of the training bags. Only the fifth one needs labels. */
export interface PreparedViews {
  /** All training bags x centres: the mean of the first four views. */
  readonly common: Matrix;
  /** The fifth view for these positive and other bags. */
  weighted(sides: ViewSides): WeightedView;
  /** The mean of all five views, training bags x centres. Same bits as `viewsGram` of `views`. */
  gram(sides: ViewSides): Matrix;
  /** Everything that scoring needs. */
  views(sides: ViewSides): Views;
}

/**
 * Fits the five views to training bags, given by their `min-max-mean` statistics: the centre and
 * the scales over all bags, and the widths as the median squared distance over pairs of centres
 * (over 632 evenly spaced ones if there are more). Everything that needs no labels is computed
 * once, so cross-validation pays only for the fifth view. `scale` is by default that of `x` without
 * groups; if `x` is a sample of the bags, give that of all.
 *
 * No view changes when a feature in no group changes its unit or its zero, see `viewScale`. A width of
 * 0 becomes 1. So equal bags, one feature, two bags or one centre all work. Throws an InputError
 * without a centre or for an index that is not a bag. Costs O(bags x centres x columns).
 */
export function prepareViews(
  x: Matrix,
  { centres, scale: given }: { readonly centres: Uint32Array; readonly scale?: ViewScale | undefined },
): PreparedViews {
  check(x, centres);
  const dimension = x.cols / 3;
  const { centre, scale, direction: scaleDirection } = given ?? viewScale(momentsOf(x));
  const space = {
    dimension,
    centre,
    scaleMean: scale.slice(2 * dimension),
    scaleAll: scale,
    scaleDirection,
    centres: chooseRows(x, centres),
  };
  // If every bag is a centre, in order, half of every product is enough.
  const symmetric = centres.length === x.rows && centres.every((bag, k) => bag === k);
  const sideOf = (rows: Matrix) => (symmetric ? undefined : chooseRows(rows, centres));
  // Only distances between centres count, and a distance does not depend on the other rows.
  const inOrder = centres.map((_, k) => k);
  const gaussian = (rows: Matrix, total: Matrix) => {
    const side = sideOf(rows);
    const distances = squaredDistances(side ?? rows);
    const width = medianOfPairs(distances, inOrder);
    if (side === undefined) addGaussian(total, distances, width);
    else addGaussianBetween(total, rows, side, width);
    return width;
  };

  const [direction, ranks, mean, all] = viewRows(space)(x);
  const common = matrix(x.rows, centres.length);
  addCosines(common, direction, sideOf(direction));
  addCosines(common, ranks, sideOf(ranks));
  const widths = [gaussian(mean, common), gaussian(all, common)] as const;
  // Dividing a sum by four is exact, and so is undoing it.
  for (let at = 0; at < common.data.length; at++) common.data[at] /= VIEWS - 1;

  const weighted = (sides: ViewSides): WeightedView => {
    const weight = separationWeights(x, centre, sides);
    const gram = matrix(x.rows, centres.length);
    const width = gaussian(weightedRows(all, weight), gram);
    return { gram, weight, width };
  };
  const allOfCentres = chooseRows(all, centres);
  return {
    common,
    weighted,
    gram(sides) {
      const { gram } = weighted(sides);
      for (let at = 0; at < gram.data.length; at++)
        gram.data[at] = ((VIEWS - 1) * common.data[at] + gram.data[at]) / VIEWS;
      return gram;
    },
    views(sides) {
      const weight = separationWeights(x, centre, sides);
      const width = medianOfPairs(squaredDistances(weightedRows(allOfCentres, weight)), inOrder);
      return { ...space, weight, widths: [...widths, width] };
    },
  };
}

/** A matrix with a copy of the chosen rows. */
export function chooseRows({ cols, data }: Matrix, chosen: Uint32Array): Matrix {
  const result = matrix(chosen.length, cols);
  for (const [k, i] of chosen.entries()) result.data.set(data.subarray(i * cols, (i + 1) * cols), k * cols);
  return result;
}

function check({ rows, cols }: Matrix, centres: Uint32Array): void {
  const wrong =
    cols % 3 !== 0
      ? `statistics of ${count(cols, "column")} do not hold min, max and mean of every feature`
      : centres.length === 0
        ? "there are no centres"
        : centres.some((bag) => bag >= rows)
          ? `a centre is not one of the ${count(rows, "bag")}`
          : undefined;
  if (wrong === undefined) return;
  throw new InputError({
    code: "views",
    message: wrong,
    remedy: "Give the min-max-mean statistics of the training bags, and the indices of the bags to compare with.",
  });
}
