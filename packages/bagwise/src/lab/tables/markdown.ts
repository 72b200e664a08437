import type { Summary } from "../paper/summary.js";
import { captionOf, DIFFERENCE_CAPTION, differenceRows, type Field, type Layout, layouts } from "./layout.js";

/**
 * The tables of an experiment in Markdown: accuracies (for `time` seconds) with the paper's own
 * values beside them, one table with the protocols side by side, or one for each where that would
 * be too wide, and below how far each method is from the printed column and from the constant
 * guess. The same summary gives the same text; accuracies and seconds are rounded, the CSV has them
 * in full.
 */
export function tableMarkdown(summary: Summary): string {
  if (summary.cells.length === 0) return "No trial is finished.\n";
  const tables = layouts(summary);
  const parts = [captionOf(summary)];
  for (const layout of tables) {
    if (tables.length > 1) parts.push(`## Protocol ${layout.protocols.join(", ")}`);
    parts.push(accuracyTable(layout));
  }
  if (summary.experiment !== "time") parts.push(DIFFERENCE_CAPTION, differenceTable(summary));
  return `${parts.join("\n\n")}\n`;
}

function accuracyTable({ head, groups }: Layout): string {
  const rule = ["---", ...head.map(() => "---:")];
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row, k) => line([k === 0 ? escaped(title) : "", ...row.map(written)])),
  );
  return [line(["data set", ...head.map(escaped)]), `|${rule.join("|")}|`, ...rows].join("\n");
}

function differenceTable(summary: Summary): string {
  const { head, rows } = differenceRows(summary);
  const rule = head.map((name) => (["method", "protocol", "where"].includes(name) ? "---" : "---:"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map((row) => line(row.map(escaped)))].join("\n");
}

function written({ text, bold }: Field): string {
  return bold && text !== "" ? `**${escaped(text)}**` : escaped(text);
}

function line(fields: readonly string[]): string {
  return `|${fields.map((field) => (field === "" ? " " : ` ${field} `)).join("|")}|`;
}

/** A bar would end the field. */
function escaped(text: string): string {
  return text.replaceAll("|", "\\|");
}
