import { Command, InvalidArgumentError, Option } from "commander";
import { version } from "../base/version.js";
import {
  DATA_SETS,
  differences,
  type ExperimentKind,
  METHODS,
  NOISE_WAYS,
  type NoiseWay,
  PROTOCOLS,
  type Protocol,
} from "../experiment/index.js";
import type { ExperimentOutcome } from "../node/experiment/run-experiment.js";
import { PRIOR_METHOD_NAMES } from "../prior/index.js";
import { experimentDisplay } from "./experiment-progress.js";
import { summaryLines } from "./experiment-summary.js";
import { Interrupted } from "./interrupted.js";
import { print, printJson } from "./style.js";

const METHOD_LIST = `
Methods:${METHODS.map(({ name, help }) => `\n  ${name.padEnd(16)}${help}`).join("")}`;

const CONTINUING = `
Every finished trial is kept at once: after Ctrl-C, a crash or kill -9 the same command continues. The results are the same
whatever the number of workers. More trials, methods, priors or data sets may be asked for later; what is there is not repeated.`;

interface KindText {
  readonly summary: string;
  readonly labeled: string;
  readonly defaults: { readonly methods: string; readonly priors: string; readonly workers: string };
  readonly examples: string;
}

const KINDS: Readonly<Record<ExperimentKind, KindText>> = {
  paper: {
    summary: "the paper's table: accuracy by data set, prior and method",
    labeled: "labelled positive bags (default: 20)",
    defaults: { methods: "pu-skc,lsdd,dsdd,pu-mil", priors: "0.1 to 0.7", workers: "one for each core" },
    examples: `
Examples:
  $ bagwise experiment paper --methods pu-skc                       PU-SKC alone: some minutes
  $ bagwise experiment paper --data data --workers 2                all of it: hours
  $ bagwise experiment paper --datasets musk1,fox --priors 0.1,0.7 --trials 5 --methods pu-skc --out quick
  $ bagwise experiment paper --methods pu-skc --protocol paper,leak-free --out leak
  $ bagwise experiment paper --methods pu-skc --prior-estimate true --out true-prior
  $ bagwise experiment paper --methods pu-skc --also experiment-labels,experiment-time    all figures in one report`,
  },
  labels: {
    summary: "the paper's figure: accuracy by number of labelled bags, at prior 0.7",
    labeled: "numbers of labelled positive bags (default: 20,40 to 160, as far as a data set has them)",
    defaults: { methods: "pu-skc", priors: "0.7", workers: "one for each core" },
    examples: `
Examples:
  $ bagwise experiment labels
  $ bagwise experiment labels --datasets elephant --labeled 20,60,100 --trials 5 --out sweep`,
  },
  time: {
    summary: "the paper's figure: seconds of one training by method, at prior 0.1",
    labeled: "labelled positive bags (default: 20)",
    defaults: { methods: "pu-skc,lsdd,dsdd,pu-mil", priors: "0.1", workers: "1: trainings do not disturb each other" },
    examples: `
Examples:
  $ bagwise experiment time
  $ bagwise experiment time --datasets elephant --methods pu-skc,lsdd --trials 3 --out quick-time`,
  },
};

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

/** `bagwise experiment paper|labels|time`: the experiments of the paper, run again. */
export function experimentCommand(): Command {
  const command = new Command("experiment")
    .description("run the paper's experiments: its accuracy table and its figures")
    .addHelpText(
      "after",
      `${KINDS.paper.examples}\n${CONTINUING}\n\nEach has flags of its own: bagwise experiment paper --help.`,
    );
  for (const kind of Object.keys(KINDS) as ExperimentKind[]) command.addCommand(kindCommand(kind));
  return command;
}

function kindCommand(kind: ExperimentKind): Command {
  const { summary, labeled, defaults, examples } = KINDS[kind];
  return new Command(kind)
    .description(summary)
    .option("--data <folder>", "the folder with the data sets (default: BAGWISE_DATA, ../shared/data or data)")
    .option("--datasets <names>", `some of ${DATA_SETS.map(({ name }) => name).join(",")} (default: all)`, names)
    .option("--methods <names>", `methods, see below (default: ${defaults.methods})`, names)
    .option("--priors <shares>", `shares of positives (default: ${defaults.priors})`, numbers)
    .option("--trials <number>", "trials of each setting (default: 20)", number)
    .option("--labeled <numbers>", labeled, numbers)
    .option("--unlabeled <number>", "unlabeled bags for training (default: 180)", number)
    .option("--test <number>", "test bags (default: 200)", number)
    .option("--protocol <names>", `${PROTOCOLS.join(", ")}, or both with a comma between (default: paper)`, names)
    .addOption(new Option("--noise <name>", "the noise of copied bags (default: reference)").choices([...NOISE_WAYS]))
    .addOption(
      new Option("--prior-estimate <name>", "what methods are told of the prior (default: as-printed)").choices([
        ...new Set(["as-printed", "true", ...PRIOR_METHOD_NAMES]),
      ]),
    )
    .option(
      "--centres <number>",
      "the most kernel centres of methods on instances (default: each method's own)",
      number,
    )
    .option("--workers <number>", `threads; the results are the same (default: ${defaults.workers})`, number)
    .option("--seed <number>", "the seed of all randomness (default: 1)", number)
    .option("--out <folder>", `the folder for the results (default: experiment-${kind})`)
    .option("--also <folders>", "results of the other kinds of experiment, to show in the same report", names)
    .option("--json", "print JSON for programs")
    .addHelpText("after", `${METHOD_LIST}\n${examples}\n${CONTINUING}`)
    .action((flags: ExperimentFlags) => run(kind, flags));
}

async function run(kind: ExperimentKind, { json, protocol: protocols, ...flags }: ExperimentFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runExperiment } = await import("../node/experiment/run-experiment.js");
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once("SIGINT", stop);
  const display = experimentDisplay();
  let began = false;
  let outcome: ExperimentOutcome;
  try {
    outcome = await runExperiment(
      { experiment: kind, ...flags, protocols },
      {
        signal: controller.signal,
        onProgress: (progress) => {
          if (!began) process.stderr.write(startLine(progress, flags.out ?? `experiment-${kind}`));
          began = true;
          display.update(progress);
        },
      },
    );
  } finally {
    display.end();
    process.off("SIGINT", stop);
  }
  if (outcome.summary === undefined) throw interrupted(outcome);
  process.stderr.write(`All ${outcome.total.toLocaleString("en-US")} trials are done.\n`);
  if (json) printJson(jsonOf(outcome));
  else print("", ...summaryLines(outcome.summary, outcome));
}

function startLine({ total, before }: { total: number; before: number }, out: string): string {
  const there = before === 0 ? "" : `, ${before.toLocaleString("en-US")} of them done before`;
  return `${total.toLocaleString("en-US")} trials${there}; results go to ${out}.\n`;
}

function interrupted({ done, total, out }: ExperimentOutcome): Interrupted {
  return new Interrupted(
    `stopped after ${done} of ${total} trials, which are kept in ${out}. The same command continues.`,
  );
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

function names(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function numbers(text: string): number[] {
  return text.split(",").map(number);
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}
