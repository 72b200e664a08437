// Fills the tables of docs/research/checks.md from finished checks: `npm run checks -- FOLDER`. FOLDER is
// the output folder of the command on that page. It replaces the text between <!-- NAME --> and
// <!-- end -->. It computes everything from results.jsonl, so it also checks the tables of
// `experiment checks`. The verdicts follow the rule of `verdictOf`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const { CHECKS, verdictOf } = await import(new URL("../packages/bagwise/dist/entries/lab.js", import.meta.url));

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, "report.html"))) {
  console.error("Usage: npm run checks -- FOLDER, the output folder of a finished `bagwise experiment checks`");
  process.exit(2);
}

const linesOf = (name) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const [header, ...trials] = linesOf("results.jsonl");
const distinct = (values) => [...new Set(values)];
const done = distinct(trials.map(({ spec }) => spec.dataset));
if (header.experiment !== "checks" || CHECKS.some(({ name }) => !done.includes(name))) {
  console.error(`${folder} does not hold all checks.`);
  process.exit(2);
}
const seconds = new Map(linesOf("timings.jsonl").map(({ id, train }) => [id, train]));
const methods = distinct(trials.map(({ spec }) => spec.method));

const mean = (values) => values.reduce((total, value) => total + value, 0) / values.length;
const markdown = (head, rows, words = 1) =>
  [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k < words ? "---" : "---:")).join("|")}|`]
    .concat(rows.map((row) => `| ${row.join(" | ")} |`))
    .join("\n");

/** What the trials of a method in a check come to. */
function cellOf({ name, own, changed, raises }, method) {
  const all = trials.filter(({ spec }) => spec.dataset === name && spec.method === method);
  const auc = (test) => mean(all.map(({ result }) => result.aucs[test.name]));
  const figures = {
    own: auc(own),
    changed: changed.map(auc),
    raised: raises ? mean(all.map(({ result }) => result.raised)) : null,
  };
  return { ...figures, labels: all[0].spec.labels, verdict: verdictOf(figures) };
}

const verdictText = ({ verdict }) => (verdict === "breaks" ? "**breaks**" : verdict);
const rowsOf = (fieldsOf) =>
  methods.map((method) => {
    const cells = CHECKS.map((check) => cellOf(check, method));
    return [`\`${method}\``, ...fieldsOf(cells, method)];
  });

const tables = {
  verdicts: markdown(
    ["method", "labels", ...CHECKS.map(({ title }) => title)],
    rowsOf((cells) => [cells[0].labels === "negative" ? "1, -1" : "1, 0", ...cells.map(verdictText)]),
    2 + CHECKS.length,
  ),
  figures: markdown(
    [
      "method",
      ...CHECKS.flatMap(({ title, own, changed, raises }) => [
        `${title}: ${own.title}`,
        ...changed.map((test) => test.title),
        ...(raises ? ["raised"] : []),
      ]),
      "seconds",
    ],
    rowsOf((cells, method) => {
      const own = trials.filter(({ spec }) => spec.method === method);
      return [
        ...cells
          .flatMap(({ own: first, changed, raised }) => [first, ...changed, ...(raised === null ? [] : [raised])])
          .map((value) => value.toFixed(2)),
        mean(own.flatMap(({ id }) => seconds.get(id) ?? [])).toPrecision(2),
      ];
    }),
  ),
};

const page = join(root, "docs", "research", "checks.md");
const before = readFileSync(page, "utf8");
const after = before.replace(/(<!-- ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (whole, open, name, close) =>
  tables[name] === undefined ? whole : `${open}\n${tables[name]}\n\n${close}`,
);
writeFileSync(page, after);
console.log(after === before ? "docs/research/checks.md is up to date." : "docs/research/checks.md updated.");
