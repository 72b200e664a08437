import { PRIOR_METHOD_NAMES } from "@bagwise/core/estimators";
import { differences, EXPERIMENTS, type ExperimentKind, METHODS, PROTOCOLS, type Protocol } from "@bagwise/lab";
import { gridDefaults } from "@bagwise/lab/running";
import { Command, Option } from "commander";
import { checksCommand } from "./checks.js";
import { compareCommand } from "./compare.js";
import { cvCommand } from "./cv.js";
import {
  addSharedFlags,
  CONTINUING,
  DATA_DEFAULT,
  experimentFolders,
  helpList,
  names,
  parseNumber,
  type SharedFlags,
} from "./flags.js";
import { progressLines } from "./progress.js";
import { reviewExperimentCommand } from "./review.js";
import { runExperimentCommand } from "./run.js";
import { summaryLines } from "./summary.js";

interface ExperimentFlags extends SharedFlags {
  readonly protocol?: Protocol[];
  readonly priorEstimate?: string;
  readonly centres?: number;
  readonly seed?: number;
  readonly also?: string[];
}

interface KindText {
  readonly summary: string;
  readonly labeled: string;
  /** After the default numbers of labelled bags. */
  readonly cut: string;
  readonly workers: string;
  readonly examples: string;
}

const KINDS: Readonly<Record<ExperimentKind, KindText>> = {
  paper: {
    summary: "the paper's table: accuracy by data set, prior and method",
    labeled: "labelled positive bags",
    cut: "",
    workers: "one for each core",
    examples: `
Examples:
  $ bagwise experiment paper --methods pu-skc                       PU-SKC alone: a few minutes
  $ bagwise experiment paper --data data --workers 2                everything: hours
  $ bagwise experiment paper --datasets musk1,fox --priors 0.1,0.7 --trials 5 --methods pu-skc --out quick
  $ bagwise experiment paper --methods pu-skc --protocol paper,leak-free --out leak
  $ bagwise experiment paper --methods pu-skc --prior-estimate true --out true-prior
  $ bagwise experiment paper --methods pu-skc --also experiment-labels,experiment-time    all figures in one report`,
  },
  labels: {
    summary: `the paper's figure: accuracy by number of labelled bags, at prior ${gridDefaults("labels").priors.join(",")}`,
    labeled: "numbers of labelled positive bags",
    cut: ", as far as a data set has them",
    workers: "one for each core",
    examples: `
Examples:
  $ bagwise experiment labels
  $ bagwise experiment labels --datasets elephant --labeled 20,60,100 --trials 5 --out sweep`,
  },
  time: {
    summary: `the paper's figure: seconds of one training by method, at prior ${gridDefaults("time").priors.join(",")}`,
    labeled: "labelled positive bags",
    cut: "",
    workers: "1, so that trainings do not slow each other down",
    examples: `
Examples:
  $ bagwise experiment time
  $ bagwise experiment time --datasets elephant --methods pu-skc,lsdd --trials 3 --out quick-time`,
  },
};

/** `bagwise experiment paper|labels|time|compare|cv|checks|review`. */
export function experimentCommand(): Command {
  const command = new Command("experiment")
    .description("run the paper's experiments, or compare methods on your own labelled data")
    .addHelpText(
      "after",
      `${KINDS.paper.examples}\n${CONTINUING}\n\nEach experiment has its own flags: bagwise experiment paper --help.`,
    );
  for (const kind of EXPERIMENTS) command.addCommand(kindCommand(kind));
  command.addCommand(compareCommand());
  command.addCommand(cvCommand());
  command.addCommand(checksCommand());
  command.addCommand(reviewExperimentCommand());
  return command;
}

/** The command of a kind of experiment; its help shows the defaults with which the library runs. */
function kindCommand(kind: ExperimentKind): Command {
  const { summary, labeled, cut, workers, examples } = KINDS[kind];
  const defaults = gridDefaults(kind);
  return addSharedFlags(new Command(kind).description(summary), {
    data: `the folder with the data sets (${DATA_DEFAULT})`,
    datasets: `some of ${defaults.datasets.join(",")} (default: all)`,
    methods: `methods, see below (default: ${defaults.methods.join(",")})`,
    protocol: `${PROTOCOLS.join(", ")}, or both separated by a comma (default: ${defaults.protocols.join(",")})`,
    priors: `shares of positives (default: ${defaults.priors.join(",")})`,
    trials: `trials of each setting (default: ${defaults.trials})`,
    labeled: `${labeled} (default: ${[defaults.labeled].flat().join(",")}${cut})`,
    unlabeled: `unlabeled bags for training (default: ${defaults.unlabeled})`,
    test: `test bags (default: ${defaults.test})`,
    noise: defaults.noise,
    workers: `threads; the results are the same (default: ${workers})`,
    out: `experiment-${kind}`,
  })
    .addOption(
      new Option(
        "--prior-estimate <name>",
        `what methods know about the prior (default: ${defaults.priorEstimate})`,
      ).choices([...new Set(["as-printed", "true", ...PRIOR_METHOD_NAMES])]),
    )
    .option(
      "--centres <number>",
      `the most kernel centres of methods on instances (default: ${defaults.centres ?? "each method's own"})`,
      parseNumber,
    )
    .option("--seed <number>", `the seed of all randomness (default: ${defaults.seed})`, parseNumber)
    .option("--also <folders>", "finished results of the other kinds of experiment, to show in the same report", names)
    .addHelpText("after", `\nMethods:${helpList(METHODS, 16)}\n${examples}\n${CONTINUING}`)
    .action((flags: ExperimentFlags) => run(kind, flags));
}

async function run(kind: ExperimentKind, { json, protocol: protocols, ...flags }: ExperimentFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runExperiment } = await import("../../experiment/run.js");
  const { data, also } = flags;
  const folders = await experimentFolders({ out: flags.out ?? `experiment-${kind}`, data, also });
  await runExperimentCommand({
    run: (control) => runExperiment({ experiment: kind, ...flags, ...folders, protocols }, control),
    out: folders.out,
    json,
    picture: progressLines,
    lines: (outcome) => (outcome.summary === undefined ? [] : summaryLines(outcome.summary, outcome)),
    results: ({ summary }) => ({ summary, differences: summary === undefined ? [] : differences(summary) }),
  });
}
