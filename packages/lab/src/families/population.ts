import type { Floats } from "@bagwise/core/bags";
import { exp, log, type Random } from "@bagwise/core/base";

/**
 * What bags are drawn from. Negative bags have background instances only; positive bags have at
 * least one positive instance, all of one concept, every concept equally likely.
 */
export interface Population {
  readonly features: number;
  /** The least and greatest number of instances in a bag; all equally likely. */
  readonly bagSize: readonly [least: number, most: number];
  /** Each instance of a positive bag is positive with it, given that one is; or exactly one. */
  readonly witnesses: number | "one";
  readonly concepts: number;
  /** Bags, whatever their label, of which all values are multiplied by a factor. */
  readonly outliers?: Outliers;
  background(row: Float64Array, generator: Random): void;
  positive(row: Float64Array, concept: number, generator: Random): void;
  /** log of the density of positive instances of a concept over that of the background. */
  logRatio(row: Floats, concept: number): number;
}

interface Outliers {
  readonly share: number;
  readonly factor: number;
  /** The logarithm of the density of the background, up to a constant. */
  logDensity(row: Floats): number;
}

/** A bag with its hidden truth: which of its instances are positive. */
interface PopulationBag {
  /** Row-major. */
  readonly values: Float64Array;
  readonly witnesses: Uint8Array;
}

export function populationBag(population: Population, positive: boolean, generator: Random): PopulationBag {
  const { features, bagSize, concepts, outliers } = population;
  const size = bagSize[0] + generator.below(bagSize[1] - bagSize[0] + 1);
  const witnesses = positive ? drawWitnesses(population.witnesses, size, generator) : new Uint8Array(size);
  const concept = positive ? generator.below(concepts) : 0;
  const values = new Float64Array(size * features);
  for (const [j, witness] of witnesses.entries()) {
    const row = values.subarray(j * features, (j + 1) * features);
    if (witness === 1) population.positive(row, concept, generator);
    else population.background(row, generator);
  }
  if (outliers !== undefined && generator.uniform() < outliers.share) {
    for (let k = 0; k < values.length; k++) values[k] *= outliers.factor;
  }
  return { values, witnesses };
}

function drawWitnesses(law: number | "one", size: number, generator: Random): Uint8Array {
  const witnesses = new Uint8Array(size);
  if (law === "one") {
    witnesses[generator.below(size)] = 1;
    return witnesses;
  }
  // Drawn again until there is a positive instance: the binomial law given that it is not 0.
  do {
    for (let j = 0; j < size; j++) witnesses[j] = generator.uniform() < law ? 1 : 0;
  } while (!witnesses.includes(1));
  return witnesses;
}

/**
 * log p(X | positive) / p(X | negative) of a bag, row-major: no score has a higher expected AUC
 * (Neyman and Pearson). Costs O(instances x features x concepts).
 */
export function bagLogRatio(population: Population, values: Floats): number {
  const { outliers } = population;
  if (outliers === undefined) return ordinaryLogRatio(population, values);
  const rescaled = values.slice();
  for (let k = 0; k < rescaled.length; k++) rescaled[k] /= outliers.factor;
  // How likely the bag is an outlier were it negative, then the ratio as the mixture of the two
  // cases.
  let odds = log(outliers.share / (1 - outliers.share)) - values.length * log(outliers.factor);
  for (const row of rowsOf(rescaled, population.features)) odds += outliers.logDensity(row);
  for (const row of rowsOf(values, population.features)) odds -= outliers.logDensity(row);
  return logSumExp([
    ordinaryLogRatio(population, values) - softplus(odds),
    ordinaryLogRatio(population, rescaled) - softplus(-odds),
  ]);
}

function ordinaryLogRatio(population: Population, values: Floats): number {
  const rows = rowsOf(values, population.features);
  const byConcept = Array.from({ length: population.concepts }, (_, concept) => {
    const ratios = rows.map((row) => population.logRatio(row, concept));
    return population.witnesses === "one"
      ? logSumExp(ratios) - log(rows.length)
      : someWitnesses(ratios, population.witnesses);
  });
  return logSumExp(byConcept) - log(population.concepts);
}

/** r the share: log of (prod(1 + r/(1-r) ratio) - 1) / ((1-r)^-n - 1), the binomial law but 0. */
function someWitnesses(ratios: readonly number[], share: number): number {
  const odds = log(share / (1 - share));
  let sum = 0;
  // The denominator in the same steps, so that ratios of 1 make 1 to the last bit.
  let none = 0;
  for (const ratio of ratios) {
    sum += softplus(odds + ratio);
    none += softplus(odds);
  }
  return logExpLess1(sum) - logExpLess1(none);
}

function rowsOf(values: Floats, features: number): Floats[] {
  return Array.from({ length: values.length / features }, (_, j) => values.subarray(j * features, (j + 1) * features));
}

function logSumExp(values: readonly number[]): number {
  const greatest = Math.max(...values);
  if (greatest === Number.NEGATIVE_INFINITY) return greatest;
  let sum = 0;
  for (const value of values) sum += exp(value - greatest);
  return greatest + log(sum);
}

/** log(1 + e^x). */
function softplus(x: number): number {
  return logSumExp([0, x]);
}

/** log(e^x - 1), x >= 0. Near 0, where the difference would lose its digits, log x + x/2. */
function logExpLess1(x: number): number {
  return x < 1e-5 ? log(x) + x / 2 : x + log(1 - exp(-x));
}
