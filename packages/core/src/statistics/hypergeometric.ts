import { exp, log } from "../base/portable-math.js";

/** An urn: how many bags it holds, how many of them are positive, and how many are drawn at random. */
export interface Urn {
  readonly bags: number;
  readonly positive: number;
  readonly drawn: number;
}

/**
 * The chance that a random draw has at most `most` positives: the hypergeometric distribution, summed in
 * logarithms, so that large urns do not underflow. O(bags) for the first call with so many bags, then
 * O(most).
 */
export function chanceOfAtMost({ bags, positive, drawn }: Urn, most: number): number {
  if (most >= Math.min(positive, drawn)) return 1;
  const f = logFactorials(bags);
  const choose = (n: number, k: number) => (k < 0 || k > n ? Number.NEGATIVE_INFINITY : f[n] - f[k] - f[n - k]);
  const all = choose(bags, drawn);
  let chance = 0;
  for (let k = 0; k <= most; k++) chance += exp(choose(positive, k) + choose(bags - positive, drawn - k) - all);
  return Math.min(1, chance);
}

let table = new Float64Array(1);

/** log k! for k up to n. Kept from call to call. */
function logFactorials(n: number): Float64Array {
  if (table.length > n) return table;
  const longer = new Float64Array(Math.max(n + 1, 2 * table.length));
  longer.set(table);
  for (let k = table.length; k < longer.length; k++) longer[k] = longer[k - 1] + log(k);
  table = longer;
  return table;
}
