import { thousands } from "@bagwise/core/base";
import { type Html, html, NOTHING } from "../page/html.js";
import { sortedTable } from "../page/sorted-table.js";
import { fileName } from "./file-name.js";
import type { LeftOut } from "./left-out.js";
import { NEEDS_BAGS } from "./no-held-out.js";
import type { ModelReportData } from "./report-data.js";
import { LONGEST_TEXT } from "./shown-text.js";

/** Every bag of the file, to sort, search and download. */
export function bagTable({ table, sources, bags }: ModelReportData): Html | LeftOut {
  if (table === null) return NEEDS_BAGS;
  const { columns, someWitnesses } = table;
  const some =
    someWitnesses === null
      ? NOTHING
      : html` Only the ${thousands(someWitnesses)} most likely of them have a witness here; <code>bagwise explain</code> finds it for any bag.`;
  const cut = (bags?.shown.length ?? 0) > 0 ? ` Texts of more than ${LONGEST_TEXT} characters are cut.` : "";
  const name = (fileName(sources.data) ?? "bags").replace(/(?<=.)\.[^.]*$/, "");
  const ranks = bags?.unlabeled().size === 0 ? "" : "Ranks count the unlabeled bags. ";
  return html`<p>${ranks}The witness is the instance behind the score.${some}${cut}</p>
${sortedTable(columns, { label: `All ${thousands(table.bags)} bags`, noun: "bag", file: `${name}-bags` })}`;
}
