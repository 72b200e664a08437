import { Command, Option } from "commander";
import { version } from "../../base/version.js";
import { terminal } from "../../cli/terminal.js";
import { print, printJson } from "../../cli/text/style.js";
import { located } from "../../node/working-folder.js";
import { PRIOR_METHOD_NAMES } from "../../prior/estimators/method.js";
import { NOISE_WAYS, type NoiseWay } from "../draws/augment.js";
import type { Protocol } from "../draws/protocol.js";
import type { ExperimentOutcome } from "../node/run-experiment.js";
import { differences } from "../paper/differences.js";
import { EXPERIMENTS, type ExperimentKind } from "../paper/trial.js";
import { compareCommand } from "./compare.js";
import { names, number, numbers } from "./flags.js";
import { experimentDisplay } from "./progress.js";
import { doneLine, followed, interrupted } from "./run.js";
import { summaryLines } from "./summary.js";
import { EXPERIMENT_HELP, flagTexts, kindHelp, kindSummary } from "./texts.js";

interface ExperimentFlags {
  readonly data?: string;
  readonly datasets?: string[];
  readonly methods?: string[];
  readonly priors?: number[];
  readonly trials?: number;
  readonly labeled?: number[];
  readonly unlabeled?: number;
  readonly test?: number;
  readonly protocol?: Protocol[];
  readonly noise?: NoiseWay;
  readonly priorEstimate?: string;
  readonly centres?: number;
  readonly workers?: number;
  readonly seed?: number;
  readonly out?: string;
  readonly also?: string[];
  readonly json?: boolean;
}

/**
 * `bagwise experiment paper|labels|time|compare`: the experiments of the paper, run again, and a
 * comparison on any data.
 */
export function experimentCommand(): Command {
  const command = new Command("experiment")
    .description("run the paper's experiments, or compare methods on your own labelled data")
    .addHelpText("after", EXPERIMENT_HELP);
  for (const kind of EXPERIMENTS) command.addCommand(kindCommand(kind));
  command.addCommand(compareCommand());
  return command;
}

function kindCommand(kind: ExperimentKind): Command {
  const texts = flagTexts(kind);
  return new Command(kind)
    .description(kindSummary(kind))
    .option("--data <folder>", "the folder with the data sets (default: the folder named by BAGWISE_DATA, or data)")
    .option("--datasets <names>", texts.datasets, names)
    .option("--methods <names>", texts.methods, names)
    .option("--priors <shares>", texts.priors, numbers)
    .option("--trials <number>", texts.trials, number)
    .option("--labeled <numbers>", texts.labeled, numbers)
    .option("--unlabeled <number>", texts.unlabeled, number)
    .option("--test <number>", texts.test, number)
    .option("--protocol <names>", texts.protocols, names)
    .addOption(new Option("--noise <name>", texts.noise).choices([...NOISE_WAYS]))
    .addOption(
      new Option("--prior-estimate <name>", texts.priorEstimate).choices([
        ...new Set(["as-printed", "true", ...PRIOR_METHOD_NAMES]),
      ]),
    )
    .option("--centres <number>", texts.centres, number)
    .option("--workers <number>", texts.workers, number)
    .option("--seed <number>", texts.seed, number)
    .option("--out <folder>", `the folder for the results (default: experiment-${kind})`)
    .option("--also <folders>", "finished results of the other kinds of experiment, to show in the same report", names)
    .option("--json", "print JSON for programs")
    .addHelpText("after", kindHelp(kind))
    .action((flags: ExperimentFlags) => run(kind, flags));
}

async function run(kind: ExperimentKind, { json, protocol: protocols, ...flags }: ExperimentFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runExperiment } = await import("../node/run-experiment.js");
  const folders = {
    out: located(flags.out ?? `experiment-${kind}`),
    ...(flags.data && { data: located(flags.data) }),
    ...(flags.also && { also: flags.also.map(located) }),
  };
  const outcome = await followed(
    (control) => runExperiment({ experiment: kind, ...flags, ...folders, protocols }, control),
    experimentDisplay(),
    folders.out,
  );
  if (outcome.summary === undefined) throw interrupted(outcome);
  terminal().stderr.write(doneLine(outcome.total));
  if (json) printJson(jsonOf(outcome));
  else print("", ...summaryLines(outcome.summary, outcome));
}

function jsonOf({ summary, run: info, files, notes, total, out }: ExperimentOutcome): unknown {
  return {
    bagwise: version,
    experiment: info.experiment,
    out,
    files,
    options: info.options,
    data: info.data,
    trials: total,
    summary,
    differences: summary === undefined ? [] : differences(summary),
    timings: info.timings,
    wallSeconds: info.wallSeconds,
    workers: info.workers,
    machine: info.machine,
    notes,
  };
}
