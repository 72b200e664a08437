import { count, InputError, type Place } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";
import type { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber } from "../rows/cell-values.js";
import { emptyBag, noteBagFields, noteIgnoredText } from "../rows/messages.js";
import { listNames, numberedFeatures } from "../rows/roles.js";
import type { ParquetColumn } from "./columns.js";
import type { ColumnValues } from "./meaning.js";

/** The key of the feature names of a column of lists of lists, stored as a JSON list. */
export const FEATURES_KEY = "bagwise.features";

/** Which columns make instances, and how. */
interface ParquetPlan {
  readonly columns: readonly string[];
  /** The features, by the values of the first rows. */
  features(values: readonly ColumnValues[]): readonly string[];
  /** Takes the instances of row r, which belong to this bag. */
  take(builder: BagBuilder, values: readonly ColumnValues[], r: number, bag: { number: number; id: string }): void;
}

/**
 * Decides how rows become instances, from the columns that have no role and are neither ignored nor
 * nested. Notes what is left out.
 */
export function planParquet(
  rest: readonly ParquetColumn[],
  stored: string | undefined,
  file: string,
  options: ReadOptions,
): ParquetPlan {
  const numbers = rest.filter(({ kind }) => kind === "number");
  const text = rest.filter(({ kind }) => kind === "text").map(({ name }) => name);
  noteIgnoredText(options, text);
  const ofDepth = (depth: number) => numbers.filter((column) => column.depth === depth).map(({ name }) => name);
  const [flat, lists, matrices] = [ofDepth(0), ofDepth(1), ofDepth(2)];
  if (matrices.length > 0) {
    const chosen = matrices.length === 1 ? matrices[0] : matrices.find((name) => name === "instances");
    if (chosen === undefined) throw severalMatrices(matrices, file);
    noteBagFields(options, [...flat, ...lists, ...matrices.filter((name) => name !== chosen)]);
    return matrixPlan(chosen, stored, file);
  }
  if (lists.length > 0) {
    noteBagFields(options, flat);
    return listPlan(lists, file);
  }
  return flatPlan(flat, file);
}

/** One row per instance, one column per feature. */
function flatPlan(columns: readonly string[], file: string): ParquetPlan {
  return {
    columns,
    features: () => columns,
    take: (builder, values, r, { number, id }) => {
      takeRow(
        builder,
        number,
        columns.length,
        (k) => values[k][r],
        (k) => ({ file, field: columns[k], bag: id }),
      );
    },
  };
}

/** One row per bag, each feature a column of lists of the same length. */
function listPlan(columns: readonly string[], file: string): ParquetPlan {
  return {
    columns,
    features: () => columns,
    take: (builder, values, r, { number, id }) => {
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
          number,
          lists.length,
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
    features: ([matrices]) => {
      width = listOf(listOf(matrices[0])[0]).length;
      return storedNames(stored, width) ?? numberedFeatures(width);
    },
    take: (builder, [matrices], r, { number, id }) => {
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
          number,
          width,
          (k) => values[k],
          () => ({ file, bag: id, field: column }),
        );
      }
    },
  };
}

function takeRow(
  builder: BagBuilder,
  bag: number,
  width: number,
  cell: (k: number) => unknown,
  where: (k: number) => Place,
): void {
  const start = builder.startRow();
  const { values } = builder;
  for (let k = 0; k < width; k++) {
    const value = cell(k);
    values[start + k] =
      typeof value === "number" && Number.isFinite(value) ? value : cellNumber(value, builder, () => where(k));
  }
  builder.endRow(bag);
}

function listOf(value: unknown): ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<unknown>) : [];
}

function storedNames(stored: string | undefined, width: number): string[] | undefined {
  if (stored === undefined) return undefined;
  try {
    const names: unknown = JSON.parse(stored);
    const fits = Array.isArray(names) && names.length === width && names.every((name) => typeof name === "string");
    return fits ? names : undefined;
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

function severalMatrices(names: readonly string[], file: string): InputError {
  return new InputError({
    code: "several-instances",
    message: `several columns are lists of lists: ${listNames(names)}`,
    remedy: 'Leave out all but one with the option ignore, or call one "instances".',
    where: { file },
  });
}
