import { InputError, type Place, quote } from "@bagwise/core/base";
import { cellText } from "../rows/cell-values.js";
import { findDuplicateKey, valueEnd } from "./as-written.js";
import { findFault, type JsonPath, keysInText, lineColumn, positionOf } from "./locate.js";

/**
 * A value of a JSON text that knows its place, for messages and for the order of its keys.
 */
export interface JsonSpot {
  /** The place of the value at a path inside. Searches the text: only for messages. */
  place(...path: JsonPath): Place;
  /** The keys of the object at a path, in the order of the text. */
  keys(object: object, ...path: JsonPath): string[];
  /** The value of a key as the text writes it. */
  written(key: string): string;
}

/**
 * The value at `start` of a valid JSON text that begins at line `firstLine` of a file. Default: the
 * whole text.
 */
export function jsonSpot(
  text: string,
  file: string,
  { start = () => 0, firstLine = 1 }: { start?: () => number; firstLine?: number },
): JsonSpot {
  return {
    place: (...path) => {
      const { line, column } = lineColumn(text, positionOf(text, path, start()));
      const last = path[path.length - 1];
      return { file, line: line + firstLine - 1, column, ...(typeof last === "string" ? { field: last } : {}) };
    },
    keys: (object, ...path) => {
      const keys = Object.keys(object);
      // Engines keep the order of the text, except for keys that are whole numbers.
      return keys.some((key) => /^\d+$/.test(key)) ? keysInText(text, path, start()) : keys;
    },
    written: (key) => {
      const at = positionOf(text, [key], start());
      return text.slice(at, valueEnd(text, at));
    },
  };
}

/**
 * The id in a value of a bag or an instance. A number is taken as it is written, as in CSV: 1 and
 * 1.0 are different ids, and digits that no number of JavaScript holds are kept.
 */
export function idText(value: unknown, key: string, spot: JsonSpot): string {
  return typeof value === "number" ? spot.written(key) : cellText(value, () => spot.place(key));
}

/**
 * Reads these keys from parsed objects. What every object inherits, such as `constructor`, does not
 * count as a key.
 */
export function keyReader(keys: readonly string[]) {
  const inherited = keys.some((key) => key in Object.prototype);
  return (object: Readonly<Record<string, unknown>>, key: string): unknown =>
    inherited && !Object.hasOwn(object, key) ? undefined : object[key];
}

/**
 * Parses JSON. Throws an InputError with line and column, the same in every engine, also for a key
 * that an object has twice.
 */
export function parseJson(text: string, file: string, { firstLine = 1 }: { firstLine?: number } = {}): unknown {
  const value = parsed(text, file, firstLine);
  const twice = findDuplicateKey(text, value);
  if (twice === undefined) return value;
  const { line, column } = lineColumn(text, twice.at);
  throw new InputError({
    code: "duplicate-key",
    message: `the object has the key ${quote(twice.key)} already`,
    remedy: "Remove one of the two, or rename it.",
    where: { file, line: line + firstLine - 1, column },
  });
}

function parsed(text: string, file: string, firstLine: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findFault(text);
    const { line, column } = lineColumn(text, fault?.at ?? 0);
    const rest = fault === undefined ? "more" : text.slice(fault.at, fault.at + 30);
    const cutOff =
      rest === "" || (rest.length < 30 && /^-?[\w.]*$/.test(rest) && rest !== "NaN" && !/^-?Infinity$/.test(rest));
    throw new InputError({
      code: "json",
      message: `this is not valid JSON: ${fault?.message ?? (error instanceof Error ? error.message : String(error))}`,
      remedy: cutOff ? "The file may be cut off: copy it or write it again." : "Correct it there.",
      where: { file, line: line + firstLine - 1, column },
    });
  }
}

/** Whether a JSON value is an object, not a list or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
