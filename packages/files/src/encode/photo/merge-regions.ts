import type { Lab } from "./lab.js";
import type { Regions } from "./regions.js";
import type { Superpixels } from "./slic.js";

/** Neighbours whose mean colours are no further apart than this belong together: people hardly see it. */
const ALIKE = 6;

/**
 * Merges neighbouring superpixels: always the two whose union adds least to the squared distances of
 * colours to the mean of their region (Ward's criterion), until at most `most` are left; then, in the same
 * order, all that look alike. So large even areas become one region, and something small of another
 * colour stays one. Regions are numbered by their first pixel. Costs one pass, and the square of the
 * number of superpixels.
 */
export function mergeRegions(picture: Lab, { labels, count }: Superpixels, { most }: { most: number }): Regions {
  const { width, height } = picture;
  const patches = patchesOf(picture, labels, count);
  const neighbours = neighboursOf(labels, { width, height }, count);
  const into = Int32Array.from({ length: count }, (_, k) => k);
  for (let left = count; ; left--) {
    const pair = cheapest(patches, neighbours, left > most ? Number.POSITIVE_INFINITY : ALIKE);
    if (pair === undefined) break;
    const [first, second] = pair;
    join(patches[first], patches[second]);
    for (const other of neighbours[second]) {
      neighbours[other].delete(second);
      if (other === first) continue;
      neighbours[other].add(first);
      neighbours[first].add(other);
    }
    neighbours[second].clear();
    for (let k = 0; k < count; k++) if (into[k] === second) into[k] = first;
  }
  const numbers = new Map<number, number>();
  const merged = new Uint16Array(labels.length);
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const region = into[labels[pixel]];
    const number = numbers.get(region) ?? numbers.size;
    numbers.set(region, number);
    merged[pixel] = number;
  }
  return { width, height, labels: merged, count: numbers.size };
}

/** The sums of the colours of a patch, and its size. */
interface Patch {
  size: number;
  l: number;
  a: number;
  b: number;
}

function patchesOf({ l, a, b }: Lab, labels: Int32Array, count: number): Patch[] {
  const patches = Array.from({ length: count }, (): Patch => ({ size: 0, l: 0, a: 0, b: 0 }));
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const patch = patches[labels[pixel]];
    patch.size++;
    patch.l += l[pixel];
    patch.a += a[pixel];
    patch.b += b[pixel];
  }
  return patches;
}

function neighboursOf(
  labels: Int32Array,
  { width, height }: { width: number; height: number },
  count: number,
): Set<number>[] {
  const found = Array.from({ length: count }, () => new Set<number>());
  const touch = (one: number, other: number) => {
    if (one === other) return;
    found[one].add(other);
    found[other].add(one);
  };
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      if (x + 1 < width) touch(labels[pixel], labels[pixel + 1]);
      if (y + 1 < height) touch(labels[pixel], labels[pixel + width]);
    }
  return found;
}

/** The neighbours that cost least to merge, among those whose colours are less than `apart` apart. */
function cheapest(
  patches: readonly Patch[],
  neighbours: readonly ReadonlySet<number>[],
  apart: number,
): [number, number] | undefined {
  let [found, least]: [[number, number] | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [k, patch] of patches.entries())
    for (const other of neighbours[k]) {
      if (other < k) continue;
      const { size } = patches[other];
      const distance = squaredDistance(patch, patches[other]);
      const cost = ((patch.size * size) / (patch.size + size)) * distance;
      if (cost >= least || distance >= apart * apart) continue;
      found = [k, other];
      least = cost;
    }
  return found;
}

function squaredDistance(p: Patch, q: Patch): number {
  const l = p.l / p.size - q.l / q.size;
  const a = p.a / p.size - q.a / q.size;
  const b = p.b / p.size - q.b / q.size;
  return l * l + a * a + b * b;
}

function join(p: Patch, q: Patch): void {
  p.size += q.size;
  p.l += q.l;
  p.a += q.a;
  p.b += q.b;
}
