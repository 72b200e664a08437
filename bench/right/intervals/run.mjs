// How well `auto` keeps its word, on draws whose truth is known: probabilities of bags against the share of positives
// among them; how often intervals contain the truth, of the prior and of the measures; what decisions gain over the
// better constant guess. npm run bench -- intervals --reviews FOLDER --bags FOLDER [--bags FOLDER] [--part judge]
// [--trials 2] [--records FILE] [--dist FOLDER] [--fill now|before|further] [--json]. Held-out scores are kept in the file of
// records; --dist judges another build of bagwise on the same scores, and --fill writes the tables into
// docs/research/calibration.md and intervals.md.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fill, mean } from "../../../scripts/tables.mjs";
import { coverageTable, gainTable } from "./by-prior.mjs";
import { LABELS, PARTS, recordsOf } from "./draws.mjs";
import { judged, libraryIn, MEASURES } from "./judge.mjs";

const KINDS = ["texts", "dense"];
/** Groups of draws by the true share of positives among the unlabeled bags. */
const GROUPS = [0.03, 0.07, 0.15, 0.3, 0.6, 1];

const covers = ({ low, high, truth }) => (low <= truth + 1e-9 && truth <= high + 1e-9 ? 1 : 0);
const coverage = (intervals) => (intervals.length === 0 ? Number.NaN : mean(intervals.map(covers)));
const width = (intervals) => mean(intervals.map(({ low, high }) => high - low));

/** Mean probability and share of positives of bags with at least `from` and less than `to`, over all draws. */
function band(rows, which, from, to = Number.POSITIVE_INFINITY) {
  const draws = rows.map((row) => row[which].filter(({ p }) => p >= from && p < to));
  const bags = draws.flat().length;
  const sum = (some, of) => some.reduce((total, bag) => total + of(bag), 0);
  const [said, found] = [({ p }) => p, ({ positive }) => positive].map((of) => sum(draws.flat(), of) / bags);
  // Bags of one draw share its prior, so draws are the sample.
  const off = draws.map((own) => sum(own, ({ p, positive }) => p - positive) - own.length * (said - found));
  return { bags, said, found, error: Math.sqrt(off.reduce((total, each) => total + each * each, 0)) / bags };
}

/** How probabilities of bags came true. */
export function calibrationOf(rows, which) {
  const brier = rows.map((row) => mean(row[which].map(({ p, positive }) => (p - positive) ** 2)));
  const ranged = rows.flatMap((row) => row[which]);
  return {
    brier: mean(brier),
    constant: mean(rows.map(({ truth }) => truth * (1 - truth))),
    bands: { surely: band(rows, which, 0.9), likely: band(rows, which, 0.5) },
    range: {
      low: mean(ranged.map(({ low }) => low)),
      high: mean(ranged.map(({ high }) => high)),
      found: mean(ranged.map(({ positive }) => positive)),
    },
  };
}

/** What was expected of a measure, what came true, and how far apart they were. */
function expectedOf(intervals) {
  return {
    draws: intervals.length,
    said: mean(intervals.map(({ value }) => value)),
    found: mean(intervals.map(({ truth }) => truth)),
    off: mean(intervals.map(({ value, truth }) => Math.abs(value - truth))),
  };
}

/** The figures of some draws. */
function figures(rows) {
  const data = rows.map((row) => row.data);
  const called = data.filter((each) => each.called);
  const audits = rows.flatMap((row) => row.audits);
  const of = (which, name) =>
    rows.map((row) => row[which][name]).filter(({ truth, value }) => Number.isFinite(truth) && Number.isFinite(value));
  const measures = (which) =>
    Object.fromEntries(
      MEASURES.map((name) => [
        name,
        { ...expectedOf(of(which, name)), coverage: coverage(of(which, name)), width: width(of(which, name)) },
      ]),
    );
  return {
    draws: rows.length,
    truth: mean(rows.map(({ truth }) => truth)),
    prior: {
      said: mean(data.map((each) => each.mean)),
      error: mean(data.map((each) => Math.abs(each.mean - each.truth))),
      coverage: coverage(data),
      width: width(data),
      called: called.length,
      calledCoverage: coverage(called),
    },
    audit: { coverage: coverage(audits.map(({ auto }) => auto)), width: width(audits.map(({ auto }) => auto)) },
    wilson: { coverage: coverage(audits.map((each) => each.wilson)), width: width(audits.map((each) => each.wilson)) },
    bags: calibrationOf(rows, "bags"),
    knownBags: calibrationOf(rows, "knownBags"),
    measures: measures("measures"),
    knownMeasures: measures("knownMeasures"),
    gain: Object.fromEntries(
      Object.keys(rows[0].decisions).map((rule) => [rule, mean(rows.map(({ decisions }) => decisions[rule]))]),
    ),
  };
}

/** All draws, those of each kind and share, of each number of labels, and of each data set. */
function groupsOf(rows) {
  const groups = [{ group: "all", rows }];
  for (const kind of KINDS)
    for (const [k, to] of GROUPS.entries()) {
      const from = GROUPS[k - 1] ?? 0;
      const own = rows.filter((row) => row.kind === kind && row.truth > from && row.truth <= to);
      groups.push({ group: to < 1 ? `${kind}, at most ${to}` : `${kind}, above ${from}`, cell: true, rows: own });
    }
  for (const labeled of LABELS)
    groups.push({ group: `${labeled} labels`, rows: rows.filter((row) => row.labeled === labeled) });
  for (const name of new Set(rows.map((row) => row.name)))
    groups.push({ group: name.replace("family:", ""), set: true, rows: rows.filter((row) => row.name === name) });
  return groups.filter((each) => each.rows.length > 0);
}

