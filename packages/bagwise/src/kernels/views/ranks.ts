/** So many buckets a value: then most numbers are alone in theirs, or there is none. */
const BUCKETS = 4;
/** So few values are looked at one by one. */
const FEW = 4;

/**
 * The mid-rank among `values` of any number: the share of them below it, those equal to it counted
 * half, minus a half. So it is from -1/2 to 1/2, and 0 for the middle one.
 *
 * Equally wide buckets say nearly where a number stands, and a binary search within its bucket
 * where exactly: as there are several buckets a value, that takes a step or none, unless nearly all
 * values are in one bucket. Costs a sort now.
 */
export function midRanks(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  const count = sorted.length;
  const buckets = BUCKETS * count;
  const least = sorted[0];
  const fine = buckets / (sorted[count - 1] - least);
  // Values that are all equal share one bucket.
  const scale = fine < Infinity ? fine : 0;
  const offset = least * scale;
  // Rounding keeps the order, so all values of a lower bucket are below those of a higher one.
  // Multiplied first: the difference of two numbers may be infinite.
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
