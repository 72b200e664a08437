import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { OpenTable, Table } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { LOOK_AHEAD } from "../rows/cell-values.js";
import { noInstances } from "../rows/messages.js";
import { asksForTable } from "../table/asks-for-table.js";
import { tableToBags } from "../table/table-to-bags.js";
import { arePlain, holdAll, jsonTable } from "./json-table.js";
import { INSTANCES, JsonRows } from "./rows.js";
import { isObject, type JsonSpot } from "./spot.js";

type Fields = Readonly<Record<string, unknown>>;

const SHAPES =
  'Give bags as {"bag": "a", "label": 1, "instances": [[0.5, 2]]} or instances as {"bag": "a", "label": 1, "f1": 0.5, "f2": 2}.';

/**
 * The bags or instances of a JSON or JSON Lines file, one object after the other. The first objects
 * decide: where all values are numbers, bags or instances are taken as they come (with a list called
 * "instances" all are bags, else all are instances). Where there is more to understand (words,
 * vectors, objects under other names), all objects are held as a table first.
 */
export class JsonItems {
  readonly #file: string;
  readonly #options: ReadOptions;
  #features: readonly string[] | undefined;
  readonly #waiting: { item: Fields; spot: JsonSpot; number: number }[] = [];
  #kind: { bags: boolean; items: JsonRows } | undefined;
  #table = false;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** All objects as a table, if none was taken before: for those who want the rows as they are. */
  table(noun: Table["rowNoun"]): OpenTable {
    if (this.#waiting.length === 0) throw noInstances({ file: this.#file }, SHAPES);
    const table = jsonTable(this.#waiting, { noun, file: this.#file, options: this.#options });
    return { ...table, listed: this.#features };
  }

  /** Holds all objects, whatever they look like. */
  hold(): void {
    this.#table = true;
  }

  /** Names for values that come as lists. Call it before the first item. */
  features(names: unknown, spot: JsonSpot): void {
    const strings = Array.isArray(names) ? names.filter((name) => typeof name === "string" && name !== "") : [];
    if (!Array.isArray(names) || strings.length < names.length || new Set(strings).size < strings.length) {
      throw new InputError({
        code: "json-shape",
        message: 'the value of "features" is not a list of different names',
        remedy: 'Write it as "features": ["width", "height"].',
        where: spot.place("features"),
      });
    }
    this.#features = strings;
  }

  /** One bag or instance; `number` is its line, or its place in the list, from 1. */
  add(item: unknown, spot: JsonSpot, number: number): void {
    if (!isObject(item)) {
      throw new InputError({
        code: "json-shape",
        message: "this is not an object",
        remedy: SHAPES,
        where: spot.place(),
      });
    }
    if (this.#kind !== undefined) {
      this.#take(item, spot, number);
      return;
    }
    this.#waiting.push({ item, spot, number });
    if (this.#waiting.length === LOOK_AHEAD && !this.#table) this.#settle();
  }

  /** Decides by the first objects how to go on. */
  #settle(): void {
    const items = this.#waiting.map(({ item }) => item);
    const plain = () => arePlain(items, this.#file, this.#options) && holdAll(items, this.#options);
    this.#table = items.length > 0 && (asksForTable(this.#options) || !plain());
    if (!this.#table) for (const { item, spot, number } of this.#waiting.splice(0)) this.#take(item, spot, number);
  }

  #take(item: Fields, spot: JsonSpot, number: number): void {
    const bags = Array.isArray(item[INSTANCES]);
    this.#kind ??= { bags, items: new JsonRows(this.#file, this.#options, { bags, features: this.#features }) };
    if (bags !== this.#kind.bags) {
      throw new InputError({
        code: "json-shape",
        message: bags
          ? "a bag with instances comes after single instances"
          : `a bag without a list called "${INSTANCES}" comes after bags with one`,
        remedy: SHAPES,
        where: spot.place(),
      });
    }
    this.#kind.items.add(item, spot, number);
  }

  /** `noun`: what the numbers of items count. */
  async finish({ noun }: { noun: "line" | "row" }): Promise<BagSet> {
    if (this.#kind === undefined && !this.#table) this.#settle();
    if (this.#kind !== undefined) return this.#kind.items.finish(noun);
    return await tableToBags(this.table(noun), this.#file, this.#options);
  }
}
