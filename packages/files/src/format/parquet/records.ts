import type { ColumnValues } from "./meaning.js";
import type { SchemaNode } from "./schema.js";

/** Gives the values of the next leaf of a column, one a row, with all lists around it. */
type NextLeaf = () => ColumnValues;

/**
 * The values of a column from those of its leaves, in the order of the schema: lists as arrays,
 * structs as objects, maps as objects with their keys. A struct that is null becomes one of nulls.
 * Throws an Error if the leaves of a struct do not agree about its lists.
 */
export function joinLeaves(column: SchemaNode, next: NextLeaf): ColumnValues {
  return valuesOf(column, column.repetition === "REPEATED" ? 1 : 0, next);
}

/** `depth`: how many lists there are around a value of this node. */
function valuesOf(node: SchemaNode, depth: number, next: NextLeaf): ColumnValues {
  if (node.children.length === 0) return next();
  const element = elementOf(node);
  if (element === undefined) return structs(node, depth, next);
  const { value, wrapped } = element;
  const inner = depth + 1 + (wrapped && value.repetition === "REPEATED" ? 1 : 0);
  if (node.meaning.kind === "map" && value.children.length === 2)
    return mapped(structs(value, inner, next), depth, value.children[0].name, value.children[1].name);
  return value.children.length > 0 && !wrapped ? structs(value, inner, next) : valuesOf(value, inner, next);
}

/**
 * What a list or map holds; undefined for other groups. Where the repeated group has one child, it is
 * a wrapper, and the child the element.
 */
export function elementOf({ meaning, children }: SchemaNode): { value: SchemaNode; wrapped: boolean } | undefined {
  const [inner] = children;
  if (meaning.kind === "plain" || children.length !== 1 || inner.repetition !== "REPEATED") return undefined;
  const wrapped = inner.children.length === 1;
  return { value: wrapped ? inner.children[0] : inner, wrapped };
}

/** Objects from lists of keys and values, at this depth of lists. */
function mapped(values: ColumnValues, depth: number, key: string, value: string): unknown[] {
  return Array.from(values, (each: unknown) => {
    if (!Array.isArray(each)) return null;
    if (depth > 0) return mapped(each, depth - 1, key, value);
    return Object.fromEntries(each.map((pair: Readonly<Record<string, unknown>>) => [String(pair[key]), pair[value]]));
  });
}

function structs({ children }: SchemaNode, depth: number, next: NextLeaf): ColumnValues {
  const parts = children.map((child) => {
    const values = valuesOf(child, depth + (child.repetition === "REPEATED" ? 1 : 0), next);
    return { name: child.name, values };
  });
  return zipped(
    parts.map(({ name }) => name),
    parts.map(({ values }) => values),
    depth,
  );
}

/** Objects at this depth of lists that have the same lengths in all parts. */
function zipped(names: readonly string[], parts: readonly ColumnValues[], depth: number): unknown[] {
  const [{ length }] = parts;
  if (parts.some((part) => part.length !== length)) throw new Error("the parts of a struct have different lengths");
  return Array.from({ length }, (_, i) => {
    if (depth === 0) return Object.fromEntries(names.map((name, k) => [name, parts[k][i]]));
    const inner = parts.map((part) => part[i]);
    if (inner.every((list) => list === null)) return null;
    if (!inner.every(Array.isArray)) throw new Error("the parts of a struct have different lists");
    return zipped(names, inner, depth - 1);
  });
}
