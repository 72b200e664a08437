import type { ColumnUse } from "@bagwise/core/bags";
import { count, thousands } from "@bagwise/core/base";
import type { Problem, Survey, SurveyedColumn, TableOverview } from "@bagwise/files";
import { flagName, flagsIn } from "../flags/options.js";
import { styled, wrapped } from "./output.js";
import { shortScore, textTable } from "./score-table.js";
import { BREAK } from "./visible.js";

/** How many names of columns of one kind to show; `--json` has all. */
const NAMED = 8;
/** The width of the words left of the names. */
const TITLE = 10;

/** Why a column is no feature, for people. `use`: whether you can have it used all the same. */
const REASONS: Readonly<Partial<Record<string, { readonly text: string; readonly use?: boolean }>>> = {
  asked: { text: "you left it out" },
  "ignored-dates": { text: "dates", use: true },
  "ignored-nested": { text: "nested values, or lists of different lengths" },
  "ignored-index": { text: "no name, like a row index" },
  "empty-columns": { text: "no values" },
  "row-number": { text: "follows the order of the file, or counts rows", use: true },
  identifier: { text: "looks like an identifier", use: true },
  "label-copy": { text: "repeats the label", use: true },
  "ignored-text": { text: "text" },
  "not-a-number": { text: "numbers with other values among them" },
};

/** Which columns are used, as what, and why the others are not. */
export function columnLines(columns: readonly SurveyedColumn[]): string[] {
  const named = (role: SurveyedColumn["role"]) => columns.filter((column) => column.role === role);
  const roles = (["bag", "label", "group"] as const).flatMap((role) =>
    named(role).flatMap(({ name }) => entry(role, name)),
  );
  const features = featureKinds(named("feature")).flatMap((text, k) => entry(k === 0 ? "features" : "", text));
  const shown = named("shown").map(({ name }) => name);
  const unused = unusedKinds(named("unused")).flatMap((text, k) => entry(k === 0 ? "not used" : "", text));
  return [...roles, ...features, ...(shown.length === 0 ? [] : entry("shown", listed(shown))), ...unused];
}

function entry(title: string, text: string): string[] {
  const [first, ...rest] = wrapped(text, { indent: " ".repeat(4 + TITLE) }).split(BREAK);
  return [`    ${styled("bold", title.padEnd(TITLE))}${first.trimStart()}`, ...rest];
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` … (${names.length} in all)` : "";
  return names.slice(0, NAMED).join(", ") + more;
}

const KINDS: Readonly<Record<ColumnUse["as"], string>> = {
  number: "numbers",
  percent: "percentages as shares",
  "yes-no": "yes and no as 1 and 0",
  category: "categories",
  date: "dates by parts",
  vector: "vectors",
  sparse: "sparse features",
};

function featureKinds(columns: readonly SurveyedColumn[]): string[] {
  return (Object.keys(KINDS) as ColumnUse["as"][]).flatMap((as) => {
    const names = columns.filter(({ use }) => use?.as === as).map(({ name }) => name);
    return names.length === 0 ? [] : [`${listed(names)}: ${KINDS[as]}`];
  });
}

function unusedKinds(columns: readonly SurveyedColumn[]): string[] {
  const reasons = [...new Set(columns.map(({ why = "asked" }) => why))];
  return reasons.map((why) => {
    const names = columns.filter((column) => (column.why ?? "asked") === why).map(({ name }) => name);
    const { text, use = false } = REASONS[why] ?? { text: why };
    return `${listed(names)}: ${text}${use ? `; to use ${names.length === 1 ? "it" : "them"}: ${flagName("use")} ${names.slice(0, NAMED).join(",")}` : ""}`;
  });
}

/** What stops reading, column by column. Remedies that several problems share come once. */
export function problemLines(problems: readonly Problem[], noun: Survey["rowNoun"]): string[] {
  return problems.flatMap(({ code, column, message, remedy, examples }, k) => {
    const last = problems[k + 1]?.code !== code;
    const rows = examples.map(({ row }) => row).filter((row) => row > 0);
    const where = rows.length === 0 ? "" : ` (${placesOf(noun, rows)})`;
    const text = `${column === undefined ? "" : `${column}: `}${flagsIn(message)}${where}`;
    const [first, ...rest] = wrapped(text, { indent: "    " }).split(BREAK);
    return [
      `  ${styled("red", "✗")} ${first.trimStart()}`,
      ...rest,
      ...(last ? [styled("dim", wrapped(flagsIn(remedy), { indent: "    " }))] : []),
    ];
  });
}

/** `line 3`, `lines 3, 7, 9`. */
function placesOf(noun: string, rows: readonly number[]): string {
  return `${noun}${rows.length === 1 ? "" : "s"} ${rows.join(", ")}`;
}

/** How many columns to list; `--json` has all. */
const LISTED = 12;

/** What a database counted in all of a table, where the rest is about the bags that were read. */
export function wholeTableLines({ engine, bags, positive, instances, largest, columns }: TableOverview): string[] {
  const numbers = columns.filter(({ min }) => min !== null);
  const cell = (value: number | null) => (value === null ? "-" : shortScore(value));
  const rows = numbers
    .slice(0, LISTED)
    .map(({ name, missing, min, max, mean }) => [name, thousands(missing), cell(min), cell(max), cell(mean)]);
  const more = numbers.length - rows.length;
  return [
    `  All of the table, counted by ${engine}`,
    `    ${count(bags, "bag")}, ${thousands(positive)} of them positive; ${count(instances, "instance")}, at most ${thousands(largest)} in a bag`,
    ...textTable(["column", "missing", "min", "max", "mean"], rows).map((line) => `  ${line}`),
    ...(more > 0 ? [`    and ${count(more, "more column")} of numbers; --json lists them`] : []),
    "",
  ];
}
