import type { Pixels } from "../tools.js";
import { DIRECTIONS, gradientsOf } from "./gradients.js";
import type { Lab } from "./lab.js";
import type { RegionKind } from "./options.js";
import { PATTERNS, patternsOf } from "./patterns.js";
import type { Regions } from "./regions.js";

const HUES = ["red", "yellow", "green", "cyan", "blue", "magenta"] as const;

const COMMON: readonly string[] = [
  ...["lightness", "redness", "yellowness"].flatMap((plane) => [`${plane} mean`, `${plane} sd`]),
  ...["lightness", "redness", "yellowness"].map((plane) => `${plane} against picture`),
  "saturation",
  ...HUES,
  "darkest tenth",
  "lightest tenth",
  "edges mean",
  "edges sd",
  "strong edges",
  ...DIRECTIONS.map((degrees) => `edges at ${degrees}`),
  "grain",
  ...Array.from({ length: PATTERNS }, (_, k) => `pattern ${k}`),
];

/** The names of the features of a region. All cells of a grid have the same area, so it is none there. */
export function regionFeatureNames(kind: RegionKind): readonly string[] {
  return kind === "grid" ? COMMON : [...COMMON, "area"];
}

/** From this change of lightness per pixel on, an edge is strong. */
const STRONG = 8;
/** So much lightness per pixel beside the edges of a region: where it is flat, no direction stands out. */
const NO_EDGE = 1;

/**
 * Describes each region of a picture: colours (in L*a*b*, against the mean of the picture, and as amounts
 * of six hues), edges (strength, and shares of their directions), textures (grain, local binary patterns)
 * and its share of the picture. One row of numbers for each region, one after the other, named by
 * `regionFeatureNames`. All are finite, whatever the picture. Costs a few passes.
 */
export function regionFeatures(
  { pixels, lab }: { pixels: Pixels; lab: Lab },
  regions: Regions,
  kind: RegionKind,
): Float64Array {
  const width = regionFeatureNames(kind).length;
  const { labels, count } = regions;
  const sizes = new Float64Array(count);
  for (const region of labels) sizes[region]++;
  const mean = (values: ArrayLike<number>) => meansOf(values, labels, sizes);
  const { strength, direction } = gradientsOf(lab);
  const strengths = mean(strength);
  const columns: Float64Array[] = [];
  const against: Float64Array[] = [];
  for (const plane of [lab.l, lab.a, lab.b]) {
    const found = mean(plane);
    const whole = found.reduce((sum, each, k) => sum + (each * sizes[k]) / labels.length, 0);
    columns.push(found, spreads(plane, labels, sizes, found));
    against.push(found.map((each) => each - whole));
  }
  columns.push(...against, ...hues(pixels, labels, sizes), ...tails(lab.l, labels, sizes));
  columns.push(strengths, spreads(strength, labels, sizes, strengths));
  columns.push(mean(strength.map((each) => (each >= STRONG ? 1 : 0))));
  for (const sums of sumsByKind(strength, direction, DIRECTIONS.length, labels, count))
    columns.push(sums.map((sum, region) => sum / sizes[region] / (strengths[region] + NO_EDGE)));
  columns.push(mean(grainOf(lab)));
  const ones = new Float64Array(labels.length).fill(1);
  for (const counts of sumsByKind(ones, patternsOf(lab), PATTERNS, labels, count))
    columns.push(counts.map((n, region) => n / sizes[region]));
  if (kind !== "grid") columns.push(sizes.map((size) => size / labels.length));
  const out = new Float64Array(count * width);
  for (let region = 0; region < count; region++)
    for (let k = 0; k < width; k++) out[region * width + k] = columns[k][region];
  return out;
}

function meansOf(values: ArrayLike<number>, labels: Uint16Array, sizes: Float64Array): Float64Array {
  const sums = new Float64Array(sizes.length);
  for (let pixel = 0; pixel < labels.length; pixel++) sums[labels[pixel]] += values[pixel];
  return sums.map((sum, region) => sum / sizes[region]);
}

/** Standard deviations. */
function spreads(
  values: ArrayLike<number>,
  labels: Uint16Array,
  sizes: Float64Array,
  means: Float64Array,
): Float64Array {
  const squares = new Float64Array(sizes.length);
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const distance = values[pixel] - means[labels[pixel]];
    squares[labels[pixel]] += distance * distance;
  }
  return squares.map((sum, region) => Math.sqrt(sum / sizes[region]));
}

/** The saturation, from 0 to 1, and how much of it each hue has. */
function hues({ data }: Pixels, labels: Uint16Array, sizes: Float64Array): Float64Array[] {
  const sums = Array.from({ length: 1 + HUES.length }, () => new Float64Array(sizes.length));
  for (let pixel = 0, at = 0; pixel < labels.length; pixel++, at += 3) {
    const red = data[at];
    const green = data[at + 1];
    const blue = data[at + 2];
    const colour = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    sums[0][labels[pixel]] += colour;
    sums[1 + hueOf(red, green, blue)][labels[pixel]] += colour;
  }
  return sums.map((sum) => sum.map((each, region) => each / sizes[region]));
}

/** The nearest of six hues: a main colour, or the mixture of two of which neither is twice as strong. */
function hueOf(red: number, green: number, blue: number): number {
  const least = Math.min(red, green, blue);
  const [r, g, b] = [red - least, green - least, blue - least];
  if (b === 0) return r > 2 * g ? 0 : g > 2 * r ? 2 : 1;
  if (r === 0) return g > 2 * b ? 2 : b > 2 * g ? 4 : 3;
  return b > 2 * r ? 4 : r > 2 * b ? 0 : 5;
}

/** The lightness that a tenth of the pixels stay below, and that a tenth exceed, to a whole number. */
function tails(lightness: Float64Array, labels: Uint16Array, sizes: Float64Array): Float64Array[] {
  const steps = 101;
  const counts = new Uint32Array(sizes.length * steps);
  for (let pixel = 0; pixel < labels.length; pixel++)
    counts[labels[pixel] * steps + Math.min(steps - 1, Math.max(0, Math.round(lightness[pixel])))]++;
  return [0.1, 0.9].map((share) =>
    sizes.map((size, region) => {
      let [step, seen] = [-1, 0];
      do seen += counts[region * steps + ++step];
      while (seen < share * size && step < steps - 1);
      return step;
    }),
  );
}

/** How far the lightness of each pixel is from the mean of the nine around it. */
function grainOf({ width, height, l }: Lab): Float64Array {
  const found = new Float64Array(l.length);
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      let sum = 0;
      let count = 0;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++, count++) sum += l[v * width + u];
      found[pixel] = Math.abs(l[pixel] - sum / count);
    }
  return found;
}

/** For each kind of pixels, the sums of their values in each region. */
function sumsByKind(
  values: Float64Array,
  kinds: Uint8Array,
  count: number,
  labels: Uint16Array,
  regions: number,
): Float64Array[] {
  const sums = Array.from({ length: count }, () => new Float64Array(regions));
  for (let pixel = 0; pixel < labels.length; pixel++) sums[kinds[pixel]][labels[pixel]] += values[pixel];
  return sums;
}
