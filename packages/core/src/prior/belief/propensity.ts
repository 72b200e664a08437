import { log } from "../../base/portable-math.js";
import { BELIEF_GRID, BELIEF_STEP } from "../../scores/prior-belief.js";

/** A propensity of 1 leaves no chance; its logarithm would be infinite. */
const SURE = 1 - 1e-9;

/**
 * What the propensities e of the labelled positives, the probabilities that they were labelled, say
 * about the prior of one sample of `total` bags: the log-likelihood at every point of BELIEF_GRID.
 *
 * Each labelled positive stands for 1/e positives, so their number is about N = sum 1/e (Horvitz
 * and Thompson 1952; for such labels Bekker, Robberechts and Davis 2019), with a variance of about V =
 * sum (1 - e)/e^2. The likelihood is that of a binomial number of labels with the same N and V: the
 * usual one if all propensities are equal. Fewer positives than labels are impossible.
 */
export function propensityLikelihood(propensities: ArrayLike<number>, total: number): Float64Array {
  let positives = 0;
  let variance = 0;
  for (let i = 0; i < propensities.length; i++) {
    const e = Math.min(SURE, propensities[i]);
    positives += 1 / e;
    variance += (1 - e) / (e * e);
  }
  const share = positives / (positives + variance);
  const labels = positives * share;
  const likelihood = (n: number) =>
    logGamma(n + 1) - logGamma(n - labels + 1) + (n - labels) * log(1 - Math.min(SURE, share));
  const least = Math.max(labels, propensities.length);
  const found = BELIEF_GRID.map((pi) => {
    // A cell counts if any of it is possible.
    const possible = (pi + BELIEF_STEP / 2) * total >= least;
    return possible ? likelihood(Math.max(least, pi * total)) : Number.NEGATIVE_INFINITY;
  });
  const largest = found.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return Float64Array.from(found, (value) => value - largest);
}

/** log Gamma(x) for x of at least 1, by Stirling's series after a shift; to about 12 digits. */
function logGamma(x: number): number {
  let product = 1;
  let z = x;
  while (z < 10) product *= z++;
  const w = 1 / (z * z);
  const series = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w / 1680))) / z;
  return (z - 0.5) * log(z) - z + 0.5 * log(2 * Math.PI) + series - log(product);
}
