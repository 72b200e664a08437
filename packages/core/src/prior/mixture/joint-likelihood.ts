import { exp, log } from "../../base/portable-math.js";
import type { MixtureParameters } from "./parameters.js";
import { BINS, binMiddle } from "./standard-scores.js";

/**
 * The likelihood of the unlabeled scores is raised to this power (a power posterior): two normal
 * distributions are a simplification, and its artefacts should not count as evidence. With 0.7 the
 * 90 % interval covered the truth in 82 % of the draws that it was chosen on, with 0.4 in 93 %
 * (docs/research/intervals.md).
 */
const TEMPER = 0.4;
/**
 * Shares of positives stay this far from 0 and 1, so that a product over all bins stays above
 * 10^-300.
 */
const EDGE = 1e-5;
/** The largest distance between nodes, in log-odds of the share. */
const NODE_STEP = 0.3;
/** The number of nodes for an interpolation polynomial. */
const ORDER = 6;
/** So many shares are computed exactly, however close together: polynomials would save next to nothing. */
const FEW = 20;

/** The joint likelihood of shares and parameters, one row for each share. */
interface Joint {
  /** The log-likelihood of each share with the parameters integrated out, up to a constant. */
  readonly logLikelihood: Float64Array;
  /**
   * The weight of each pair of distributions given the share: weights[row x pairs + pair]. Each row
   * sums to 1.
   */
  readonly weights: Float64Array;
}

/** The bins whose count has this bit, and the value of the bit. */
interface BitGroup {
  readonly worth: number;
  readonly bins: readonly number[];
}

/**
 * The joint likelihood of shares and pairs of distributions. Many shares are interpolated between
 * nodes, pair by pair. In log-odds of the share the log-likelihood is a sum of soft steps of width
 * 1, so polynomials through nodes 0.3 apart are off by only 0.0001 for 180 unlabeled bags and 0.003
 * for 5,000. On BELIEF_GRID that takes a fifth of the time. Few shares, or fewer than nodes, are computed
 * exactly, and so are shares that are all the same. `distinct` is the share of unlabeled bags that are not copies.
 */
export function mixtureJoint(
  parameters: MixtureParameters,
  counts: Uint32Array,
  { shares, distinct }: { shares: ArrayLike<number>; distinct: number },
): Joint {
  const { size } = parameters;
  const wanted = Float64Array.from(shares, (share) => Math.min(1 - EDGE, Math.max(EDGE, share)));
  const odds = wanted.map((share) => log(share / (1 - share)));
  const nodes = nodesOver(odds);
  const exact = wanted.length <= Math.max(FEW, nodes.length) || nodes[0] === nodes[nodes.length - 1];
  const computed = exact ? wanted : nodes.map((node) => 1 / (1 + exp(-node)));
  const table = logTable(parameters, counts, computed, TEMPER * distinct);
  const logLikelihood = new Float64Array(wanted.length);
  const weights = new Float64Array(wanted.length * size);
  odds.forEach((at, i) => {
    const row = weights.subarray(i * size, (i + 1) * size);
    if (exact) row.set(table.subarray(i * size, (i + 1) * size));
    else interpolate(table, nodes, at, row);
    logLikelihood[i] = normalise(row);
  });
  return { logLikelihood, weights };
}

/** Equally spaced nodes from the smallest to the largest value. */
function nodesOver(values: Float64Array): Float64Array {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
  const steps = Math.max(ORDER - 1, Math.ceil((greatest - least) / NODE_STEP));
  return Float64Array.from({ length: steps + 1 }, (_, k) => least + ((greatest - least) * k) / steps);
}

/**
 * For each share and pair, the log-likelihood of the mixture share P + (1 - share) N at the bin
 * centres, plus the log weight. One row for each share.
 *
 * A logarithm costs more than ten products. So the count of a bin is split into bits, and bins with
 * the same bit are multiplied before the logarithm is taken, which leaves a handful of logarithms
 * for each share and pair. Costs shares x pairs x (bits set in all counts + log2 of the largest).
 */
