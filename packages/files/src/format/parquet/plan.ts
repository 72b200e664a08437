import type { UsedColumn } from "@bagwise/core/bags";
import { count, InputError, type Place } from "@bagwise/core/base";
import type { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber, writeRow } from "../rows/cell-values.js";
import { emptyBag } from "../rows/messages.js";
import { numberedFeatures } from "../rows/roles.js";
import type { ParquetColumn } from "./columns.js";
import type { ColumnValues } from "./meaning.js";

/** The key of the feature names of a column of lists of lists, stored as a JSON list. */
export const FEATURES_KEY = "bagwise.features";

/** Lists that should be vectors have different lengths, so that they mean something else. */
export class RaggedVectors extends Error {}

/** A row of the file: its position in the values, its number from 1, and its bag. */
export interface ParquetRow {
  readonly r: number;
  readonly number: number;
  readonly bag: number;
  readonly id: string;
}

/** How rows of numbers, and of lists of numbers, become instances. */
export interface ParquetPlan {
  /** The names of the columns to read, in their order. */
  readonly columns: readonly string[];
  /** The column that holds instances, if a row is a bag. */
  readonly instances: string | undefined;
  /** Whether each value of the lists in all columns is an instance. */
  readonly lists?: boolean;
  /** The columns of the features, by the values of the first rows. Call it first. */
  used(values: readonly ColumnValues[]): readonly UsedColumn[];
  /** For some row groups: takes several rows of the same bag at once. */
  taker?(values: readonly ColumnValues[]): ((builder: BagBuilder, row: ParquetRow, rows: number) => void) | undefined;
  /** Takes the instances of a row. */
  take(builder: BagBuilder, values: readonly ColumnValues[], row: ParquetRow): void;
}

/**
 * The plan for these columns; undefined if there is more to understand than numbers. `repeated` says
 * whether a bag has several rows; `stored` names the values of lists of lists.
 */
export async function planParquet(
  columns: readonly ParquetColumn[],
  { stored, file, repeated }: { stored: string | undefined; file: string; repeated: () => Promise<boolean> },
): Promise<ParquetPlan | undefined> {
  if (columns.some(({ kind, depth }) => kind !== "number" || depth === undefined)) return undefined;
  const names = columns.map(({ name }) => name);
  const deepest = Math.max(0, ...columns.map(({ depth }) => depth ?? 0));
  if (deepest === 0) return flatPlan(names, file);
  if (deepest === 2) return columns.length === 1 ? matrixPlan(names[0], stored, file) : undefined;
  if (await repeated()) return vectorPlan(columns, file);
  return columns.length > 1 && columns.every(({ depth }) => depth === 1) ? listPlan(names, file) : undefined;
}

const numbers = (names: readonly string[]): UsedColumn[] => names.map((name) => ({ name, use: { as: "number" } }));

type FloatColumn = Float64Array | Float32Array;

/** The columns of a row group if all are floats without a gap; undefined otherwise. One pass over them. */
function floatColumns(values: readonly ColumnValues[]): FloatColumn[] | undefined {
  const columns = values.flatMap((column) =>
    (column instanceof Float64Array || column instanceof Float32Array) && allFinite(column) ? [column] : [],
  );
  return columns.length === values.length ? columns : undefined;
}

/** Writes rows of columns to an array of rows. Going down each column is much faster than across all. */
function turn(columns: readonly FloatColumn[], from: number, rows: number, out: Float64Array, at: number): void {
  const width = columns.length;
  for (let k = 0; k < width; k++) {
    const column = columns[k];
    for (let row = from, to = at + k; row < from + rows; row++, to += width) out[to] = column[row];
  }
}

/** One row per instance, one column per feature. */
function flatPlan(columns: readonly string[], file: string): ParquetPlan {
  return {
    columns,
    instances: undefined,
    used: () => numbers(columns),
    taker: (values) => {
      const floats = floatColumns(values);
      return (
        floats &&
        ((builder, { r, number, bag }, rows) =>
          builder.takeRows(bag, rows, number, (out, at) => turn(floats, r, rows, out, at)))
      );
    },
    take: (builder, values, { r, bag, id, number }) =>
      takeRow(
        builder,
        { bag, number, width: columns.length },
        (k) => values[k][r],
        (k) => ({ file, field: columns[k], bag: id }),
      ),
  };
}

