import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { OpenTable } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { entryStarts } from "./json/as-written.js";
import { JsonItems } from "./json/items.js";
import { positionOf } from "./json/locate.js";
import { INSTANCES, JsonRows } from "./json/rows.js";
import { isObject, type JsonSpot, jsonSpot, parseJson } from "./json/spot.js";
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
  const { text, value, list, spotOf } = await listOf(source);
  if (list === undefined) {
    throw new InputError({
      code: "json-shape",
      message: isObject(value) ? 'the object has no list called "bags"' : "this is neither a list nor an object",
      remedy: 'Give a list of bags, or {"features": [...], "bags": [...]}.',
      where: { file, line: 1 },
    });
  }
  if (isObject(value) && value.features !== undefined) items.features(value.features, jsonSpot(text, file, {}));
  for (let i = 0; i < list.length; i++) items.add(list[i], spotOf(i), i + 1);
}

/** A JSON file, and the list of its items, if it has one. Ask for their spots in ascending order. */
async function listOf(source: Source) {
  const file = source.name;
  const text = await collectText(source, {
    most: LONGEST,
    message: `the file is larger than the ${LONGEST / 2 ** 20} MiB that can be parsed as one JSON value`,
    remedy: "Write it as JSON Lines (.jsonl), which is read line by line.",
  });
  const value = parseJson(text, file);
  const list = isObject(value) ? value.bags : value;
  const startOf = entryStarts(text, () => positionOf(text, isObject(value) ? ["bags"] : []));
  const spotOf = (i: number): JsonSpot => jsonSpot(text, file, { start: () => startOf(i) });
  return { text, value, list: Array.isArray(list) ? (list as readonly unknown[]) : undefined, spotOf };
}

/** What of a bag for a model counts; its other keys do not. */
const COUNTS = ["id", "label", "group", INSTANCES];

/**
 * Bags for a model from JSON: a list of objects with `id` and `instances`, alone or as `bags` of an object. Their
 * values are these features, in their order or by name. Undefined if it is something else, such as a
 * file of bags as others write it. Read by the rules of files; but two objects cannot be one bag.
 */
export async function bagsForModel(
  source: Source,
  features: readonly string[],
  options: Pick<ReadOptions, "missing" | "medians">,
): Promise<BagSet | undefined> {
  const { list, spotOf } = await listOf(source);
  if (!list?.every((each) => isObject(each) && "id" in each && INSTANCES in each)) return undefined;
  if (list.length === 0) return BagSet.from([], { features });
  const bags = new JsonRows(source.name, { ...options, bag: "id" }, { bags: true, features, only: true });
  for (let i = 0; i < list.length; i++) {
    const fields = Object.entries(list[i] as object).filter(([key]) => COUNTS.includes(key));
    bags.add(Object.fromEntries(fields), spotOf(i), i + 1);
  }
  const read = bags.finish("row");
  if (read.size === list.length) return read;
  throw new InputError({
    code: "parts",
    message: `the ${list.length} bags have only ${read.size} different ids`,
    remedy: "Give every bag an id of its own.",
    where: { file: source.name },
  });
}
