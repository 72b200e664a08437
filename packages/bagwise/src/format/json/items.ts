import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";
import { noInstances } from "../rows/messages.js";
import { INSTANCES, JsonBags } from "./bags.js";
import { JsonInstances } from "./instances.js";
import { isObject, type JsonSpot } from "./spot.js";

const SHAPES =
  'Give bags as {"bag": "a", "label": 1, "instances": [[0.5, 2]]} or instances as {"bag": "a", "label": 1, "f1": 0.5, "f2": 2}.';

/**
 * The bags or instances of a JSON or JSON Lines file, one object after the other. The first object
 * decides: with a list called "instances" all are bags, else all are instances.
 */
export class JsonItems {
  readonly #file: string;
  readonly #options: ReadOptions;
  #features: readonly string[] | undefined;
  #kind: { bags: boolean; items: JsonBags | JsonInstances } | undefined;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
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

  /** One bag or instance. */
  add(item: unknown, spot: JsonSpot): void {
    if (!isObject(item)) {
      throw new InputError({
        code: "json-shape",
        message: "this is not an object",
        remedy: SHAPES,
        where: spot.place(),
      });
    }
    const bags = Array.isArray(item[INSTANCES]);
    this.#kind ??= {
      bags,
      items: bags
        ? new JsonBags(this.#file, this.#options, this.#features)
        : new JsonInstances(this.#file, this.#options),
    };
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
    this.#kind.items.add(item, spot);
  }

  finish(): BagSet {
    if (this.#kind !== undefined) return this.#kind.items.finish();
    throw noInstances({ file: this.#file }, SHAPES);
  }
}
