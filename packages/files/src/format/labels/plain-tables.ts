import { labelReader } from "@bagwise/core/bags";
import type { Grid, Table } from "../../table/table.js";
import { csvTable } from "../csv/table.js";
import type { OpenFormat, ReadOptions } from "../format.js";
import { linesOf, objectTable } from "../json/object-table.js";
import { isObject, parseJson } from "../json/spot.js";
import { hasRoleName } from "../rows/roles.js";
import { nameColumns } from "../table/unique-names.js";
import { collectText, type Source } from "../text/source.js";

/**
 * The rows of a file of labels. Text and JSON are read with more patience than files of bags: there
 * may be no names of columns, or one object with a value for each bag. Undefined for formats without
 * columns.
 */
export async function labelTable(
  source: Source,
  format: OpenFormat,
  options: ReadOptions,
): Promise<Table | Grid | undefined> {
  switch (format.name) {
    case "csv":
      return await csvRows(source, options);
    case "tsv":
      return await csvRows(source, { ...options, delimiter: options.delimiter ?? "\t" });
    case "json":
      return await jsonRows(source);
    case "jsonl":
      return objectTable(linesOf(await collectText(source), source.name), "line", source.name);
    default:
      return await format.table?.(source, options);
  }
}

/** The rows of a CSV file as text. Without a line of names the columns are called column1, column2. */
async function csvRows(source: Source, options: ReadOptions): Promise<Table> {
  const { name: file } = source;
  const rows = csvTable(await collectText(source), { file, delimiter: options.delimiter });
  const first = rows[0]?.fields ?? [];
  const header = options.header ?? isHeader(first, options);
  const width = Math.max(...rows.map(({ fields }) => fields.length), 0);
  const written = Array.from({ length: width }, (_, k) => (header ? (first[k] ?? "").trim() : ""));
  return {
    columns: nameColumns(written).names,
    rowNoun: "line",
    rows: rows.slice(header ? 1 : 0).map(({ fields, line }) => ({ cells: fields, number: line })),
  };
}

/**
 * A first line with a label and without any name that means a bag or a label is data. Some names of
 * label columns, such as active, are labels as well.
 */
function isHeader(first: readonly string[], options: ReadOptions): boolean {
  const names = first.map((name) => name.trim());
  if (names.some((name) => name === options.bag || name === options.label)) return true;
  const read = labelReader({ ...options, onNote: undefined, labels: undefined });
  const isLabel = (name: string) => {
    try {
      read(name, () => ({}));
      return true;
    } catch {
      return false;
    }
  };
  return names.some((name) => hasRoleName(name) && !isLabel(name)) || !names.slice(1).some(isLabel);
}

/** The objects of a JSON list, or an object with a value for each bag. */
async function jsonRows(source: Source): Promise<Table> {
  const file = source.name;
  const value = parseJson(await collectText(source), file);
  const list = isObject(value) && Array.isArray(value.bags) ? value.bags : value;
  if (Array.isArray(list)) return objectTable(list, "row", file);
  const pairs = isObject(list) ? Object.entries(list).map(([bag, label]) => ({ bag, label })) : [list];
  return objectTable(pairs, "row", file);
}
