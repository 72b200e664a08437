import type { ColumnValues } from "./meaning.js";
import type { Chunk } from "./metadata.js";
import { levelsOf, type Page } from "./pages.js";

/** Deeper lists are damage, or nothing that could be a feature. */
const DEEPEST = 8;

/** Takes the pages of a column, and gives one value a row: a value, a list, a list of lists, or null. */
export interface Assembler {
  take(page: Page): void;
  finish(): ColumnValues;
}

/** The assembler for a column. Throws an Error for lists that are nested too deeply. */
export function assemblerOf(chunk: Chunk): Assembler {
  const { definition, repetition } = levelsOf(chunk);
  if (repetition === 0) return plainValues(definition);
  if (repetition > DEEPEST) throw new Error("its lists are nested too deeply");
  return lists(definition, levelsOfLists(chunk));
}

function plainValues(highest: number): Assembler {
  const parts: ColumnValues[] = [];
  return {
    take: ({ count, values, definition }) =>
      parts.push(definition === undefined ? values : spread(count, values, definition, highest)),
    finish: () => joined(parts),
  };
}

function spread(count: number, values: ColumnValues, definition: Uint8Array, highest: number): unknown[] {
  const all: unknown[] = [];
  for (let i = 0, at = 0; i < count; i++) all.push(definition[i] === highest ? values[at++] : null);
  return all;
}

/** The values of several parts of a column, one after the other. */
export function joined(parts: readonly ColumnValues[]): ColumnValues {
  if (parts.length === 1) return parts[0];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // Doubles stay unboxed.
  const all = parts.every((part) => part instanceof Float64Array)
    ? new Float64Array(length)
    : new Array<unknown>(length);
  let at = 0;
  for (const part of parts) for (let i = 0; i < part.length; i++) all[at++] = part[i];
  return all;
}

/** From which definition level on the lists have an element, from the outermost. */
function levelsOfLists({ leaf: { path } }: Chunk): number[] {
  const levels: number[] = [];
  let level = 0;
  for (const { repetition } of path) {
    if (repetition !== "REQUIRED") level++;
    if (repetition === "REPEATED") levels.push(level);
  }
  return levels;
}

/**
 * Lists from their levels, as Google's Dremel stores them: the repetition level says which list goes
 * on, the definition level how much of the way to a value is there.
 */
function lists(highest: number, elements: readonly number[]): Assembler {
  const rows: unknown[] = [];
  const deepest = elements.length;
  /** The lists that are open, from the outermost. */
  const open: (unknown[] | undefined)[] = [rows, ...new Array<undefined>(deepest).fill(undefined)];
  return {
    take: ({ count, values, definition, repetition }) => {
      let next = 0;
      for (let i = 0; i < count; i++) {
        const level = definition === undefined ? highest : definition[i];
        const from = repetition === undefined ? 0 : repetition[i];
        // A list that goes on has begun before, and has this element.
        if (from > 0 && level < elements[from - 1]) throw new Error("a list goes on without an element");
        for (let depth = from; ; depth++) {
          const list = open[depth];
          if (list === undefined) throw new Error("a list goes on that did not begin");
          if (depth === deepest) {
            list.push(level === highest ? values[next++] : null);
            break;
          }
          open.fill(undefined, depth + 1);
          if (level < elements[depth] - 1) {
            list.push(null);
            break;
          }
          const inner: unknown[] = [];
          list.push(inner);
          if (level < elements[depth]) break;
          open[depth + 1] = inner;
        }
      }
    },
    finish: () => rows,
  };
}
