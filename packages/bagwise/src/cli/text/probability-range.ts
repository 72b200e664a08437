import type { ModelCard } from "../../model/model.js";
import { probabilityRange } from "../../prior/belief/used-prior.js";

/** The title of a column of ranges; none if the prior is exact, or known to no distribution. */
export function rangeHead({ prior }: ModelCard): string[] {
  return prior?.belief === undefined ? [] : ["range"];
}

/** A probability at both ends of the interval of the prior, as a cell of that column. */
export function rangeCell(probability: number | null, { prior }: ModelCard): string[] {
  if (prior?.belief === undefined) return [];
  const range = probability === null ? null : probabilityRange(probability, prior);
  return [range === null ? "-" : `${range.low.toFixed(2)} to ${range.high.toFixed(2)}`];
}
