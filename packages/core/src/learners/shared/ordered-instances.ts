import type { BagSet } from "../../bags/bag-set.js";

/**
 * The same bags with the instances of each sorted by value, feature by feature in the order of the
 * feature names. A learner on instances then sees the same numbers in the same order, however the
 * instances or the columns of a file are ordered. Returns a copy. Costs O(instances x log(bag
 * size)) comparisons of rows.
 */
export function orderedInstances(bags: BagSet): BagSet {
  const width = bags.dimension;
  const columns = columnsByName(bags);
  const given = bags.toMatrix();
  const data = new Float64Array(given.length);
  const compare = (a: number, b: number) => {
    for (const j of columns) {
      const difference = given[a * width + j] - given[b * width + j];
      if (difference !== 0) return difference;
    }
    return 0;
  };
  for (let i = 0, start = 0; i < bags.size; i++) {
    const first = start;
    const rows = Array.from({ length: bags.sizeOf(i) }, (_, k) => first + k).sort(compare);
    for (const [k, row] of rows.entries())
      data.set(given.subarray(row * width, (row + 1) * width), (first + k) * width);
    start += rows.length;
  }
  return bags.withMatrix(data);
}

/** The columns of the features in the order of their names. */
export function columnsByName({ features }: Pick<BagSet, "features">): Uint32Array {
  return Uint32Array.from(features.keys()).sort((i, j) => (features[i] < features[j] ? -1 : 1));
}
