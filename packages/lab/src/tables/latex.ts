import type { CvSummary } from "../cv/summary.js";
import type { ExperimentSummary } from "../paper/summary.js";
import { cvCaption, cvLayout } from "./cv-layout.js";
import { captionOf, DIFFERENCE_CAPTION, differenceRows, layouts } from "./paper-layout.js";
import type { Field, TableLayout } from "./table-layout.js";

/** More columns do not fit on a page in the size of the paper's table. */
const MOST_COLUMNS = 8;

/**
 * The tables of an experiment in LaTeX, in the paper's layout, to be read in with `\input`; they
 * need no package. See `tableMarkdown`.
 */
export function tableLatex(summary: ExperimentSummary): string {
  if (summary.cells.length === 0) return "% No trial is finished.\n";
  const tables = layouts(summary);
  const parts = tables.map((layout) => {
    const protocol = tables.length > 1 ? ` Protocol: ${layout.protocols.join(", ")}.` : "";
    // The head as the paper has it.
    return accuracyTable({ ...layout, first: "dataset" }, captionOf(summary) + protocol);
  });
  if (summary.experiment !== "time") parts.push(differenceTable(summary));
  return `% Made by bagwise.\n${parts.join("\n")}`;
}

/** The accuracies of a cross-validation in LaTeX, with the published ones below; for `\input`. */
export function cvLatex(summary: CvSummary): string {
  return `% Made by bagwise.\n${accuracyTable(cvLayout(summary), cvCaption(summary))}`;
}

function accuracyTable({ first: name, head, leading, groups }: TableLayout, caption: string): string {
  const columns = `l${"c".repeat(leading)}|${"r".repeat(head.length - leading)}`;
  const width = Math.max(...groups.map(({ title }) => escapeLatex(title).length));
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row, k) => {
      const first = (k === 0 ? escapeLatex(title) : "").padEnd(width);
      const end = k === rows.length - 1 ? "\\\\ \\hline" : "\\\\";
      return `${[first, ...row.map(written)].join(" & ")} ${end}`;
    }),
  );
  return environment(caption, columns, [escapeLatex(name), ...head.map(escapeLatex)], rows);
}

function differenceTable(summary: ExperimentSummary): string {
  const { head, rows } = differenceRows(summary);
  const columns = head.map((name) => (["method", "protocol", "where"].includes(name) ? "l" : "r")).join("");
  const lines = rows.map(
    (row, k) => `${row.map(escapeLatex).join(" & ")} \\\\${k === rows.length - 1 ? " \\hline" : ""}`,
  );
  return environment(DIFFERENCE_CAPTION, columns, head.map(escapeLatex), lines);
}

function environment(caption: string, columns: string, head: readonly string[], rows: readonly string[]): string {
  const narrow = head.length > MOST_COLUMNS;
  return [
    "\\begin{table}[!ht]",
    `\\caption{${escapeLatex(caption)}}`,
    "\\centering",
    narrow ? "\\tiny" : "\\footnotesize",
    `\\setlength{\\tabcolsep}{${narrow ? "0.9pt" : "3pt"}}`,
    `\\begin{tabular}{${columns}} \\hline`,
    `${head.map(stacked).join(" & ")} \\\\ \\hline`,
    ...rows,
    "\\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}

/** The words of a head below each other, so that it is no wider than what stands under it. */
function stacked(head: string): string {
  return head.includes(" ") ? `\\shortstack{${head.replaceAll(" ", "\\\\")}}` : head;
}

function written({ text, bold }: Field): string {
  return bold && text !== "" ? `\\textbf{${escapeLatex(text)}}` : escapeLatex(text);
}

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  π: "$\\pi$",
  "†": "$\\dag$",
};

/** Text as LaTeX prints it: its special characters escaped, pi as the paper writes it. */
export function escapeLatex(text: string): string {
  return text.replace(/[\\~^π†]|[&%$#_{}]/g, (character) => SPECIAL[character] ?? `\\${character}`);
}
