import { CV_DEFAULTS, compareMethods, DATA_SETS } from "@bagwise/lab";
import { Command } from "commander";
import { cvLines, cvPicture } from "./cv-summary.js";
import {
  addDataFlags,
  addRunFlags,
  CONTINUING,
  DATA_DEFAULT,
  experimentFolders,
  helpList,
  parseNumber,
  type SharedFlags,
} from "./flags.js";
import { runExperimentCommand } from "./run.js";

interface CvFlags extends Pick<SharedFlags, "data" | "datasets" | "methods" | "workers" | "out" | "json"> {
  readonly folds?: number;
  readonly repeats?: number;
  readonly seed?: number;
}

const OUT = "experiment-cv";

function helpText(): string {
  return `
In each repeat, the bags are divided into folds by a seeded draw, each label evenly. A method learns from all folds but one
and is tested on that one, so every bag is tested once. All methods have the same folds. A method chooses its settings by
itself, on its training bags alone.

Methods:${helpList(compareMethods(), 16)}

A method that learns from positive and unlabeled bags (auto, pu-skc, lsdd, ...) gets the negative training bags as unlabeled
ones. Where its decisions need the share of positives, it is told that of the training bags; with METHOD@data it makes its own
estimate. That is not what such methods are made for: look at their AUC first.

Examples:
  $ bagwise experiment cv                                             every method on the paper's data sets: hours
  $ bagwise experiment cv --datasets musk1 --repeats 1 --out quick
  $ bagwise experiment cv --data my-data --folds 5 --methods auto,pu-skc:given
${CONTINUING}`;
}

/** `bagwise experiment cv`. The help shows the defaults with which the library runs. */
export function cvCommand(): Command {
  const { folds, repeats, seed } = CV_DEFAULTS;
  const command = new Command("cv").description(
    "cross-validate methods on labelled bags, beside what is published for them",
  );
  addDataFlags(command, {
    data: `a folder of files with labelled bags, 1 or -1, in any format (${DATA_DEFAULT})`,
    datasets: `some of these files, by name without the ending, or all (default: ${DATA_SETS.map(({ name }) => name).join(",")}, as far as they are there, or else all)`,
    methods: "methods, see below (default: those that learn from positive and negative bags)",
  })
    .option("--folds <number>", `folds; published accuracies are of 10 (default: ${folds})`, parseNumber)
    .option("--repeats <number>", `divisions into folds (default: ${repeats})`, parseNumber)
    .option("--seed <number>", `the seed of all randomness (default: ${seed})`, parseNumber);
  return addRunFlags(command, { workers: "threads; the results are the same (default: one for each core)", out: OUT })
    .addHelpText("after", helpText())
    .action(run);
}

async function run({ json, ...flags }: CvFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runCv } = await import("../../experiment/run.js");
  const folders = await experimentFolders({ out: flags.out ?? OUT, data: flags.data });
  await runExperimentCommand({
    run: (control) => runCv({ ...flags, ...folders }, control),
    out: folders.out,
    json,
    picture: cvPicture,
    lines: ({ summary, run: { timings } }) => (summary === undefined ? [] : cvLines(summary, timings)),
    results: ({ summary }) => ({ summary }),
  });
}
