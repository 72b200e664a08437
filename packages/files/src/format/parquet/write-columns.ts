import type { TypedColumn } from "../table/typed-columns.js";
import { type GroupColumn, type SchemaElement, writeGroups } from "./write-groups.js";

/** About how many values go into a row group. */
const GROUP_VALUES = 2 ** 20;

/** Writes columns as Parquet: numbers as DOUBLE, booleans and texts, each with nulls. */
export function writeColumns(columns: readonly TypedColumn[]): AsyncGenerator<Uint8Array> {
  const schema: SchemaElement[] = [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
  return writeGroups(schema, groups(columns));
}

function elementOf({ name, type }: TypedColumn): SchemaElement {
  const repetition_type = "OPTIONAL";
  if (type === "number") return { name, type: "DOUBLE", repetition_type };
  if (type === "boolean") return { name, type: "BOOLEAN", repetition_type };
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type };
}

function* groups(columns: readonly TypedColumn[]): Generator<GroupColumn[]> {
  const rows = columns[0]?.values.length ?? 0;
  const most = Math.max(1, Math.floor(GROUP_VALUES / columns.length));
  for (let from = 0; from < rows; from += most) {
    yield columns.map(({ name, type, values }) => ({
      name,
      data: values.slice(from, from + most),
      ...(type === "number" ? { encoding: "PLAIN" as const } : {}),
    }));
  }
}
