import { Command, Option } from "commander";
import { version } from "../../base/version.js";
import { terminal } from "../../cli/terminal.js";
import { print, printJson } from "../../cli/text/style.js";
import { located } from "../../node/working-folder.js";
import { NOISE_WAYS, type NoiseWay } from "../draws/augment.js";
import type { CompareOutcome } from "../node/run-compare.js";
import { comparePicture, comparisonLines } from "./compare-summary.js";
import { COMPARE_HELP, COMPARE_SUMMARY, compareTexts } from "./compare-texts.js";
import { names, number, numbers, wholeNumbers } from "./flags.js";
import { displayOf } from "./progress.js";
import { doneLine, followed, interrupted } from "./run.js";

interface CompareFlags {
  readonly data?: string;
  readonly datasets?: string[];
  readonly families?: string[];
  readonly methods?: string[];
  readonly protocol?: string[];
  readonly priors?: number[];
  readonly trials?: number;
  readonly seeds?: number[];
  readonly labeled?: number[];
  readonly unlabeled?: number;
  readonly test?: number;
  readonly noise?: NoiseWay;
  readonly reference?: string;
  readonly workers?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const OUT = "experiment-compare";

/** `bagwise experiment compare`: any methods on any folder of labelled files. */
export function compareCommand(): Command {
  const texts = compareTexts();
  return new Command("compare")
    .description(COMPARE_SUMMARY)
    .option("--data <folder>", texts.data)
    .option("--datasets <names>", texts.datasets, names)
    .option("--families <names>", texts.families, names)
    .option("--methods <names>", texts.methods, names)
    .option("--reference <name>", texts.reference)
    .option("--protocol <names>", texts.protocol, names)
    .option("--priors <shares>", texts.priors, numbers)
    .option("--trials <number>", texts.trials, number)
    .option("--seeds <numbers>", texts.seeds, wholeNumbers)
    .option("--labeled <numbers>", texts.labeled, wholeNumbers)
    .option("--unlabeled <number>", texts.unlabeled, number)
    .option("--test <number>", texts.test, number)
    .addOption(new Option("--noise <name>", texts.noise).choices([...NOISE_WAYS]))
    .option("--workers <number>", texts.workers, number)
    .option("--out <folder>", `the folder for the results (default: ${OUT})`)
    .option("--json", "print JSON for programs")
    .addHelpText("after", COMPARE_HELP)
    .action(run);
}

async function run({ json, protocol: protocols, ...flags }: CompareFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runCompare } = await import("../node/run-compare.js");
  const folders = { out: located(flags.out ?? OUT), ...(flags.data && { data: located(flags.data) }) };
  const outcome = await followed(
    (control) => runCompare({ ...flags, ...folders, protocols }, control),
    displayOf(comparePicture),
    folders.out,
  );
  if (outcome.comparison === undefined) throw interrupted(outcome);
  terminal().stderr.write(doneLine(outcome.total));
  if (json) printJson(jsonOf(outcome));
  else print("", ...comparisonLines(outcome.comparison, outcome));
}

function jsonOf({ comparison, run: info, files, notes, total, out }: CompareOutcome): unknown {
  return {
    bagwise: version,
    experiment: info.experiment,
    out,
    files,
    options: info.options,
    data: info.data,
    trials: total,
    comparison,
    timings: info.timings,
    wallSeconds: info.wallSeconds,
    workers: info.workers,
    machine: info.machine,
    notes,
  };
}
