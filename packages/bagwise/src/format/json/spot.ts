import { InputError, type Place } from "../../base/errors.js";
import { findFault, type JsonPath, keysInText, lineColumn, positionOf } from "./locate.js";

/**
 * A value of a JSON text that knows its place, for messages and for the order of its keys.
 */
export interface JsonSpot {
  /** The place of the value at a path inside. Searches the text: only for messages. */
  place(...path: JsonPath): Place;
  /** The keys of the object at a path, in the order of the text. */
  keys(object: object, ...path: JsonPath): string[];
}

/** The value at `root` of a valid JSON text that starts at line `firstLine` of a file. */
export function jsonSpot(
  text: string,
  file: string,
  { root = [], firstLine = 1 }: { root?: JsonPath; firstLine?: number },
): JsonSpot {
  return {
    place: (...path) => {
      const { line, column } = lineColumn(text, positionOf(text, [...root, ...path]));
      const last = path[path.length - 1];
      return { file, line: line + firstLine - 1, column, ...(typeof last === "string" ? { field: last } : {}) };
    },
    keys: (object, ...path) => {
      const keys = Object.keys(object);
      // Engines keep the order of the text, except for keys that are whole numbers.
      return keys.some((key) => /^\d+$/.test(key)) ? keysInText(text, [...root, ...path]) : keys;
    },
  };
}

/** Parses JSON. Throws an InputError with line and column, the same in every engine. */
export function parseJson(text: string, file: string, { firstLine = 1 }: { firstLine?: number } = {}): unknown {
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
