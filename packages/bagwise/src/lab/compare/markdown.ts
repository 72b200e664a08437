import { count } from "../../base/errors.js";
import { describeMethods } from "./arm.js";
import type { Comparison } from "./comparison.js";
import { isFamily } from "./family.js";
import { type ComparisonTable, comparisonTables } from "./tables.js";

/** What the tables do not know: where they come from. */
export interface MarkdownOptions {
  readonly version: string;
  /** The command that makes the same results again. */
  readonly command: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly notes: readonly { readonly message: string }[];
}

/**
 * The tables of a comparison in Markdown, and how to make them again. The same comparison gives the
 * same text; numbers are rounded, `cells.csv` has them in full.
 */
export function compareMarkdown(comparison: Comparison, { version, command, hashes, notes }: MarkdownOptions): string {
  const { arms, trials, seeds } = comparison;
  const files = Object.entries(hashes).filter(([name]) => !isFamily(name));
  const parts = [
    "# Comparison",
    `bagwise ${version}; ${count(trials, "trial")} a cell, ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}. Every method has the same bags in the same trial.`,
    describeMethods(arms)
      .flatMap(({ method, text, arms: own }) => [
        `- \`${method}\`: ${text}.`,
        ...own.map(({ name, told }) => `  - \`${name}\`: ${told}.`),
      ])
      .join("\n"),
    ...notes.map(({ message }) => `Note: ${message}.`),
    ...comparisonTables(comparison).flatMap((table) => [`## ${table.title}`, table.caption, markdownTable(table)]),
    "## How to make it again",
    `\`\`\`text\n${command}\n\`\`\``,
    ...(files.length < Object.keys(hashes).length ? ["Bags of families are drawn fresh by this version."] : []),
    ...(files.length === 0
      ? []
      : [markdownTable({ head: ["data set", "hash of its content"], rows: files, words: 2 })]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function markdownTable({ head, rows, words }: Pick<ComparisonTable, "head" | "rows" | "words">): string {
  const rule = head.map((_, k) => (k < words ? "---" : "---:"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}

function line(fields: readonly string[]): string {
  return `|${fields.map((field) => (field === "" ? " " : ` ${field.replaceAll("|", "\\|")} `)).join("|")}|`;
}
