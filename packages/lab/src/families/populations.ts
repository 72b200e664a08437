import type { Floats } from "@bagwise/core/bags";
import { exp, log, type Random } from "@bagwise/core/base";
import type { Population } from "./population.js";

/** The options of a population of normal instances; the rest is as in the family `plain`. */
interface Shape {
  readonly features?: number;
  /** How many features, at random places, differ between the classes. */
  readonly informative?: number;
  /** Between the means of background and concept, in standard deviations. */
  readonly distance: number;
  readonly bagSize?: readonly [number, number];
  readonly witnesses?: number | "one";
  readonly concepts?: number;
}

/** What most families have in common. */
const USUAL = { bagSize: [5, 10], witnesses: 1 / 3, concepts: 1 } as const;

/** The background, and positive instances that are background plus the shift of their concept. */
function shifted(
  fill: Population["background"],
  shifts: readonly Float64Array[],
): Pick<Population, "background" | "positive"> {
  return {
    background: fill,
    positive(row, concept, source) {
      fill(row, source);
      add(row, shifts[concept]);
    },
  };
}

/** Background normal around 0, each concept normal around a point in a random direction. */
export function normalPopulation(shape: Shape, generator: Random): Population {
  const { features = 10, informative = features, distance, concepts = 1 } = shape;
  const centres = Array.from({ length: concepts }, () => centre(features, informative, distance, generator));
  return {
    features,
    bagSize: shape.bagSize ?? USUAL.bagSize,
    witnesses: shape.witnesses ?? USUAL.witnesses,
    concepts,
    ...shifted(fillNormal, centres),
    logRatio: (row, concept) => shiftRatio(row, centres[concept]),
  };
}

/** Student's t with 2 degrees of freedom; one bag in twenty is ten times as large. */
export function heavyTails({ distance }: Shape, generator: Random): Population {
  const features = 10;
  const mean = centre(features, features, distance, generator);
  const fill = (row: Float64Array, source: Random) => {
    for (let j = 0; j < row.length; j++) row[j] = studentT2(source);
  };
  /** Up to a constant: the density is proportional to (2 + t^2)^(-3/2). */
  const logDensity = (row: Floats, shift?: Floats) => {
    let sum = 0;
    for (let j = 0; j < features; j++) sum -= 1.5 * log(2 + (row[j] - (shift?.[j] ?? 0)) ** 2);
    return sum;
  };
  return {
    ...USUAL,
    features,
    outliers: { share: 0.05, factor: 10, logDensity: (row) => logDensity(row) },
    ...shifted(fill, [mean]),
    logRatio: (row) => logDensity(row, mean) - logDensity(row),
  };
}

/** A share of the background stands `near` standard deviations from the concept. */
export function hardNegatives(
  { distance, near, share }: Shape & { near: number; share: number },
  generator: Random,
): Population {
  const features = 10;
  const concept = centre(features, features, distance, generator);
  const hard = centre(features, features, near, generator);
  add(hard, concept);
  return {
    ...USUAL,
    features,
    ...shifted(fillNormal, [concept]),
    background(row, source) {
      const isHard = source.uniform() < share;
      fillNormal(row, source);
      if (isHard) add(row, hard);
    },
    logRatio: (row) => shiftRatio(row, concept) - log(1 - share + share * exp(shiftRatio(row, hard))),
  };
}

/** Three hidden factors make most of the variance of 30 features; the concept is a shift. */
export function lowRank({ distance }: Shape, generator: Random): Population {
  const features = 30;
  const strength = 5;
  const factors = orthonormal(3, features, generator);
  const mean = centre(features, features, distance, generator);
  const fill = (row: Float64Array, source: Random) => {
    fillNormal(row, source);
    for (const factor of factors) {
      const size = strength * source.normal();
      for (let j = 0; j < features; j++) row[j] += size * factor[j];
    }
  };
  // mean' C^-1 (x - mean / 2), where C = I + strength^2 F F', hence C^-1 = I - strength^2 / (1 +
  // strength^2) F F'.
  const direction = mean.slice();
  for (const factor of factors) {
    const along = (dot(factor, mean) * strength ** 2) / (1 + strength ** 2);
    for (let j = 0; j < features; j++) direction[j] -= along * factor[j];
  }
  return {
    ...USUAL,
    features,
    ...shifted(fill, [mean]),
    logRatio: (row) => dot(direction, row) - dot(direction, mean) / 2,
  };
}

