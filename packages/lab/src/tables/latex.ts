import type { Field, TableLayout } from "./table.js";

/** More columns do not fit on a page in the size of the paper's table. */
const MOST_COLUMNS = 8;

/** A table of accuracies in the layout of the paper. */
export function latexAccuracies({ first: name, head, leading, groups }: TableLayout, caption: string): string {
  const columns = `l${"c".repeat(leading)}|${"r".repeat(head.length - leading)}`;
  const width = Math.max(...groups.map(({ title }) => escapeLatex(title).length));
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row, k) => {
      const first = (k === 0 ? escapeLatex(title) : "").padEnd(width);
      const end = k === rows.length - 1 ? "\\\\ \\hline" : "\\\\";
      return `${[first, ...row.map(written)].join(" & ")} ${end}`;
    }),
  );
  return latexTable(caption, columns, [escapeLatex(name), ...head.map(escapeLatex)], rows);
}

/** A table that `\\input` reads, its fields ready; it needs no package. */
export function latexTable(caption: string, columns: string, head: readonly string[], rows: readonly string[]): string {
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
