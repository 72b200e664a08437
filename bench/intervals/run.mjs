// How often the intervals of `auto` contain the truth: of the prior, from the data and after audits of
// 30; of AUC, precision, recall and accuracy with the prior known. And what its decisions gain over the
// better constant guess. npm run bench -- intervals [--records FILE] [--part judge] [--trials 4] [--data
// FOLDER] [--more FOLDER] [--dist FOLDER] [--fill now|before] [--json]. Held-out scores are kept in the
// file of records and read from it; --dist judges another build of bagwise on the same scores, and --fill
// writes the tables into docs/research/intervals.md.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fill } from "../fill.mjs";
import { dataFolder } from "../pu-skc/training-sets.mjs";
import { LABELS, PARTS, PRIORS, recordsOf } from "./draws.mjs";
import { judged, libraryIn } from "./judge.mjs";

const MEASURES = ["auc", "precision", "recall", "accuracy"];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covers = ({ low, high, truth }) => (low <= truth + 1e-9 && truth <= high + 1e-9 ? 1 : 0);
const coverage = (intervals) => (intervals.length === 0 ? Number.NaN : mean(intervals.map(covers)));
const width = (intervals) => mean(intervals.map(({ low, high }) => high - low));

/** The figures of some draws. */
function figures(rows) {
  const data = rows.map((row) => row.data);
  const called = data.filter((each) => each.called);
  const audits = rows.flatMap((row) => row.audits);
  const ofMeasure = (name, where) =>
    rows
      .map(({ measures }) => ({ ...measures[name], truth: measures[name][where] }))
      .filter(({ truth, value }) => Number.isFinite(truth) && Number.isFinite(value));
  return {
    draws: rows.length,
    coverage: coverage(data),
    width: width(data),
    error: mean(data.map(({ mean: value, truth }) => Math.abs(value - truth))),
    called: called.length,
    calledCoverage: coverage(called),
    audit: { coverage: coverage(audits.map(({ auto }) => auto)), width: width(audits.map(({ auto }) => auto)) },
    wilson: { coverage: coverage(audits.map((each) => each.wilson)), width: width(audits.map((each) => each.wilson)) },
    measures: Object.fromEntries(
      MEASURES.map((name) => {
        const [same, fresh] = ["same", "fresh"].map((where) => ofMeasure(name, where));
        return [
          name,
          {
            same: coverage(same),
            fresh: coverage(fresh),
            above: mean(fresh.map(({ high, truth }) => (truth > high + 1e-9 ? 1 : 0))),
            width: width(fresh),
          },
        ];
      }),
    ),
    decisions: Object.fromEntries(
      Object.keys(rows[0].decisions).map((rule) => [rule, mean(rows.map(({ decisions }) => decisions[rule]))]),
    ),
  };
}

/** How many cells of data set and prior are below the constant guess by more than 0.02, and the worst. */
function cells(rows) {
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.name} at ${row.prior}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return Object.fromEntries(
    Object.keys(rows[0].decisions).map((rule) => {
      const gains = [...groups.values()].map((own) => mean(own.map(({ decisions }) => decisions[rule])));
      return [
        rule,
        { cells: gains.length, below: gains.filter((gain) => gain < -0.02).length, worst: Math.min(...gains) },
      ];
    }),
  );
}

export async function run({ json = false, options = [] } = {}) {
  const after = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const part = after("--part") ?? "judge";
  const trials = Number(after("--trials") ?? 4);
  if (PARTS[part] === undefined) throw new Error(`--part takes one of ${Object.keys(PARTS).join(", ")}`);
  const more = after("--more");
  const folders = [dataFolder(options), ...(more === undefined ? [] : [more])];
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  const records = await recordsOf(after("--records") ?? join(tmpdir(), "bagwise-intervals.jsonl"), {
    parts: [part],
    trials,
    folders,
    onProgress: (done, total) => note(`draw ${done + 1} of ${total} ...`),
  });
  const dist = after("--dist");
  const library = await libraryIn(
    dist === undefined ? new URL("../../packages/bagwise/dist/", import.meta.url) : pathToFileURL(`${resolve(dist)}/`),
  );
  const rows = records.map((record, k) => {
    if (k % 50 === 0) note(`judging ${k} of ${records.length} ...`);
    return judged(record, library);
  });
  note("");
  const names = [...new Set(rows.map(({ name }) => name))];
  const groups = [
    { group: "all", rows },
    ...PRIORS.map((prior) => ({ group: `prior ${prior}`, rows: rows.filter((row) => row.prior === prior) })),
    ...LABELS.map((labeled) => ({ group: `${labeled} labels`, rows: rows.filter((row) => row.labeled === labeled) })),
    ...names.map((name) => ({ group: name, rows: rows.filter((row) => row.name === name) })),
  ].filter((each) => each.rows.length > 0);
  const result = {
    benchmark: "intervals",
    part,
    seed: PARTS[part].seed,
    trials,
    groups: groups.map(({ group, rows: own }) => ({ group, ...figures(own) })),
    cells: cells(rows),
  };
  const which = after("--fill");
  if (which !== undefined) {
    const parts = Object.entries(tables(result)).map(([name, part]) => [`${which}-${name}`, part]);
    fill("research/intervals.md", Object.fromEntries(parts));
  }
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

const percent = (share) => (Number.isNaN(share) ? "" : `${Math.round(100 * share)} %`);
const two = (value) => value.toFixed(2);
const signed = (value) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;

/** The tables as Markdown, as docs/research/intervals.md has them. */
export function tables({ groups, cells: below }) {
  const markdown = (head, lines) =>
    [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k === 0 ? "---" : "---:")).join("|")}|`]
      .concat(lines.map((line) => `| ${line.join(" | ")} |`))
      .join("\n");
  const of = (test) => groups.filter(({ group }) => test(group));
  return {
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
      groups.map((each) => [
        each.group.replace("family:", ""),
        String(each.draws),
        percent(each.coverage),
        two(each.width),
        two(each.error),
        String(each.called),
        percent(each.calledCoverage),
        `${(100 * each.audit.coverage).toFixed(1)} %`,
        two(each.audit.width),
        `${(100 * each.wilson.coverage).toFixed(1)} %`,
        two(each.wilson.width),
      ]),
    ),
    measures: markdown(
      ["", ...MEASURES.flatMap((name) => [name, "above", "width"])],
      of((group) => group === "all" || group.startsWith("prior") || group.endsWith("labels")).map((each) => [
        each.group,
        ...MEASURES.flatMap((name) => {
          const { fresh, above, width: wide } = each.measures[name];
          return [percent(fresh), percent(above), two(wide)];
        }),
      ]),
    ),
    decisions: markdown(
      ["decision", "mean gain", ...PRIORS.map((prior) => `prior ${prior}`), "cells below -0.02", "worst cell"],
      Object.entries(below).map(([rule, { cells: all, below: few, worst }]) => [
        rule,
        signed(groups[0].decisions[rule]),
        ...of((group) => group.startsWith("prior")).map(({ decisions }) => signed(decisions[rule])),
        `${few} of ${all}`,
        signed(worst),
      ]),
    ),
  };
}

function print(result) {
  const { prior, measures, decisions } = tables(result);
  console.log(`\nThe prior: 90 % intervals from the data, and after audits of 30\n\n${prior}`);
  console.log(
    `\nMeasures on fresh bags with the prior known: share inside the 90 % interval, share above it\n\n${measures}`,
  );
  console.log(`\nGain in accuracy over the better constant guess\n\n${decisions}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
