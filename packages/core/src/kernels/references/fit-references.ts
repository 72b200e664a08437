import type { BagSet } from "../../bags/bag-set.js";
import { bagHashes } from "../../bags/copies/bag-hashes.js";
import { random } from "../../base/random.js";
import type { Matrix } from "../../linalg/matrix.js";
import { instancesOf } from "../representation.js";
import { MOST_REFERENCE_NUMBERS, MOST_REFERENCE_POINTS, MOST_REFERENCES, type References } from "./dissimilarities.js";

/** Reference instances are kept to so many digits: they only say where bags are, and a card holds them as text. */
const DIGITS = 4;

/**
 * Reference bags for a kernel of dissimilarities: these bags, each different one once. No label is read, so
 * bags that are held out later lose nothing by it. Of more than 256 bags, so many are taken by their hashes,
 * which is as good as a draw; of large bags, as many instances as fit, at most 2,000 and 2^17 numbers in
 * all, drawn with the seed. Instances are rounded to four digits. Neither the order of the bags nor that of
 * their instances matters.
 */
export function fitReferences(bags: BagSet, { seed = 0 }: { seed?: number } = {}): References {
  const { dimension } = bags;
  const room = Math.max(
    1,
    Math.min(MOST_REFERENCE_POINTS, Math.floor(MOST_REFERENCE_NUMBERS / Math.max(1, dimension))),
  );
  const hashes = bagHashes(bags);
  const order = Array.from(hashes.keys()).sort((a, b) => hashes[a] - hashes[b]);
  const different = order.filter((i, k) => k === 0 || hashes[i] !== hashes[order[k - 1]]);
  const chosen = bags.subset(Uint32Array.from(different.slice(0, Math.min(MOST_REFERENCES, room))));
  const { rows, offsets } = instancesOf(chosen);
  const own = Array.from({ length: chosen.size }, (_, i) => inOrder(rows, offsets[i], offsets[i + 1]));
  const most = mostOfEach(
    own.map((each) => each.length),
    room,
  );
  const draw = random(seed);
  const kept = own.map((each) =>
    each.length <= most ? each : [...draw.sample(each.length, most)].sort((a, b) => a - b).map((place) => each[place]),
  );
  return {
    points: kept.flatMap((each) =>
      each.map((row) => Array.from(rows.data.subarray(row * dimension, (row + 1) * dimension), rounded)),
    ),
    sizes: kept.map((each) => each.length),
  };
}

/** So many instances of each bag fit, at least one. */
function mostOfEach(sizes: readonly number[], room: number): number {
  const total = (most: number) => sizes.reduce((sum, size) => sum + Math.min(size, most), 0);
  let most = 1;
  while (most < Math.max(...sizes) && total(most + 1) <= room) most++;
  return most;
}

/** Adding 0 turns -0 into 0, which JSON cannot tell apart. */
function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0;
}

/** The rows from `from` to `to - 1`, in ascending order of their values, so that their order in a file is lost. */
function inOrder({ cols, data }: Matrix, from: number, to: number): number[] {
  const compare = (a: number, b: number): number => {
    for (let j = 0; j < cols; j++) {
      const difference = data[a * cols + j] - data[b * cols + j];
      if (difference !== 0) return difference;
    }
    return a - b;
  };
  return Array.from({ length: to - from }, (_, k) => from + k).sort(compare);
}
