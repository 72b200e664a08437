import { type Column, columnsOf } from "@bagwise/report/page";

/** A table as data, before it becomes Markdown or HTML. Rows are as long as the head. */
export interface ReportTable<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  /** What its numbers mean. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many of the first columns hold words. */
  readonly words: number;
}

/** A table in a list, or an empty list without rows. */
export function reportTable<T, Id extends string>(
  about: Pick<ReportTable<Id>, "id" | "title" | "caption">,
  words: number,
  rows: readonly T[],
  columns: readonly Column<T, string>[],
): ReportTable<Id>[] {
  return rows.length === 0 ? [] : [{ ...about, ...columnsOf(rows, columns), words }];
}

/** A field of a table, before it becomes Markdown, LaTeX or HTML. */
export interface Field {
  readonly text: string;
  readonly bold: boolean;
}

/** A table with groups of rows: what Markdown and LaTeX have in common. */
export interface TableLayout {
  /** What the titles of the groups are. */
  readonly first: string;
  /** The heads of the other columns; the first `leading` of them say which setting a row is. */
  readonly head: readonly string[];
  readonly leading: number;
  /** How many of the first columns hold words, with that of the titles. */
  readonly words: number;
  readonly groups: readonly { readonly title: string; readonly rows: readonly (readonly Field[])[] }[];
}

/** Empty for null. */
export function plain(text: string | null): Field {
  return { text: text ?? "", bold: false };
}
