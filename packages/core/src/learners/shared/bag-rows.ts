/**
 * The rows of these bags, bag after bag; bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`.
 */
export function rowsOfBags(offsets: Uint32Array, bags: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (const bag of bags) for (let row = offsets[bag]; row < offsets[bag + 1]; row++) rows.push(row);
  return Uint32Array.from(rows);
}

/** For every row, the value of its bag. */
export function overRows(offsets: Uint32Array, values: (bag: number) => number): Int32Array {
  const rows = new Int32Array(offsets[offsets.length - 1]);
  for (let bag = 0; bag + 1 < offsets.length; bag++) rows.fill(values(bag), offsets[bag], offsets[bag + 1]);
  return rows;
}

/**
 * The highest value among the rows of each bag: the score of a bag from the scores of its
 * instances. NaN if one of them is NaN; -Infinity for an empty bag. `offsets` may start at a later
 * bag; the result then has only the bags from there on.
 */
export function highestOfBags(offsets: Uint32Array, values: Float64Array): Float64Array {
  return Float64Array.from({ length: offsets.length - 1 }, (_, bag) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let row = offsets[bag]; row < offsets[bag + 1]; row++) most = Math.max(most, values[row]);
    return most;
  });
}
