// What makes the tables of the research pages: lines of finished runs, means, numbers as text, Markdown, and the places
// of the docs. Used by scripts that fill pages from experiments, and by benches that fill theirs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The titles of the paper's data sets. */
export const TITLES = { musk1: "Musk1", musk2: "Musk2", elephant: "Elephant", fox: "Fox", tiger: "Tiger" };

export const distinct = (values) => [...new Set(values)];
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** With n - 1. */
export const deviation = (values) => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
};
/** Of the mean. */
export const standardError = (values) => deviation(values) / Math.sqrt(values.length);

/** With its sign, also where it is 0. */
export const signed = (value, digits = 3) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(digits)}`;
/** A share in whole per cent; the same words for nothing known everywhere. */
export const percent = (share) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : "-");

/** A table; the first columns hold words, the others numbers. */
export const markdown = (head, rows, words = 1) =>
  [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k < words ? "---" : "---:")).join("|")}|`]
    .concat(rows.map((row) => `| ${row.join(" | ")} |`))
    .join("\n");

/** The folder that the command names; ends the process with the usage if it is missing, or has no `file`. */
export function folderOf(command, file, what = "") {
  const folder = process.argv[2];
  if (folder !== undefined && existsSync(join(folder, file))) return folder;
  console.error(`Usage: npm run ${command} -- FOLDER${what}`);
  return process.exit(2);
}

/** The lines of a file of JSON lines. */
export const linesOf = (folder, name) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Seconds of the trainings of a run, by trial. */
export const secondsOf = (folder) => new Map(linesOf(folder, "timings.jsonl").map(({ id, train }) => [id, train]));

/** Replaces what is between <!-- NAME --> and <!-- end --> in a page of the docs, for each named table. */
export function fill(page, tables) {
  const path = new URL(`../docs/${page}`, import.meta.url);
  const before = readFileSync(path, "utf8");
  let text = before;
  for (const [name, table] of Object.entries(tables)) {
    const start = `<!-- ${name} -->`;
    const from = text.indexOf(start);
    const to = text.indexOf("<!-- end -->", from);
    if (from < 0 || to < 0) throw new Error(`docs/${page} has no place for ${name}`);
    text = `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
  }
  writeFileSync(path, text);
  console.log(`docs/${page} is ${text === before ? "up to date" : "filled"}.`);
}