/** `plain` in 17 features, each with its own scale, 1e-3 to 1e4, and offset; three are constant. */
export function manyScales({ distance }: Shape, generator: Random): Population {
  const varying = 17;
  const features = varying + 3;
  const plain = normalPopulation({ features: varying, distance }, generator);
  const place = generator.permutation(features);
  const scale = Float64Array.from({ length: features }, (_, j) => exp(Math.LN10 * (-3 + (7 * j) / (varying - 1))));
  const offset = Float64Array.from({ length: features }, (_, j) =>
    j < varying ? scale[j] * generator.normal() : [0, 1, 1e4][j - varying],
  );
  const spread = (row: Float64Array, write: (inner: Float64Array) => void) => {
    const inner = new Float64Array(varying);
    write(inner);
    for (let j = 0; j < features; j++) row[place[j]] = offset[j] + (j < varying ? scale[j] * inner[j] : 0);
  };
  return {
    ...plain,
    features,
    background: (row, source) => spread(row, (inner) => plain.background(inner, source)),
    positive: (row, concept, source) => spread(row, (inner) => plain.positive(inner, concept, source)),
    logRatio(row, concept) {
      const inner = Float64Array.from({ length: varying }, (_, j) => (row[place[j]] - offset[j]) / scale[j]);
      return plain.logRatio(inner, concept);
    },
  };
}

function fillNormal(row: Float64Array, generator: Random): void {
  for (let j = 0; j < row.length; j++) row[j] = generator.normal();
}

function add(row: Float64Array, shift: Floats): void {
  for (let j = 0; j < row.length; j++) row[j] += shift[j];
}

function dot(a: Floats, b: Floats): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

/** log N(x; shift, I) / N(x; 0, I). */
function shiftRatio(row: Floats, shift: Floats): number {
  return dot(row, shift) - dot(shift, shift) / 2;
}

/** A point at `distance` from 0 in a uniform direction of some features, at random places. */
function centre(features: number, informative: number, distance: number, generator: Random): Float64Array {
  const point = new Float64Array(features);
  for (const j of generator.sample(features, informative)) point[j] = generator.normal();
  const length = Math.sqrt(dot(point, point));
  for (let j = 0; j < features; j++) point[j] *= distance / length;
  return point;
}

/** So many random directions at right angles (Gram and Schmidt). */
function orthonormal(directions: number, features: number, generator: Random): Float64Array[] {
  const found: Float64Array[] = [];
  while (found.length < directions) {
    const next = centre(features, features, 1, generator);
    for (const other of found) {
      const along = dot(next, other);
      for (let j = 0; j < features; j++) next[j] -= along * other[j];
    }
    const length = Math.sqrt(dot(next, next));
    found.push(next.map((value) => value / length));
  }
  return found;
}

/** Student's t with 2 degrees of freedom, by its quantile function (2u - 1) / sqrt(2 u (1 - u)). */
function studentT2(generator: Random): number {
  let u = generator.uniform();
  while (u === 0) u = generator.uniform();
  return (2 * u - 1) / Math.sqrt(2 * u * (1 - u));
}

const WORDS = 300;
const TOPIC_WORDS = 15;

/**
 * Short texts of 10 to 30 words, counted over 300 words whose frequencies follow Zipf's law. A word
 * of a positive text comes with probability `topical` from the topic of 15 words.
 */
export function sparseCounts({ topical }: { topical: number }, generator: Random): Population {
  const order = generator.permutation(WORDS);
  const zipf = Float64Array.from(order, (rank) => 1 / (rank + 3));
  const total = zipf.reduce((sum, value) => sum + value);
  const background = zipf.map((value) => value / total);
  const topic = new Float64Array(WORDS);
  for (const word of generator.sample(WORDS, TOPIC_WORDS)) topic[word] = 1 / TOPIC_WORDS;
  const mixed = background.map((value, word) => (1 - topical) * value + topical * topic[word]);
  const ratio = mixed.map((value, word) => log(value / background[word]));
  const write = (row: Float64Array, frequencies: Float64Array, source: Random) => {
    for (let left = 10 + source.below(21); left > 0; left--) row[drawWord(frequencies, source)]++;
  };
  return {
    ...USUAL,
    features: WORDS,
    background: (row, source) => write(row, background, source),
    positive: (row, _, source) => write(row, mixed, source),
    logRatio: (row) => dot(row, ratio),
  };
}

function drawWord(frequencies: Float64Array, generator: Random): number {
  let left = generator.uniform();
  let word = 0;
  // The last word takes what rounding leaves over.
  while (word < frequencies.length - 1 && left >= frequencies[word]) left -= frequencies[word++];
  return word;
}
