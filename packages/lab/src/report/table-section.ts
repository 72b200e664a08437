import { dataTable, type Html, html } from "@bagwise/report/page";
import type { ReportTable } from "../tables/table.js";

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
