import type { ModelCard } from "@bagwise/core/model";
import { probabilityRange } from "@bagwise/core/prior";

/** The title of a column of ranges; none if the model knows none. */
export function rangeHead({ prior }: ModelCard): string[] {
  return prior?.belief === undefined && prior?.ranges === undefined ? [] : ["range"];
}

/** The range of a probability, as a cell of that column. */
export function rangeCell(probability: number | null, { prior }: ModelCard): string[] {
  if (prior === null || (prior.belief === undefined && prior.ranges === undefined)) return [];
  const range = probability === null ? null : probabilityRange(probability, prior);
  return [range === null ? "-" : `${range.low.toFixed(2)} to ${range.high.toFixed(2)}`];
}
