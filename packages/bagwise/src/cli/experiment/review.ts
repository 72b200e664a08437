import { count, InputError } from "@bagwise/core/base";
import { NEXT_BY, REVIEW_STARTS } from "@bagwise/core/review";
import { located } from "@bagwise/engines/disk";
import {
  REVIEW_EXPERIMENT_DEFAULTS,
  type ReviewExperimentOptions,
  type ReviewRecord,
  type ReviewSummary,
} from "@bagwise/lab";
import { meanOf, reviewRows } from "@bagwise/lab/running";
import { Command, Option } from "commander";
import type { ExperimentProgress } from "../../experiment/run-in-folder.js";
import { refuseOverwrite } from "../flags/outputs.js";
import { addNestedFlag, addReadingFlags, type NestedFlags, type ReadingFlags } from "../flags/reading.js";
import { wrapped } from "../text/output.js";
import { textTable } from "../text/score-table.js";
import { addRunFlags, CONTINUING, parseNumber } from "./flags.js";
import { progressText } from "./progress.js";
import { runExperimentCommand } from "./run.js";

interface Flags extends ReviewExperimentOptions, ReadingFlags, NestedFlags {
  readonly data?: string;
  readonly workers?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const OUT = "experiment-review";
const HELP = `
The file has the truth as labels: what is not labelled positive is taken for negative. Each review begins with one positive bag,
or one and a negative one, drawn by the seed. It runs twice: by the ranking alone, until every positive is found, and with random
draws, until the stopping rule of bagwise review says stop.

Examples:
  $ bagwise experiment review --data papers.csv --text title,abstract --label included
  $ bagwise experiment review --data papers.csv --starts 100 --start positive --out hundred
${CONTINUING}`;

/** `bagwise experiment review`. */
export function reviewExperimentCommand(): Command {
  const { starts, start, by, random, check, target, confidence, seed } = REVIEW_EXPERIMENT_DEFAULTS;
  const command = new Command("review")
    .description("simulate whole reviews of labelled bags: work saved, and whether the stopping rule is honest")
    .option("--data <file>", "the file of labelled bags")
    .option("--starts <number>", `how many reviews (default: ${starts})`, parseNumber)
    .addOption(
      new Option("--start <choice>", `begin with a positive bag, or also a negative one (default: ${start})`).choices([
        ...REVIEW_STARTS,
      ]),
    )
    .addOption(new Option("--by <choice>", `what bags are chosen by (default: ${by})`).choices([...NEXT_BY]))
    .option("--random <share>", `the share that is drawn at random (default: ${random})`, parseNumber)
    .option("--check <share>", `the same, once hardly any positives are found (default: ${check})`, parseNumber)
    .option("--target <share>", `stop when this share of the positives is found (default: ${target})`, parseNumber)
    .option("--confidence <share>", `with this probability (default: ${confidence})`, parseNumber)
    .option("--seed <number>", `the seed of all randomness (default: ${seed})`, parseNumber);
  addRunFlags(command, { workers: "threads; the results are the same (default: one for each core)", out: OUT });
  return addNestedFlag(addReadingFlags(command)).addHelpText("after", HELP).action(run);
}

async function run(flags: Flags): Promise<void> {
  const { starts, start, by, random, check, target, confidence, seed, ...others } = flags;
  const { data, workers, out = OUT, json, groups: _, propensity: __, ...reading } = others;
  if (data === undefined)
    throw new InputError({
      code: "option",
      message: "--data is missing",
      remedy: "Name a file of labelled bags, such as --data papers.csv.",
    });
  const { labels, encoder } = reading;
  await refuseOverwrite({ "--out": out }, { "--data": data, "the file of labels": labels, "the encoder": encoder });
  // What runs threads is loaded only here, so that other commands start fast.
  const { runReviews } = await import("../../experiment/run.js");
  const options = { starts, start, by, random, check, target, confidence, seed };
  const found = {
    ...reading,
    ...(labels !== undefined && { labels: located(labels) }),
    ...(encoder !== undefined && { encoder: located(encoder) }),
  };
  await runExperimentCommand({
    run: (control) =>
      runReviews({ ...options, data: located(data), reading: found, workers, out: located(out) }, control),
    out,
    json,
    picture: reviewPicture,
    lines: ({ summary }) => (summary === undefined ? [] : reviewLines(summary)),
    results: ({ summary }) => ({ summary }),
  });
}

function reviewPicture(progress: ExperimentProgress<ReviewRecord>, seconds: number): string[] {
  const { records } = progress;
  if (records.length === 0) return [progressText(progress, seconds)];
  const saved = meanOf(records.map(({ result }) => result.wss95)).toFixed(3);
  const kept = records.filter(({ result }) => result.kept).length;
  return [
    progressText(progress, seconds),
    `Work saved at 95 % so far: ${saved}; promise kept: ${kept} of ${records.length}`,
  ];
}

function reviewLines(summary: ReviewSummary): string[] {
  const { dataset, bags, positive, starts } = summary;
  return [
    `${dataset}: ${count(bags, "bag")}, ${positive} positive; ${count(starts, "review")}`,
    "",
    ...textTable(["measure", "value", "meaning"], reviewRows(summary)),
    "",
    wrapped(starts < 2 ? "" : "Means over reviews, and standard deviations in brackets."),
    "",
  ];
}
