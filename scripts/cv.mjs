// Fills the tables of docs/research/cv.md from a finished cross-validation: `npm run cv -- FOLDER`.
// FOLDER is the output folder of the command on that page. It replaces the text between
// <!-- NAME --> and <!-- end -->. It computes everything from results.jsonl, so it also checks the
// tables of `experiment cv`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const { bestPublished, DATA_SETS, publishedFor } = await import(
  new URL("../packages/bagwise/dist/entries/lab.js", import.meta.url)
);

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, "report.html"))) {
  console.error("Usage: npm run cv -- FOLDER, the output folder of a finished `bagwise experiment cv`");
  process.exit(2);
}

const linesOf = (name) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const [header, ...trials] = linesOf("results.jsonl");
if (header.experiment !== "cv" || header.options.folds !== 10) {
  console.error(`${folder} is not a cross-validation with ten folds, as the published figures are.`);
  process.exit(2);
}
const seconds = new Map(linesOf("timings.jsonl").map(({ id, train }) => [id, train]));

const TITLES = Object.fromEntries(DATA_SETS.map(({ name, title }) => [name, title]));
const distinct = (values) => [...new Set(values)];
const datasets = distinct(trials.map(({ spec }) => spec.dataset)).filter((name) => name in TITLES);
const methods = distinct(trials.map(({ spec }) => spec.method));

const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => sum(values) / values.length;
const deviation = (values) => {
  const centre = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
};
const percent = (share) => (100 * share).toFixed(1);
const signed = (difference) => `${difference < 0 ? "-" : "+"}${percent(Math.abs(difference))}`;
const markdown = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k === 0 ? "---" : "---:")).join("|")}|`]
    .concat(rows.map((row) => `| ${row.join(" | ")} |`))
    .join("\n");

/** What the trials of a method on a data set come to. Every bag counts once in each repeat. */
function cellOf(dataset, method) {
  const own = trials.filter(({ spec }) => spec.dataset === dataset && spec.method === method);
  const repeats = distinct(own.map(({ spec }) => spec.repeat)).map((repeat) => {
    const folds = own.filter(({ spec }) => spec.repeat === repeat).map(({ result }) => result);
    const bags = sum(folds.map(({ test }) => test));
    const over = (measure) => sum(folds.map((fold) => fold[measure] * fold.test)) / bags;
    return { accuracy: over("accuracy"), auc: over("auc") };
  });
  const accuracies = repeats.map(({ accuracy }) => accuracy);
  const published = publishedFor(dataset, method);
  return {
    dataset,
    method,
    mean: mean(accuracies),
    sd: accuracies.length < 2 ? undefined : deviation(accuracies),
    auc: mean(repeats.map(({ auc }) => auc)),
    solved: mean(own.map(({ result }) => (result.status === "solved" ? 1 : 0))),
    seconds: mean(own.flatMap(({ id }) => seconds.get(id) ?? [])),
    published,
    below: published !== null && mean(accuracies) < published.accuracy - 0.03 - 1e-9,
  };
}

const cells = methods.map((method) => datasets.map((dataset) => cellOf(dataset, method)));
const onDataSet = (k) => cells.map((row) => row[k]);
const best = datasets.map((_, k) => onDataSet(k).reduce((a, b) => (b.mean > a.mean ? b : a)));

function accuracyText(cell) {
  const { mean: accuracy, sd, below } = cell;
  const text = `${percent(accuracy)}${sd === undefined ? "" : ` (${percent(sd)})`}`;
  return `${best.includes(cell) ? `**${text}**` : text}${below ? " †" : ""}`;
}

const tables = {
  accuracy: markdown(
    ["method", ...datasets.map((name) => TITLES[name])],
    cells.flatMap((row, m) => {
      const title = row.find(({ published }) => published !== null)?.published.title;
      const printed = row.map(({ published }) => (published === null ? "" : percent(published.accuracy)));
      return [
        [`\`${methods[m]}\``, ...row.map(accuracyText)],
        ...(title === undefined ? [] : [[`${title}, published`, ...printed]]),
      ];
    }),
  ),
  best: markdown(
    ["data set", "best here", "accuracy", "best published", "accuracy", "difference"],
    datasets.map((name, k) => {
      const published = bestPublished(name);
      return [
        TITLES[name],
        `\`${best[k].method}\``,
        percent(best[k].mean),
        published.title,
        percent(published.accuracy),
        signed(best[k].mean - published.accuracy),
      ];
    }),
  ),
  details: markdown(
    ["method", "AUC", "seconds of a training", "solved", "mean difference from published"],
    cells.map((row, m) => {
      const compared = row.filter(({ published }) => published !== null);
      const difference = mean(compared.map((cell) => cell.mean - cell.published.accuracy));
      return [
        `\`${methods[m]}\``,
        mean(row.map(({ auc }) => auc)).toFixed(3),
        mean(row.map((cell) => cell.seconds)).toPrecision(2),
        `${Math.floor(100 * mean(row.map(({ solved }) => solved)))} %`,
        compared.length === 0 ? "" : signed(difference),
      ];
    }),
  ),
};

const page = join(root, "docs", "research", "cv.md");
const before = readFileSync(page, "utf8");
const after = before.replace(/(<!-- ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (whole, open, name, close) =>
  tables[name] === undefined ? whole : `${open}\n${tables[name]}\n\n${close}`,
);
writeFileSync(page, after);
console.log(after === before ? "docs/research/cv.md is up to date." : "docs/research/cv.md updated.");
