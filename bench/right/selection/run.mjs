// What happens if labels are no fair sample of the positives: estimates of the prior, how often an
// audit notices, and whether anything notices without one; what ranking and measures do. Positives of
// synthetic and real bags are labelled with odds that grow, or fall, with how easy they are, or from one
// cluster of them alone. npm run bench -- selection [--quick] [--json]
// [--seeds 12] [--sets "plain; musk1"] [--data FOLDER] [--more FOLDER] [--records FILE]; the records of
// the trials are written to that file, and read from it if it exists. --fill writes the tables into
// docs/tasks/fair-labels.md. All of it takes an hour, and half of that with --seeds 6.
// With --propensity, what known probabilities of a label are worth instead. With --factors, how often the
// bound for a known factor of bias contains the truth: five minutes for one draw.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { fill, mean } from "../../../scripts/tables.mjs";
import { auditTrial } from "./audits.mjs";
import { lowerBound } from "./beliefs.mjs";
import { judge } from "./diagnostics.mjs";
import { boundsTable, runFactors } from "./factors.mjs";
import { runPropensities } from "./propensity.mjs";
import { dataSets } from "./sets.mjs";
import { FAIR, SELECTIONS, trial } from "./trials.mjs";

const SEEDS = 12;
const QUICK = { seeds: 1, sets: "synth-3; plain; plain at 0.1" };
const AUDITS = 20;
const REVIEWED = 30;
/** An interval up to this width would be called good enough. */
const NARROW = 0.3;

/** What fair labels are called where positives are rare, by the kind of the set. */
const RARE = { rare: "fair, rare", clear: "fair, rare, clear" };

const share = (records, is) => mean(records.map((record) => (is(record) ? 1 : 0)));
const covers = ({ low, high, truth }) => low <= truth && truth <= high;

