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
