import { log } from "../base/portable-math.js";

/**
 * Wichura's algorithm AS 241, PPND7 (Applied Statistics 37, 1988): rational functions for the
 * middle, the tails and the far tails.
 */
const MIDDLE = [
  [3.3871327179, 50.434271938, 159.29113202, 59.10937472],
  [1, 17.895169469, 78.757757664, 67.1875636],
] as const;
const TAIL = [
  [1.4234372777, 2.75681539, 1.3067284816, 0.17023821103],
  [1, 0.7370016425, 0.12021132975],
] as const;
const FAR_TAIL = [
  [6.657905115, 3.081226386, 0.42868294337, 0.017337203997],
  [1, 0.24197894225, 0.012258202635],
] as const;

/**
 * The p-quantile of the standard normal distribution to about 7 digits, for p above 0 and below 1.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(MIDDLE, 0.180625 - q * q);
  const r = Math.sqrt(-log(Math.min(p, 1 - p)));
  return (q < 0 ? -1 : 1) * (r <= 5 ? ratio(TAIL, r - 1.6) : ratio(FAR_TAIL, r - 5));
}

function ratio([over, under]: readonly [readonly number[], readonly number[]], x: number): number {
  const polynomial = (terms: readonly number[]) => terms.reduceRight((sum, term) => sum * x + term, 0);
  return polynomial(over) / polynomial(under);
}
