import { count } from "@bagwise/core/base";
import type { CheckSummary } from "../checks/summary.js";
import { describeMethods } from "../compare/arm.js";
import type { Comparison } from "../compare/comparison.js";
import { isFamily } from "../compare/spec.js";
import { describeCvMethod } from "../cv/method.js";
import type { CvSummary } from "../cv/summary.js";
import type { ExperimentSummary } from "../paper/summary.js";
import { checksTables, drawnText } from "./checks-layout.js";
import { comparisonTables } from "./compare-tables.js";
import { cvCaption, cvLayout, cvTables } from "./cv-layout.js";
import { captionOf, DIFFERENCE_CAPTION, differenceRows, layouts } from "./paper-layout.js";
import type { ReportTable } from "./report-table.js";
import type { Field, TableLayout } from "./table-layout.js";

/**
 * The tables of an experiment: accuracies (for `time` seconds) with the paper's own values,
 * protocols side by side or in a table each, then how far each method is from the printed column
 * and from the constant guess. Numbers are rounded; the CSV has them in full.
 */
export function tableMarkdown(summary: ExperimentSummary): string {
  if (summary.cells.length === 0) return "No trial is finished.\n";
  const tables = layouts(summary);
  const { head, rows } = differenceRows(summary);
  const parts = [
    captionOf(summary),
    ...tables.flatMap((layout) => [
      ...(tables.length > 1 ? [`## Protocol ${layout.protocols.join(", ")}`] : []),
      accuracyTable(layout),
    ]),
    ...(summary.experiment === "time"
      ? []
      : [DIFFERENCE_CAPTION, markdownTable(head, rows, (name) => ["method", "protocol", "where"].includes(name))]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function accuracyTable({ first, head, groups, words }: TableLayout): string {
  const rows = groups.flatMap(({ title, rows: own }) =>
    own.map((row, k) => [k === 0 ? title : "", ...row.map(withBold)]),
  );
  return markdownTable([first, ...head], rows, (_, k) => k < words);
}

function withBold({ text, bold }: Field): string {
  return bold && text !== "" ? `**${text}**` : text;
}

/** Where the tables of an experiment come from, which the tables do not know. */
export interface MarkdownOptions {
  readonly version: string;
  /** The command that makes the same results again. */
  readonly command: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly notes: readonly { readonly message: string }[];
}

/** The tables of a comparison, and how to make them again. `cells.csv` has them in full. */
export function compareMarkdown(comparison: Comparison, options: MarkdownOptions): string {
  const { arms, trials, seeds } = comparison;
  const methods = describeMethods(arms).flatMap(({ method, text, arms: own }) => [
    `- \`${method}\`: ${text}.`,
    ...own.map(({ name, told }) => `  - \`${name}\`: ${told}.`),
  ]);
  return documentOf("Comparison", options, [
    `bagwise ${options.version}; ${count(trials, "trial")} per cell, ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}. In each trial, all methods get the same bags.`,
    methods.join("\n"),
    ...notesOf(options),
    ...tableParts(comparisonTables(comparison)),
  ]);
}

/** The tables of a cross-validation, and how to make them again. `table.csv` has them in full. */
export function cvMarkdown(summary: CvSummary, options: MarkdownOptions): string {
  const { folds, repeats, seed, methods } = summary;
  return documentOf("Cross-validation", options, [
    `bagwise ${options.version}; ${folds} folds, ${count(repeats, "repeat")}, seed ${seed}. In each repeat, all methods have the same folds.`,
    methods.map((method) => `- \`${method}\`: ${describeCvMethod(method)}`).join("\n"),
    ...notesOf(options),
    "## Accuracy",
    cvCaption(summary),
    accuracyTable(cvLayout(summary)),
    ...tableParts(cvTables(summary)),
  ]);
}

/** The tables of the checks, and how to make them again. `table.csv` has them in full. */
export function checksMarkdown(summary: CheckSummary, options: MarkdownOptions): string {
  const { repeats, seed } = summary;
  return documentOf("Checks of methods", options, [
    `bagwise ${options.version}; ${count(repeats, "repeat")}, seed ${seed}. In each repeat, all methods with the same labels have the same bags.`,
    drawnText(),
    ...notesOf(options),
    ...tableParts(checksTables(summary)),
  ]);
}

function documentOf(title: string, { command, hashes }: MarkdownOptions, parts: readonly string[]): string {
  const files = Object.entries(hashes).filter(([name]) => !isFamily(name));
  const all = [
    `# ${title}`,
    ...parts,
    "## How to make it again",
    `\`\`\`text\n${command}\n\`\`\``,
    ...(files.length < Object.keys(hashes).length ? ["This version draws the bags of families afresh."] : []),
    ...(files.length === 0 ? [] : [markdownTable(["data set", "hash of its content"], files, () => true)]),
  ];
  return `${all.join("\n\n")}\n`;
}

function notesOf({ notes }: MarkdownOptions): string[] {
  return notes.map(({ message }) => `Note: ${message}.`);
}

function tableParts(tables: readonly ReportTable[]): string[] {
  return tables.flatMap(({ title, caption, head, rows, words }) => [
    `## ${title}`,
    caption,
    markdownTable(head, rows, (_, k) => k < words),
  ]);
}

/** A table whose columns of numbers are aligned to the right. */
function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isWords: (name: string, column: number) => boolean,
): string {
  const rule = head.map((name, k) => (isWords(name, k) ? "---" : "---:"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}

/** A row. A bar inside a field would end it, so it is escaped. */
function line(fields: readonly string[]): string {
  return `|${fields.map((field) => (field === "" ? " " : ` ${field.replaceAll("|", "\\|")} `)).join("|")}|`;
}