/** All trials: every selection, but fair labels alone where positives are rare. */
async function runTrials(options, seeds) {
  const records = [];
  for (const set of dataSets(options)) {
    for (let seed = 0; seed < seeds; seed++) {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${set.name}, ${seed + 1} of ${seeds} ...`);
      const pool = await set.make(seed);
      const fairOnly = RARE[set.kind];
      for (const selection of fairOnly === undefined ? SELECTIONS : FAIR) {
        const record = await trial(set, pool, selection, seed);
        records.push(fairOnly === undefined ? record : { ...record, strength: fairOnly });
      }
    }
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  return records;
}

/** The mean of a measure among unlabeled bags, what models say it is, and how often their interval contains it. */
function measureOf(records, name) {
  const known = records.map(({ measures }) => measures[name]).filter(({ truth }) => Number.isFinite(truth));
  return {
    truth: mean(known.map(({ truth }) => truth)),
    said: mean(known.map(({ value }) => value)),
    covered: share(known, covers),
  };
}

/** Estimates, lower bounds, measures and audits for each selection. */
function summarise(records) {
  return [...new Set(records.map(({ strength }) => strength))].map((selection) => {
    const own = records.filter(({ strength }) => strength === selection);
    const bounds = own.map(lowerBound);
    const audits = own.map((record) => auditTrial(record, { audits: AUDITS, n: REVIEWED }));
    const rate = (what) => mean(audits.map((each) => each[what] / each.audits));
    return {
      selection,
      trials: own.length,
      truth: mean(own.map(({ truth }) => truth)),
      estimate: mean(own.map(({ value }) => value)),
      covered: share(own, covers),
      confidentlyWrong: share(own, (record) => record.high - record.low <= NARROW && !covers(record)),
      lowerBound: mean(bounds.map(({ low }) => low)),
      lowerBoundHolds: share(bounds, ({ low, truth }) => low <= truth),
      auc: measureOf(own, "auc"),
      recall: measureOf(own, "recall"),
      audit: {
        covered: rate("covered"),
        scores: rate("scores"),
        prior: rate("prior"),
        either: rate("either"),
        plain: rate("plain"),
      },
    };
  });
}

export async function run({ json = false, options = [] } = {}) {
  const after = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const quick = options.includes("--quick");
  const wanted = quick && after("--sets") === undefined ? [...options, "--sets", QUICK.sets] : options;
  const seeds = Number(after("--seeds") ?? (quick ? QUICK.seeds : SEEDS));
  if (options.includes("--propensity")) return runPropensities({ json, seeds });
  const file = after("--records");
  if (options.includes("--factors")) {
    const rows = await runFactors({ json, seeds: Number(after("--seeds") ?? 1), options: wanted, file });
    if (options.includes("--fill")) fill("tasks/fair-labels.md", { bounds: boundsTable(rows) });
    return rows;
  }
  const records =
    file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : await runTrials(wanted, seeds);
  if (file !== undefined && !existsSync(file)) writeFileSync(file, JSON.stringify(records));
  const result = { benchmark: "selection", seeds, rows: summarise(records), withoutAudit: judge(records) };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  if (options.includes("--fill")) fill("tasks/fair-labels.md", tablesOf(result));
  return result;
}

/** How the page calls a sign, by the name of the candidate. */
const SIGNS = {
  few: "the estimate of the prior is small",
  apart: "they score far above the unlabeled bags",
  "no plateau": "more unlabeled bags score like the worst of them than like the best",
  drift: "a fit tells them from the unlabeled bags with the highest scores (drift)",
  narrow: "their scores are narrow",
  misfit: "unlabeled scores fit no mixture of two normal distributions",
  tail: "unlabeled scores have a long upper tail",
  skewed: "their scores have a long upper tail",
};

/** The tables of the page. */
function tablesOf({ rows, withoutAudit }) {
  const table = (head, lines) =>
    [head, head.map((_, k) => (k === 0 ? "---" : "---:")), ...lines]
      .map((line) => `| ${line.join(" | ")} |`)
      .join("\n");
  const percent = (value) => `${Math.round(100 * value)} %`;
  const finer = (value) => `${(100 * value).toFixed(1)} %`;
  const two = (value) => value.toFixed(2);
  const common = rows.filter(({ selection }) => !Object.values(RARE).includes(selection));
  return {
    breaks: table(
      [
        "labels",
        "estimate of the prior",
        "covered",
        "narrow interval without the truth",
        "AUC",
        "AUC as stated",
        "covered",
        "recall",
        "recall as stated",
        "covered",
      ],
      common.map(({ selection, estimate, covered, confidentlyWrong, auc, recall }) => [
        selection,
        two(estimate),
        percent(covered),
        percent(confidentlyWrong),
        ...[auc, recall].flatMap(({ truth, said, covered }) => [two(truth), two(said), percent(covered)]),
      ]),
    ),
    audits: table(
      ["labels", "by scores", "by the prior", "either", "interval of the audit contains the truth"],
      rows.map(({ selection, audit }) => [
        selection,
        ...[audit.scores, audit.prior, audit.either].map(finer),
        percent(audit.covered),
      ]),
    ),
    signs: table(
      ["sign that the labelled positives are easy ones", ...rows.map(({ selection }) => selection), "worst set, fair"],
      Object.entries(SIGNS).flatMap(([name, sign]) =>
        withoutAudit
          .filter((each) => each.name === name)
          .map(({ rates, worst }) => [sign, ...rows.map(({ selection }) => two(rates[selection])), two(worst.rate)]),
      ),
    ),
  };
}

function print({ rows, withoutAudit }) {
  const table = (lines) => {
    const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
    for (const line of lines)
      console.log(
        `  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`,
      );
  };
  const two = (value) => value.toFixed(2);
  const three = (value) => value.toFixed(3);
  console.log("\nThe prior by selection: truth, estimate, 90 % interval, and the lower bound of labelledHow easiest\n");
  table([
    ["labels", "trials", "truth", "estimate", "covered", "narrow and wrong", "lower bound", "holds"],
    ...rows.map((row) => [
      row.selection,
      String(row.trials),
      two(row.truth),
      two(row.estimate),
      two(row.covered),
      two(row.confidentlyWrong),
      two(row.lowerBound),
      two(row.lowerBoundHolds),
    ]),
  ]);
  console.log(
    "\nMeasures: what they are among the unlabeled bags, what models say, and how often it is in the interval\n",
  );
  table([
    ["labels", "AUC", "said", "covered", "recall", "said", "covered"],
    ...rows.map(({ selection, auc, recall }) => [
      selection,
      ...[auc, recall].flatMap(({ truth, said, covered }) => [truth, said, covered].map(two)),
    ]),
  ]);
  console.log(`\nShare of audits of ${REVIEWED} that contradict fair labels\n`);
  table([
    ["labels", "scores", "prior", "either", "scores, simple sample"],
    ...rows.map(({ selection, audit }) => [
      selection,
      ...[audit.scores, audit.prior, audit.either, audit.plain].map(three),
    ]),
  ]);
  console.log("\nWithout an audit: share of alarms, each above the 95 % quantile of fair labels in the other sets\n");
  table([
    ["candidate", ...rows.map(({ selection }) => selection), "worst set, fair"],
    ...withoutAudit.map(({ name, rates, worst }) => [
      name,
      ...rows.map(({ selection }) => two(rates[selection])),
      `${two(worst.rate)} ${worst.set}`,
    ]),
  ]);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
