import { InputError, quote } from "../base/errors.js";
import type { NumberTable } from "../base/packed-file.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { isVectorName, type Representation, statisticEntries, type VectorName } from "./representation.js";

/**
 * A representation as plain data. Each table has the name of a statistic or a codebook, or is `instances` or
 * `sizes` (of the bags).
 */
export interface RepresentationData {
  readonly bags: number;
  readonly tables: readonly NumberTable[];
}

/** The representation as plain data. The numbers are not copied. */
export function representationToData(representation: Representation): RepresentationData {
  const { bags, instances } = representation;
  const tables = statisticEntries(representation).map(([name, rows]) => table(name, rows));
  if (instances !== undefined) {
    const { rows, offsets } = instances;
    const sizes = Float64Array.from({ length: bags }, (_, i) => offsets[i + 1] - offsets[i]);
    tables.push(table("instances", rows), table("sizes", matrix(bags, 1, sizes)));
  }
  return { bags, tables };
}

/**
 * Rebuilds the representation from plain data, with the same bits. The numbers are not copied.
 * Throws an InputError for a wrong shape or bag size, an unknown or repeated name, or a number that
 * is not finite.
 */
export function representationFromData({ bags, tables }: RepresentationData): Representation {
  if (!(Number.isInteger(bags) && bags >= 0)) throw wrong(`the number of bags is ${bags}`);
  const statistics: Partial<Record<VectorName, Matrix>> = {};
  const seen = new Set<string>();
  let rows: Matrix | undefined;
  let sizes: Matrix | undefined;
  for (const entry of tables) {
    const { name } = entry;
    if (seen.has(name)) throw wrong(`the table ${quote(name)} appears twice`);
    seen.add(name);
    const numbers = checkedTable(entry);
    if (name === "instances") rows = numbers;
    else if (numbers.rows !== bags) throw wrong(`the table ${quote(name)} has ${numbers.rows} rows for ${bags} bags`);
    else if (name === "sizes") sizes = numbers;
    else if (isVectorName(name)) statistics[name] = numbers;
    else throw wrong(`the table ${quote(name)} is unknown`);
  }
  if (rows === undefined && sizes === undefined) return { bags, statistics };
  if (rows === undefined || sizes === undefined) throw wrong("one of the tables instances and sizes is missing");
  return { bags, statistics, instances: { rows, offsets: offsetsOf(sizes.data, rows.rows) } };
}

function table(name: string, { rows, cols, data }: Matrix): NumberTable {
  return { name, rows, columns: cols, data };
}

function checkedTable({ name, rows, columns, data }: NumberTable): Matrix {
  if (!(data instanceof Float64Array) || data.length !== rows * columns) {
    throw wrong(`the table ${quote(String(name))} does not have ${rows} x ${columns} numbers`);
  }
  if (!data.every(Number.isFinite)) throw wrong(`the table ${quote(String(name))} has a number that is not finite`);
  return matrix(rows, columns, data);
}

function offsetsOf(sizes: Float64Array, instances: number): Uint32Array {
  const offsets = new Uint32Array(sizes.length + 1);
  let total = 0;
  for (const [i, size] of sizes.entries()) {
    if (!(Number.isInteger(size) && size >= 1)) throw wrong(`bag ${i} has ${size} instances`);
    total += size;
    if (total > instances) break;
    offsets[i + 1] = total;
  }
  if (total !== instances) throw wrong(`the sizes of the bags do not add up to ${instances} instances`);
  return offsets;
}

function wrong(message: string): InputError {
  return new InputError({
    code: "representation",
    message: `the stored bags are unusable: ${message}`,
    remedy: "The file is damaged or was not written by bagwise. Create it again.",
  });
}
