import { InputError } from "@bagwise/core/base";
import type { Cell, Table } from "../../table/table.js";
import { isObject, parseJson } from "./spot.js";

/** The values of a JSON Lines text, one a line; blank lines are undefined. */
export function linesOf(text: string, file: string): unknown[] {
  return text
    .split("\n")
    .map((line, i) => (line.trim() === "" ? undefined : parseJson(line, file, { firstLine: i + 1 })));
}

/**
 * A small table of objects, with a column for each key: a list, or the lines of a file, of which undefined ones are
 * left out. Throws an InputError for anything that is no object.
 */
export function objectTable(items: readonly unknown[], noun: Table["rowNoun"], file: string): Table {
  const held = items.flatMap((item, i) => (item === undefined ? [] : [{ item, number: i + 1 }]));
  const columns = new Set<string>();
  const objects = held.map(({ item, number }) => {
    if (!isObject(item))
      throw new InputError({
        code: "json-shape",
        message: "this is not an object with a value for each column",
        remedy: 'Give objects such as {"bag": "a", "label": 1}.',
        where: { file, [noun]: number },
      });
    for (const key of Object.keys(item)) columns.add(key);
    return { item, number };
  });
  const names = [...columns];
  const rows = objects.map(({ item, number }) => ({
    number,
    cells: names.map((key) => (Object.hasOwn(item, key) ? (item[key] as Cell) : null)),
  }));
  return { columns: names, rowNoun: noun, rows };
}
