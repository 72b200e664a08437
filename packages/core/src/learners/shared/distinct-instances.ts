import { BagSet } from "../../bags/bag-set.js";
import { LABEL_CODE } from "../../bags/label.js";

/**
 * The same bags with every instance once. A bag is a set, so a repeated instance must not weigh
 * more when a scaling or a prior is learned. The first of equal instances stays. Returns the same
 * object if nothing is repeated, or if instances have sparse features too. Costs one pass over the values.
 */
export function distinctInstances(bags: BagSet): BagSet {
  if (bags.blocks.length > 0) return bags;
  const kept: number[] = [];
  const offsets = new Uint32Array(bags.size + 1);
  for (let i = 0; i < bags.size; i++) {
    for (const row of distinctRows(bags, bags.startOf(i), bags.sizeOf(i))) kept.push(row);
    offsets[i + 1] = kept.length;
  }
  if (kept.length === bags.instances) return bags;
  const width = bags.dimension;
  const data = new Float64Array(kept.length * width);
  for (const [k, row] of kept.entries()) data.set(bags.data.slice(row * width, (row + 1) * width), k * width);
  const labels = Int8Array.from(bags.labels(), (label) => LABEL_CODE[label]);
  return BagSet.own({ data, offsets, ids: bags.ids(), labels, features: bags.features, groups: bags.groups() });
}

/** The rows that equal no earlier row of the bag. */
function distinctRows(bags: BagSet, start: number, size: number): number[] {
  const seen = new Map<number, number[]>();
  const kept: number[] = [];
  for (let row = start; row < start + size; row++) {
    const key = checksum(bags, row);
    const alike = seen.get(key);
    if (alike?.some((other) => equal(bags, row, other))) continue;
    if (alike === undefined) seen.set(key, [row]);
    else alike.push(row);
    kept.push(row);
  }
  return kept;
}

/** Equal for equal rows, and mostly different for different ones. */
function checksum({ data, dimension }: BagSet, row: number): number {
  let sum = 0;
  for (let j = 0; j < dimension; j++) sum = sum / 3 + data[row * dimension + j];
  return sum;
}

function equal({ data, dimension }: BagSet, a: number, b: number): boolean {
  for (let j = 0; j < dimension; j++) if (data[a * dimension + j] !== data[b * dimension + j]) return false;
  return true;
}
