/** Mean and standard deviation (n - 1) over trials; the deviation of a single trial is 0. */
export interface Spread {
  readonly mean: number;
  readonly sd: number;
}

/** Mean and standard deviation with n - 1, in two passes. NaN for no value at all. */
export function spreadOf(values: readonly number[]): Spread {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, sd: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

/** NaN for no value at all. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const MEASURES = ["accuracy", "balancedAccuracy", "auc", "averagePrecision", "positiveRate"] as const;

/** A value for each measure that all experiments on test bags have. */
export type Measures<T> = Readonly<Record<(typeof MEASURES)[number], T>>;

/** The measures of a cell, each over its trials. */
export type CellMeasures = Measures<Spread>;

/** What `of` says of each measure. */
export function eachMeasure<T>(of: (name: keyof CellMeasures) => T): Measures<T> {
  return Object.fromEntries(MEASURES.map((name) => [name, of(name)])) as Measures<T>;
}

/** The measures of a cell from the results of its trials. */
export function measuresOf(results: readonly Measures<number>[]): CellMeasures {
  return eachMeasure((name) => spreadOf(results.map((result) => result[name])));
}
