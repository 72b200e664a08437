/**
 * The mid-rank among `values` of any number: the share of them below it, those equal to it counted half, minus a half. So it is from -1/2 to 1/2, and 0 for the middle one.
 *
 * Equally wide buckets say nearly where a number stands, and a binary search within its bucket where exactly: as there are as many buckets as values, that takes a step or two, unless nearly
 * all values are in one bucket. Costs a sort now.
 */
export function midRanks(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  const count = sorted.length;
  const least = sorted[0];
  const fine = count / (sorted[count - 1] - least);
  // Values that are all equal share one bucket.
  const scale = fine < Infinity ? fine : 0;
  const offset = least * scale;
  // Rounding keeps the order, so all values of a lower bucket are below those of a higher one. Multiplied first: the difference of two numbers may be infinite.
  const bucketOf = (value: number) => Math.max(0, Math.min(count - 1, Math.floor(value * scale - offset)));
  const starts = new Uint32Array(count + 1);
  for (let k = 0; k < count; k++) starts[bucketOf(sorted[k]) + 1]++;
  for (let b = 0; b < count; b++) starts[b + 1] += starts[b];
  return (value) => {
    const bucket = bucketOf(value);
    const end = starts[bucket + 1];
    let below = starts[bucket];
    for (let to = end; below < to; ) {
      const middle = (below + to) >> 1;
      if (sorted[middle] < value) below = middle + 1;
      else to = middle;
    }
    let upTo = below;
    for (let to = sorted[below] === value ? end : below; upTo < to; ) {
      const middle = (upTo + to) >> 1;
      if (sorted[middle] <= value) upTo = middle + 1;
      else to = middle;
    }
    return (below + upTo) / (2 * count) - 0.5;
  };
}
