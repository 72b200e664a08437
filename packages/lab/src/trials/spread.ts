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

/** Measures that every cell of an experiment has, each over its trials. */

export type CellMeasures = Readonly<
  Record<"accuracy" | "balancedAccuracy" | "auc" | "averagePrecision" | "positiveRate", Spread>
>;

/** The measures of a cell from the results of its trials. */
export function measuresOf(results: readonly Readonly<Record<keyof CellMeasures, number>>[]): CellMeasures {
  const of = (name: keyof CellMeasures) => spreadOf(results.map((result) => result[name]));
  return {
    accuracy: of("accuracy"),
    balancedAccuracy: of("balancedAccuracy"),
    auc: of("auc"),
    averagePrecision: of("averagePrecision"),
    positiveRate: of("positiveRate"),
  };
}
