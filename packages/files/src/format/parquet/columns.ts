import { elementOf } from "./records.js";
import type { SchemaNode } from "./schema.js";

/** A top-level column: how deeply its lists are nested, and the kind of their values. */
export interface ParquetColumn {
  readonly name: string;
  /**
   * 0 a value, 1 a list of values, 2 a list of lists; undefined for anything else (struct, map,
   * list of structs).
   */
  readonly depth: 0 | 1 | 2 | undefined;
  /**
   * Whole numbers of any width, floats, decimals and booleans (1 and 0) are numbers; dates, times
   * and the rest are text.
   */
  readonly kind: "number" | "text";
}

/** The columns of a schema, under these names. */
export function parquetColumns(root: SchemaNode, names: readonly string[]): ParquetColumn[] {
  return root.children.map((column, i) => {
    const { depth, leaf } = unwrap(column, 0);
    const known = depth === 0 || depth === 1 || depth === 2 ? depth : undefined;
    return { name: names[i], depth: leaf === undefined ? undefined : known, kind: isNumber(leaf) ? "number" : "text" };
  });
}

/**
 * Follows lists, standard (`list.element`) or a repeated value, down to the value; no leaf for
 * structs and maps.
 */
function unwrap(node: SchemaNode, depth: number): { depth: number; leaf: SchemaNode | undefined } {
  const { children, repetition } = node;
  if (children.length === 0) return { depth: depth + (repetition === "REPEATED" ? 1 : 0), leaf: node };
  const element = elementOf(node);
  // A repeated list is one list more than its shape shows.
  if (element === undefined || repetition === "REPEATED") return { depth, leaf: undefined };
  const { value, wrapped } = element;
  if (wrapped) return unwrap(value, depth + 1);
  return value.children.length === 0 ? { depth: depth + 1, leaf: value } : { depth, leaf: undefined };
}

const NUMBERS = new Set(["BOOLEAN", "INT32", "INT64", "FLOAT", "DOUBLE"]);
const NUMBER_MEANINGS = new Set(["decimal", "integer", "unsigned", "float16"]);

function isNumber(leaf: SchemaNode | undefined): boolean {
  if (leaf?.type === undefined) return false;
  return NUMBER_MEANINGS.has(leaf.meaning.kind) || (leaf.meaning.kind === "plain" && NUMBERS.has(leaf.type));
}