function allFinite(values: FloatColumn): boolean {
  // A sum of differences with itself is 0 unless a number is not finite. Four sums, so that none waits.
  let [a, b, c, d] = [0, 0, 0, 0];
  const even = values.length - (values.length % 4);
  for (let k = 0; k < even; k += 4) {
    a += values[k] - values[k];
    b += values[k + 1] - values[k + 1];
    c += values[k + 2] - values[k + 2];
    d += values[k + 3] - values[k + 3];
  }
  for (let k = even; k < values.length; k++) a += values[k] - values[k];
  return a + b + c + d === 0;
}

/** One row per instance, with numbers and vectors. */
function vectorPlan(columns: readonly ParquetColumn[], file: string): ParquetPlan {
  const names = columns.map(({ name }) => name);
  const widths: number[] = [];
  return {
    columns: names,
    instances: undefined,
    used: (values) =>
      columns.map(({ name, depth }, k) => {
        const first = Array.from(values[k]).find((value) => value !== null);
        widths[k] = depth === 0 ? 1 : listOf(first).length;
        if (widths[k] === 0) throw new RaggedVectors();
        return { name, use: depth === 0 ? { as: "number" } : { as: "vector", length: widths[k] } };
      }),
    take: (builder, values, { r, bag, id, number }) => {
      let at = builder.startRow();
      const { values: row } = builder;
      for (let k = 0; k < columns.length; k++) {
        const cell = values[k][r];
        const where = () => ({ file, field: names[k], bag: id });
        if (columns[k].depth === 0) row[at++] = cellNumber(cell, builder, where);
        else {
          const list = cell === null ? new Array<null>(widths[k]).fill(null) : listOf(cell);
          if (list.length !== widths[k]) throw new RaggedVectors();
          for (let i = 0; i < list.length; i++) row[at++] = cellNumber(list[i], builder, where);
        }
      }
      builder.endRow(bag, number);
    },
  };
}

/** One row per bag, each feature a column of lists of the same length. */
function listPlan(columns: readonly string[], file: string): ParquetPlan {
  return {
    columns,
    instances: columns[0],
    lists: true,
    used: () => numbers(columns),
    take: (builder, values, { r, bag, id, number }) => {
      const lists = values.map((column) => listOf(column[r]));
      const size = lists[0].length;
      if (size === 0) throw emptyBag({ file, bag: id, field: columns[0] });
      const odd = lists.findIndex(({ length }) => length !== size);
      if (odd !== -1) {
        const message = `the list has ${count(lists[odd].length, "value")}, that of ${JSON.stringify(columns[0])} has ${size}`;
        throw ragged(message, { file, bag: id, field: columns[odd] });
      }
      for (let j = 0; j < size; j++) {
        takeRow(
          builder,
          { bag, number, width: lists.length },
          (k) => lists[k][j],
          (k) => ({ file, field: columns[k], bag: id }),
        );
      }
    },
  };
}

/** One row per bag, with a list of instances, each a list of values. */
function matrixPlan(column: string, stored: string | undefined, file: string): ParquetPlan {
  let width = 0;
  return {
    columns: [column],
    instances: column,
    used: ([matrices]) => {
      width = listOf(listOf(matrices[0])[0]).length;
      return numbers(storedNames(stored, width) ?? numberedFeatures(width));
    },
    take: (builder, [matrices], { r, bag, id, number }) => {
      const instances = listOf(matrices[r]);
      if (instances.length === 0) throw emptyBag({ file, bag: id, field: column });
      for (let j = 0; j < instances.length; j++) {
        const values = listOf(instances[j]);
        if (values.length !== width) {
          throw ragged(`instance ${j + 1} has ${count(values.length, "value")}, not ${width}`, {
            file,
            bag: id,
            field: column,
          });
        }
        takeRow(
          builder,
          { bag, number, width },
          (k) => values[k],
          () => ({ file, bag: id, field: column }),
        );
      }
    },
  };
}

function takeRow(
  builder: BagBuilder,
  { bag, number, width }: { bag: number; number: number; width: number },
  cell: (k: number) => unknown,
  where: (k: number) => Place,
): void {
  writeRow(builder, width, cell, where);
  builder.endRow(bag, number);
}

function listOf(value: unknown): ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<unknown>) : [];
}

/** The stored names of the values of a list of lists; undefined if they are not for `width` values. */
export function storedNames(stored: string | undefined, width?: number): string[] | undefined {
  if (stored === undefined) return undefined;
  try {
    const names: unknown = JSON.parse(stored);
    const fits = Array.isArray(names) && names.every((name) => typeof name === "string");
    return fits && (width === undefined || names.length === width) ? names : undefined;
  } catch {
    return undefined;
  }
}

function ragged(message: string, where: Place): InputError {
  return new InputError({
    code: "ragged",
    message,
    remedy: "Give every instance the same values, with null for a missing one.",
    where,
  });
}