export async function run({ json = false, options = [] } = {}) {
  const all = (flag) => options.flatMap((each, k) => (each === flag ? [options[k + 1]] : []));
  const [part = "judge"] = all("--part");
  const [trials = "2"] = all("--trials");
  if (PARTS[part] === undefined) throw new Error(`--part takes one of ${Object.keys(PARTS).join(", ")}`);
  const [reviews] = all("--reviews");
  const folders = { reviews, bags: all("--bags") };
  for (const folder of [reviews, ...folders.bags])
    if (folder !== undefined && !existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  const [file = join(tmpdir(), `bagwise-${part}.jsonl`)] = all("--records");
  const records = await recordsOf(file, {
    part,
    trials: Number(trials),
    folders,
    onProgress: (done, total) => note(`draw ${done} of ${total} ...`),
  });
  const [dist] = all("--dist");
  const library = await libraryIn(
    dist === undefined ? new URL("../../../packages/", import.meta.url) : pathToFileURL(`${resolve(dist)}/`),
  );
  // Without a positive, or without a negative, there is no prior to know.
  const both = records.filter(({ hidden }) => hidden.includes("1") && hidden.includes("0"));
  const rows = both.map((record, k) => {
    if (k % 50 === 0) note(`judging ${k} of ${both.length} ...`);
    return judged(record, library);
  });
  note("");
  const groups = groupsOf(rows).map(({ rows: own, ...group }) => ({ ...group, ...figures(own) }));
  const result = { benchmark: "intervals", part, seed: PARTS[part].seed, trials: Number(trials), groups };
  const made =
    part === "further"
      ? { intervals: { coverage: coverageTable(rows), gain: gainTable(rows) } }
      : { ...tables(result), byPrior: { coverage: coverageTable(rows), gain: gainTable(rows) } };
  const [which] = all("--fill");
  if (which !== undefined)
    for (const [page, parts] of Object.entries(made).filter(([page]) => page !== "byPrior"))
      fill(
        `research/${page}.md`,
        Object.fromEntries(Object.entries(parts).map(([name, table]) => [`${which}-${name}`, table])),
      );
  if (json) console.log(JSON.stringify(result, null, 2));
  else for (const parts of Object.values(made)) for (const table of Object.values(parts)) console.log(`\n${table}`);
  return result;
}

const percent = (share) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : "");
const two = (value) => (Number.isFinite(value) ? value.toFixed(2) : "");
export const three = (value) => value.toFixed(3);
const signed = (value) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
export const bandText = ({ bags, said, found, error }) =>
  bags === 0 ? "none" : `${two(said)}, ${two(found)} ± ${two(error)} (${bags.toLocaleString("en")})`;

export const markdown = (head, lines) =>
  [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k === 0 ? "---" : "---:")).join("|")}|`]
    .concat(lines.map((line) => `| ${line.join(" | ")} |`))
    .join("\n");

/** The tables as Markdown, as the pages have them. */
export function tables({ groups }) {
  const cells = groups.filter(({ cell }) => cell);
  const wide = groups.filter(({ set }) => !set);
  const bags = (which) =>
    markdown(
      [
        "share of positives",
        "draws",
        "truly",
        "prior said",
        "p at least .9: said, true",
        "p at least .5: said, true",
        "Brier",
        "constant guess",
        "mean range",
        "gain",
      ],
      cells.map((each) => {
        const { bands, brier, constant, range } = each[which];
        return [
          each.group,
          String(each.draws),
          three(each.truth),
          which === "bags" ? three(each.prior.said) : three(each.truth),
          bandText(bands.surely),
          bandText(bands.likely),
          three(brier),
          three(constant),
          `${two(range.low)} to ${two(range.high)}`,
          signed(each.gain[which === "bags" ? "prior from data" : "prior known"]),
        ];
      }),
    );
  const measures = (which) =>
    markdown(
      ["", "draws", ...MEASURES.flatMap((name) => [name, "width"])],
      wide.map((each) => [
        each.group,
        String(each.draws),
        ...MEASURES.flatMap((name) => [percent(each[which][name].coverage), two(each[which][name].width)]),
      ]),
    );
  const expected = markdown(
    [
      "share of positives",
      ...["precision", "recall"].flatMap((name) => [`${name}: said, true`, "off by", "known: said, true", "off by"]),
    ],
    cells.map((each) => [
      each.group,
      ...["precision", "recall"].flatMap((name) =>
        ["measures", "knownMeasures"].flatMap((which) => {
          const { draws, said, found, off } = each[which][name];
          return draws === 0 ? ["no bag called", ""] : [`${two(said)}, ${two(found)} (${draws})`, two(off)];
        }),
      ),
    ]),
  );
  return {
    calibration: { expected, bags: bags("bags"), known: bags("knownBags") },
    intervals: {
      prior: markdown(
        [
          "",
          "draws",
          "covered",
          "width",
          "error of the mean",
          "known well enough",
          "covered there",
          "audit",
          "width",
          "Wilson",
          "width",
        ],
        groups.map(({ group, draws, prior, audit, wilson }) => [
          group,
          String(draws),
          percent(prior.coverage),
          two(prior.width),
          two(prior.error),
          String(prior.called),
          percent(prior.calledCoverage),
          percent(audit.coverage),
          two(audit.width),
          percent(wilson.coverage),
          two(wilson.width),
        ]),
      ),
      measures: measures("knownMeasures"),
      unknown: measures("measures"),
    },
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