function logTable(
  parameters: MixtureParameters,
  counts: Uint32Array,
  shares: Float64Array,
  power: number,
): Float64Array {
  const { size, logWeight } = parameters;
  const groups = bitGroups(counts);
  const order = Uint8Array.from(groups.flatMap(({ bins }) => bins));
  const ends = Uint32Array.from(groups, (_, g) =>
    groups.slice(0, g + 1).reduce((sum, { bins }) => sum + bins.length, 0),
  );
  const worths = Float64Array.from(groups, ({ worth }) => worth * power);
  const [densityP, densityN] = [new Float64Array(BINS), new Float64Array(BINS)];
  const [factorP, factorN] = [new Float64Array(order.length), new Float64Array(order.length)];
  const table = new Float64Array(size * shares.length);
  for (let k = 0; k < size; k++) {
    const common = relativeDensities(parameters, k, counts, densityP, densityN);
    for (let j = 0; j < order.length; j++) {
      factorP[j] = densityP[order[j]];
      factorN[j] = densityN[order[j]];
    }
    const start = logWeight[k] + power * common;
    for (let row = 0; row < shares.length; row++) {
      table[row * size + k] = start + logProducts(shares[row], factorP, factorN, ends, worths);
    }
  }
  return table;
}

/**
 * Fills in both densities of the k-th pair at each bin centre, relative to the larger one. Returns
 * the log of the common factor, summed over all scores.
 */
function relativeDensities(
  { meanP, varianceP, meanN, varianceN }: MixtureParameters,
  k: number,
  counts: Uint32Array,
  densityP: Float64Array,
  densityN: Float64Array,
): number {
  const halfLogP = log(varianceP[k]) / 2;
  const halfLogN = log(varianceN[k]) / 2;
  let common = 0;
  for (let bin = 0; bin < BINS; bin++) {
    if (counts[bin] === 0) continue;
    const x = binMiddle(bin);
    const inP = -((x - meanP[k]) ** 2) / (2 * varianceP[k]) - halfLogP;
    const inN = -((x - meanN[k]) ** 2) / (2 * varianceN[k]) - halfLogN;
    densityP[bin] = inP >= inN ? 1 : exp(inP - inN);
    densityN[bin] = inN >= inP ? 1 : exp(inN - inP);
    common += counts[bin] * Math.max(inP, inN);
  }
  return common;
}

/**
 * The sum of worth x log(product of the mixture over the group). Kept small, because engines
 * optimise small functions sooner.
 */
function logProducts(
  share: number,
  factorP: Float64Array,
  factorN: Float64Array,
  ends: Uint32Array,
  worths: Float64Array,
): number {
  const rest = 1 - share;
  let sum = 0;
  for (let g = 0, j = 0; g < ends.length; g++) {
    let product = 1;
    for (; j < ends[g]; j++) product *= share * factorP[j] + rest * factorN[j];
    sum += worths[g] * log(product);
  }
  return sum;
}

function bitGroups(counts: Uint32Array): BitGroup[] {
  const groups: BitGroup[] = [];
  for (let bit = 0; bit < 32; bit++) {
    const bins = [...counts.keys()].filter((bin) => ((counts[bin] >>> bit) & 1) === 1);
    if (bins.length > 0) groups.push({ worth: 2 ** bit, bins });
  }
  return groups;
}

/** Interpolates the row of a value from the rows of the nodes around it (Lagrange). */
function interpolate(table: Float64Array, nodes: Float64Array, value: number, row: Float64Array): void {
  const size = row.length;
  const above = nodes.findIndex((node) => node >= value);
  const last = nodes.length - ORDER;
  // Rounding may leave the largest value above the last node.
  const first = above === -1 ? last : Math.min(last, Math.max(0, above - ORDER / 2));
  const near = nodes.subarray(first, first + ORDER);
  near.forEach((node, j) => {
    let factor = 1;
    for (const other of near) if (other !== node) factor *= (value - other) / (node - other);
    const base = (first + j) * size;
    for (let k = 0; k < size; k++) row[k] += factor * table[base + k];
  });
}

/** Replaces logarithms by weights that sum to 1, and returns the log of their sum. */
function normalise(row: Float64Array): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < row.length; k++) if (row[k] > largest) largest = row[k];
  let sum = 0;
  for (let k = 0; k < row.length; k++) {
    const weight = exp(row[k] - largest);
    row[k] = weight;
    sum += weight;
  }
  for (let k = 0; k < row.length; k++) row[k] /= sum;
  return largest + log(sum);
}
