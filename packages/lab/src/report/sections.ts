import { dataTable, type Html, html } from "@bagwise/report/page";
import type { ReportTable } from "../tables/table.js";
import type { RunInfo } from "./run-info.js";

/** A table under its title, with what its numbers mean below it. */
export function tableSection({ title, caption, head, rows, words }: ReportTable): Html {
  return html`<h3>${title}</h3>
${dataTable(
  head,
  rows.map((row) => row.map((field) => field.replace(/(?<![\w.])-(?=\d)/g, "−"))),
  { label: title, words, headed: true },
)}
<p class="note">${caption}</p>
`;
}

/** What each method does, by its name. */
export function methodList(methods: readonly string[], describe: (name: string) => string): Html {
  return html`<dl>${methods.map(
    (method) => html`<dt><code>${method}</code></dt><dd>${describe(method)}</dd>
`,
  )}</dl>`;
}

/** What the reader should know, a paragraph each. */
export function noteList({ notes }: Pick<RunInfo, "notes">): Html {
  return html`${notes.map(({ message }) => html`<p class="note">Note: ${message}.</p>`)}`;
}
