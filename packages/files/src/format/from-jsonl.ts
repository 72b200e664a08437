import type { BagSet } from "@bagwise/core/bags";
import type { OpenTable } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { JsonItems } from "./json/items.js";
import { isObject, jsonSpot, parseJson } from "./json/spot.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/**
 * Reads JSON Lines: one bag or one instance per line; blank lines are skipped. A first line
 * `{"features": [...]}` names the values of instances that are lists. Memory: the result and one
 * line.
 */
export async function fromJsonl(source: Source, options: ReadOptions): Promise<BagSet> {
  const items = new JsonItems(source.name, options);
  await addItems(source, items);
  return await items.finish({ noun: "line" });
}

/** The objects of a JSON Lines file as rows. Holds them all. */
export async function jsonlTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const items = new JsonItems(source.name, options);
  items.hold();
  await addItems(source, items);
  return items.table("line");
}

async function addItems(source: Source, items: JsonItems): Promise<void> {
  const file = source.name;
  let first = true;
  for await (const { text, line } of lines(source)) {
    if (text.trim() === "") continue;
    const value = parseJson(text, file, { firstLine: line });
    const spot = jsonSpot(text, file, { firstLine: line });
    if (first && isObject(value) && Array.isArray(value.features) && Object.keys(value).length === 1) {
      items.features(value.features, spot);
    } else items.add(value, spot, line);
    first = false;
  }
}
