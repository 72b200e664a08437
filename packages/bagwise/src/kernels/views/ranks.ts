/** Buckets per value. With this many, most values have a bucket to themselves. */
const BUCKETS = 4;
/** Up to this many values are compared one by one. */
const FEW = 4;

/**
 * Returns a function that gives the mid-rank of any number among `values`: the fraction of values
 * below it, with equal values counted half, minus 1/2. So it ranges from -1/2 to 1/2, and the
 * middle value gets 0.
 *
 * Buckets of equal width give the approximate rank, and a binary search within the bucket the exact
 * one. With several buckets per value, that takes one step or none, unless nearly all values share
 * a bucket. Sorts the values up front.
 */
export function midRanks(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  const count = sorted.length;
  const buckets = BUCKETS * count;
  const least = sorted[0];
  const fine = buckets / (sorted[count - 1] - least);
  // If all values are equal, they share one bucket.
  const scale = fine < Infinity ? fine : 0;
  const offset = least * scale;
  // Rounding keeps the order, so all values in a lower bucket are below those in a higher one.
  // Multiply first, because the difference of two numbers may be infinite.
  const last = buckets - 1;
  const bucketOf = (value: number) => {
    const place = value * scale - offset;
    return place < last ? (place > 0 ? place | 0 : 0) : last;
  };
  const starts = new Uint32Array(buckets + 1);
  for (let k = 0; k < count; k++) starts[bucketOf(sorted[k]) + 1]++;
  for (let b = 0; b < buckets; b++) starts[b + 1] += starts[b];
  return (value) => {
    const bucket = bucketOf(value);
    const end = starts[bucket + 1];
    let below = starts[bucket];
    for (let to = end; to - below > FEW; ) {
      const middle = (below + to) >> 1;
      if (sorted[middle] < value) below = middle + 1;
      else to = middle;
    }
    while (below < end && sorted[below] < value) below++;
    let upTo = below;
    if (below < end && sorted[below] === value) {
      for (let to = end; upTo < to; ) {
        const middle = (upTo + to) >> 1;
        if (sorted[middle] <= value) upTo = middle + 1;
        else to = middle;
      }
    }
    return (below + upTo) / (2 * count) - 0.5;
  };
}
