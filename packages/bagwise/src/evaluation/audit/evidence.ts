import type { Audit } from "../../prior/belief/audit.js";

/**
 * The plain random sample, positives among reviewed, that says as much of the prior as an interval
 * of this value and width: what a learner that takes binomial counts is given. A stratified audit
 * of 30 bags may be worth 45.
 *
 * The size m is that for which Wilson's interval around the same value has the same width. The
 * prior that learners mean is the share in the population behind the unlabeled bags, of which these
 * are a sample, and the audit is of these alone: 1/m + 1/population is the variance of both. So a
 * census is worth as many bags as there are, and a plain sample as many as it has. At least 1.
 */
export function auditEvidence(
  { value, low, high }: { value: number; low: number; high: number },
  { z, population }: { z: number; population: number },
): Audit {
  const width = high - low;
  let few = 1e-6;
  let many = 1e9;
  for (let step = 0; step < 100; step++) {
    const middle = Math.sqrt(few * many);
    if (wilsonWidth(value, middle, z) > width) few = middle;
    else many = middle;
  }
  const reviewed = Math.max(1, Math.round(1 / (1 / many + 1 / population)));
  return { positive: Math.round(value * reviewed), reviewed };
}

/** The width of Wilson's interval for a share found among m. It falls with m. */
function wilsonWidth(share: number, m: number, z: number): number {
  const square = z * z;
  return ((2 * z) / (1 + square / m)) * Math.sqrt((share * (1 - share)) / m + square / (4 * m * m));
}
