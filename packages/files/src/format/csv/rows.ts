import { type LabelReader, labelReader } from "@bagwise/core/bags";
import { InputError, type Place } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber } from "../rows/cell-values.js";
import type { Dialect } from "./dialect.js";

/** The role of a column: the position of its feature if not negative. */
const SKIP = -1;
export const BAG = -2;
export const LABEL = -3;
export const GROUP = -4;

/**
 * What the fast and the careful reader share: the roles of the columns, the builder, and the rules
 * for a field.
 */
export interface CsvRows {
  readonly builder: BagBuilder;
  readonly labels: LabelReader;
  /** For each column the position of its feature, or SKIP, BAG, LABEL, GROUP. */
  readonly kinds: Int32Array;
  place(line: number, column: number): Place;
  /** The value of a trimmed or untrimmed field of a feature column. */
  value(text: string, line: number, column: number): number;
  ragged(line: number, fields: number): InputError;
}

/** The rows of a CSV file with this dialect. */
export function csvRows(
  dialect: Dialect,
  { file, options, block }: { file: string; options: ReadOptions; block: () => Float64Array },
): CsvRows {
  const { names, roles, features } = dialect;
  const kinds = new Int32Array(names.length).fill(SKIP);
  features.forEach((column, k) => {
    kinds[column] = k;
  });
  kinds[roles.bag] = BAG;
  if (roles.label !== undefined) kinds[roles.label] = LABEL;
  if (roles.group !== undefined) kinds[roles.group] = GROUP;
  const builder = new BagBuilder({ features: features.map((column) => names[column]), file, options, block });
  const place = (line: number, column: number): Place => ({ file, line, column: column + 1, field: names[column] });
  return {
    builder,
    labels: labelReader(options),
    kinds,
    place,
    value: (text, line, column) => cellNumber(text.trim(), builder, () => place(line, column)),
    ragged: (line, fields) => raggedRow(file, line, fields, names.length),
  };
}

/** The error for a row with too few or too many fields. */
export function raggedRow(file: string, line: number, fields: number, wanted: number): InputError {
  return new InputError({
    code: "ragged",
    message: `the row has ${fields} ${fields === 1 ? "field" : "fields"}, the first row has ${wanted}`,
    remedy: "Give every row the same number of fields, and quote fields that contain the delimiter.",
    where: { file, line, column: Math.min(fields, wanted) + (fields > wanted ? 1 : 0) },
  });
}
