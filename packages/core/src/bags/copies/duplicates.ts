import type { BagSet, Floats } from "../bag-set.js";
import { instanceHasher } from "./bag-hashes.js";

/**
 * Bags with the same instances in any order: clusters of two or more bag numbers, ascending, in the
 * order of their first members. 0 equals -0 and NaN equals NaN; empty bags are left out. Bags are
 * hashed regardless of the order of their instances; those with equal hashes are compared value by
 * value. Costs O(instances x dimension).
 */
export function duplicates(bags: BagSet): number[][] {
  const hash = instanceHasher(bags);
  const buckets = new Map<string, number[]>();
  for (let i = 0; i < bags.size; i++) {
    if (bags.sizeOf(i) === 0) continue;
    const { first, second, size } = hash(i);
    const key = `${size}:${first}:${second}`;
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [i]);
    else bucket.push(i);
  }
  const clusters = [...buckets.values()].flatMap((bucket) => (bucket.length > 1 ? verified(bags, bucket) : []));
  return clusters.sort((a, b) => a[0] - b[0]);
}

/** Splits bags with equal hashes into clusters of bags that really are equal. */
function verified(bags: BagSet, bucket: readonly number[]): number[][] {
  const clusters: { readonly first: Floats; readonly members: number[] }[] = [];
  for (const i of bucket) {
    const rows = sortedInstances(bags, i);
    const same = clusters.find(({ first }) => equalValues(first, rows));
    if (same === undefined) clusters.push({ first: rows, members: [i] });
    else same.members.push(i);
  }
  return clusters.map(({ members }) => members).filter((members) => members.length > 1);
}

/** The values of a bag, its instances in lexicographic order. */
function sortedInstances(bags: BagSet, i: number): Float64Array {
  const bag = bags.bag(i);
  const rows = Array.from({ length: bag.size }, (_, j) => bag.instance(j)).sort(compareRows);
  const sorted = new Float64Array(bag.values.length);
  rows.forEach((row, j) => {
    for (let k = 0; k < row.length; k++) sorted[j * row.length + k] = row[k];
  });
  return sorted;
}

function compareRows(a: Floats, b: Floats): number {
  for (let k = 0; k < a.length; k++) {
    const order = compareNumbers(a[k], b[k]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Ascending, NaN last and equal to itself. */
function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

function equalValues(a: Floats, b: Floats): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (compareNumbers(a[k], b[k]) !== 0) return false;
  return true;
}
