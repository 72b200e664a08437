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
