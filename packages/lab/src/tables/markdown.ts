import { isFamily } from "../families/families.js";
import type { Field, ReportTable, TableLayout } from "./table.js";

/** A layout with its groups below each other. */
export function accuracyTable({ first, head, groups, words }: TableLayout): string {
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

/** A page with its parts, and how to make it again. */
export function documentOf(title: string, { command, hashes }: MarkdownOptions, parts: readonly string[]): string {
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

/** Each note in a line. */
export function notesOf({ notes }: MarkdownOptions): string[] {
  return notes.map(({ message }) => `Note: ${message}.`);
}

/** Tables under their titles and captions. */
export function tableParts(tables: readonly ReportTable[]): string[] {
  return tables.flatMap(({ title, caption, head, rows, words }) => [
    `## ${title}`,
    caption,
    markdownTable(head, rows, (_, k) => k < words),
  ]);
}

/** A table whose columns of numbers are aligned to the right. */
export function markdownTable(
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
