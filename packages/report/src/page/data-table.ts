import { type Html, type HtmlPart, html, NOTHING } from "./html.js";

interface TableOptions {
  /** The caption, which screen readers also announce. */
  readonly label: string;
  /** Whether a heading above says the same, so that the table has no caption of its own. */
  readonly headed?: boolean;
  /** How many first columns hold words. Default 1. The first stays in view. */
  readonly words?: number;
}

/** A plain table that scrolls sideways on a narrow page. Rows must be as long as the head. */
export function dataTable(
  head: readonly HtmlPart[],
  rows: readonly (readonly HtmlPart[])[],
  { label, headed = false, words = 1 }: TableOptions,
): Html {
  const kind = (i: number) => (i < words ? "word" : "number");
  const cell = (content: HtmlPart, i: number) =>
    i === 0 ? html`<th scope="row">${content}</th>` : html`<td class="${kind(i)}">${content}</td>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>
${headed ? NOTHING : html`<caption>${label}</caption>`}
<thead><tr>${head.map((title, i) => html`<th scope="col" class="${kind(i)}">${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map(cell)}</tr>
`,
  )}</tbody></table></div>`;
}

/** The head of a column, and what a row has under it. */
export type Column<T, Field = HtmlPart> = readonly [head: string, field: (row: T) => Field];

/** A table of any kind from one description of its columns. */
export function columnsOf<T, Field>(all: readonly T[], columns: readonly Column<T, Field>[]) {
  return {
    head: columns.map(([head]) => head),
    rows: all.map((row) => columns.map(([, field]) => field(row))),
  };
}

/** The same as `dataTable`. */
export function columnTable<T>(all: readonly T[], columns: readonly Column<T>[], options: TableOptions): Html {
  const { head, rows } = columnsOf(all, columns);
  return dataTable(head, rows, options);
}
