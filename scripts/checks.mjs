// Fills the tables of docs/research/checks.md from finished checks: `npm run checks -- FOLDER`. FOLDER is
// the output folder of the command on that page. It replaces the text between <!-- NAME --> and
// <!-- end -->. It computes everything from results.jsonl, so it also checks the tables of
// `experiment checks`. The verdicts follow the rule of `verdictOf`.
import { distinct, fill, folderOf, linesOf, markdown, mean, secondsOf } from "./tables.mjs";

const { CHECKS, verdictOf } = await import(new URL("../packages/bagwise/dist/entries/lab.js", import.meta.url));

const folder = folderOf("checks", "report.html", ", the output folder of a finished `bagwise experiment checks`");

const [header, ...trials] = linesOf(folder, "results.jsonl");
const done = distinct(trials.map(({ spec }) => spec.dataset));
if (header.experiment !== "checks" || CHECKS.some(({ name }) => !done.includes(name))) {
  console.error(`${folder} does not hold all checks.`);
  process.exit(2);
}
const seconds = secondsOf(folder);
const methods = distinct(trials.map(({ spec }) => spec.method));

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

fill("research/checks.md", tables);
