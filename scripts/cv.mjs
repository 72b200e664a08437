// Fills the tables of docs/research/cv.md from a finished cross-validation: `npm run cv -- FOLDER`.
// FOLDER is the output folder of the command on that page. It replaces the text between
// <!-- NAME --> and <!-- end -->. It computes everything from results.jsonl, so it also checks the
// tables of `experiment cv`.
import { deviation, distinct, fill, folderOf, linesOf, markdown, mean, secondsOf, signed } from "./tables.mjs";

const { bestPublished, DATA_SETS, publishedFor } = await import(
  new URL("../packages/bagwise/dist/entries/lab.js", import.meta.url)
);

const folder = folderOf("cv", "report.html", ", the output folder of a finished `bagwise experiment cv`");

const [header, ...trials] = linesOf(folder, "results.jsonl");
if (header.experiment !== "cv" || header.options.folds !== 10) {
  console.error(`${folder} is not a cross-validation with ten folds, as the published figures are.`);
  process.exit(2);
}
const seconds = secondsOf(folder);

const TITLES = Object.fromEntries(DATA_SETS.map(({ name, title }) => [name, title]));
const datasets = distinct(trials.map(({ spec }) => spec.dataset)).filter((name) => name in TITLES);
const methods = distinct(trials.map(({ spec }) => spec.method));

const sum = (values) => values.reduce((total, value) => total + value, 0);
const percent = (share) => (100 * share).toFixed(1);
const points = (difference) => signed(100 * difference, 1);

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
        points(best[k].mean - published.accuracy),
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
        compared.length === 0 ? "" : points(difference),
      ];
    }),
  ),
};

fill("research/cv.md", tables);
