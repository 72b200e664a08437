import type { BagSet } from "../bags/bag-set.js";
import type { OpenTable } from "../bags/table.js";
import { InputError } from "../base/errors.js";
import type { ReadOptions } from "./format.js";
import { entryStarts } from "./json/as-written.js";
import { JsonItems } from "./json/items.js";
import { positionOf } from "./json/locate.js";
import { isObject, jsonSpot, parseJson } from "./json/spot.js";
import { collectText, type Source } from "./text/source.js";

/** The longest text that engines hold in one string. */
const LONGEST = 500 * 2 ** 20;

/**
 * Reads JSON: a list of bag objects, a list of flat instance objects, or `{"features": [...],
 * "bags": [...]}`.
 *
 * The file is parsed as a whole and needs several times its size in memory. JSON Lines does not.
 */
export async function fromJson(source: Source, options: ReadOptions): Promise<BagSet> {
  const items = new JsonItems(source.name, options);
  await addItems(source, items);
  return await items.finish({ noun: "row" });
}

/** The objects of a JSON file as rows. */
export async function jsonTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const items = new JsonItems(source.name, options);
  items.hold();
  await addItems(source, items);
  return items.table("row");
}

async function addItems(source: Source, items: JsonItems): Promise<void> {
  const file = source.name;
  const text = await collectText(source, {
    most: LONGEST,
    message: `the file is larger than the ${LONGEST / 2 ** 20} MiB that can be parsed as one JSON value`,
    remedy: "Write it as JSON Lines (.jsonl), which is read line by line.",
  });
  const value = parseJson(text, file);
  const root = isObject(value) ? ["bags"] : [];
  const list = isObject(value) ? value.bags : value;
  if (!Array.isArray(list)) {
    throw new InputError({
      code: "json-shape",
      message: isObject(value) ? 'the object has no list called "bags"' : "this is neither a list nor an object",
      remedy: 'Give a list of bags, or {"features": [...], "bags": [...]}.',
      where: { file, line: 1 },
    });
  }
  if (isObject(value) && value.features !== undefined) items.features(value.features, jsonSpot(text, file, {}));
  const startOf = entryStarts(text, () => positionOf(text, root));
  for (let i = 0; i < list.length; i++) items.add(list[i], jsonSpot(text, file, { start: () => startOf(i) }), i + 1);
}
