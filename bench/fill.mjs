import { readFileSync, writeFileSync } from "node:fs";

/** Replaces what is between <!-- NAME --> and <!-- end --> in a page of the docs, for each named table. */
export function fill(page, tables) {
  const path = new URL(`../docs/${page}`, import.meta.url);
  let text = readFileSync(path, "utf8");
  for (const [name, table] of Object.entries(tables)) {
    const start = `<!-- ${name} -->`;
    const from = text.indexOf(start);
    const to = text.indexOf("<!-- end -->", from);
    if (from < 0 || to < 0) throw new Error(`docs/${page} has no place for ${name}`);
    text = `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
  }
  writeFileSync(path, text);
}
