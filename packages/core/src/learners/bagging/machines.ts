import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { dot } from "../../linalg/rows.js";
import type { Certificate } from "../../model/model.js";
import type { Hyperplane } from "../../scorers/forest/forest-scorer.js";
import { solveMachine } from "../../solver/machine/solve-machine.js";
import { chooseRows } from "../shared/instance-data.js";
import { type Draw, type DrawnFrom, memberDraws } from "./draws.js";

/** The rows of the bags that machines are trained on. Plain data. */
export interface InstanceRows {
  readonly x: Matrix;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
}

/** Machines added up, and what they say of bags that they have not seen. */
interface TrainedMachines {
  readonly base: Hyperplane;
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
  /** That of the largest gap. */
  readonly certificate: Certificate | null;
}

/** The most rows of one machine: its time grows with the square of their number or faster. */
const MOST_ROWS = 400;

/**
 * Trains the linear SVMs `from` to `to - 1` of PU bagging on standardised columns, with the kernel
 * x'y / columns, and adds them up: the sum of linear functions is one. The rows of a bag share its cost;
 * of bags with many, some are drawn. Costs O(machines x (rows^2 x columns + all rows x columns)).
 */
export function trainMachines(
  { x, offsets }: InstanceRows,
  drawn: DrawnFrom,
  { cost }: { readonly cost: number },
  members: { readonly from: number; readonly to: number },
): TrainedMachines {
  const { mean, factor } = unitsOf(x);
  const z = matrix(x.rows, x.cols);
  for (let at = 0, j = 0; at < z.data.length; at++, j = j + 1 === x.cols ? 0 : j + 1)
    z.data[at] = (x.data[at] - mean[j]) * factor[j];
  const weights = new Float64Array(x.cols);
  const sums = new Float64Array(x.rows);
  const counts = new Uint32Array(offsets.length - 1);
  const certificates: Certificate[] = [];
  let bias = 0;
  for (const draw of memberDraws(drawn, members)) {
    const { rows, signs, costs } = samplesOf(draw, offsets, cost);
    const own = chooseRows(z, rows);
    const gram = linearAlgebra().gemmNT(own, own);
    for (let at = 0; at < gram.data.length; at++) gram.data[at] /= x.cols;
    const { alpha, beta, gap: _, values: __, ...found } = solveMachine({ gram, signs, costs });
    certificates.push(found);
    const w = new Float64Array(x.cols);
    for (let k = 0; k < rows.length; k++)
      for (let j = 0; j < w.length; j++) w[j] += (alpha[k] / x.cols) * own.data[k * x.cols + j];
    let shift = beta;
    for (let j = 0; j < w.length; j++) {
      weights[j] += w[j] * factor[j];
      shift -= w[j] * factor[j] * mean[j];
    }
    bias += shift;
    for (let bag = 0; bag < counts.length; bag++) {
      if (draw.seen[bag] === 1) continue;
      counts[bag]++;
      for (let row = offsets[bag]; row < offsets[bag + 1]; row++)
        sums[row] += dot(z.data, row * x.cols, w, 0, x.cols) + beta;
    }
  }
  return { base: { type: "hyperplane", weights, bias }, sums, counts, certificate: worst(certificates) };
}

/** The certificate with the largest gap; null for none. */
export function worst(certificates: readonly Certificate[]): Certificate | null {
  return certificates.reduce<Certificate | null>(
    (most, each) => (most === null || !(each.relativeGap <= most.relativeGap) ? each : most),
    null,
  );
}

/** The mean of each column, and one over its standard deviation; 0 for a column that does not vary. */
function unitsOf({ rows, cols, data }: Matrix): { mean: Float64Array; factor: Float64Array } {
  const mean = new Float64Array(cols);
  const squares = new Float64Array(cols);
  for (let at = 0; at < data.length; at++) mean[at % cols] += data[at] / rows;
  for (let at = 0; at < data.length; at++) squares[at % cols] += (data[at] - mean[at % cols]) ** 2 / rows;
  const factor = squares.map((square, j) => {
    const sd = Math.sqrt(square);
    return sd > ROUNDING * Math.abs(mean[j]) ? 1 / sd : 0;
  });
  return { mean, factor };
}

/** A deviation below this part of the mean is only rounding. */
const ROUNDING = 2 ** -40;

/** The rows of a draw, with their signs and costs: `cost` for each bag on average. */
function samplesOf({ bags, positives, weights, generator }: Draw, offsets: Uint32Array, cost: number) {
  const cap = Math.max(1, Math.floor(MOST_ROWS / bags.length));
  const rows: number[] = [];
  const signs: number[] = [];
  const costs: number[] = [];
  for (let k = 0; k < bags.length; k++) {
    const [first, end] = [offsets[bags[k]], offsets[bags[k] + 1]];
    const some = end - first <= cap ? undefined : generator.sample(end - first, cap).sort();
    const count = some?.length ?? end - first;
    for (let i = 0; i < count; i++) {
      rows.push(first + (some === undefined ? i : some[i]));
      signs.push(k < positives ? 1 : -1);
      costs.push((cost * weights[k] * bags.length) / (2 * count));
    }
  }
  return { rows: Uint32Array.from(rows), signs: Int8Array.from(signs), costs: Float64Array.from(costs) };
}
