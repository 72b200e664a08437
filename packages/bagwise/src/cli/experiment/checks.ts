import { CHECK_DEFAULTS, CHECKS, compareMethods } from "@bagwise/lab";
import { Command } from "commander";
import { checksLines, checksPicture } from "./checks-summary.js";
import { addRunFlags, CONTINUING, experimentFolders, helpList, names, parseNumber, type SharedFlags } from "./flags.js";
import { runExperimentCommand } from "./run.js";

interface ChecksFlags extends Pick<SharedFlags, "methods" | "workers" | "out" | "json"> {
  readonly checks?: string[];
  readonly repeats?: number;
  readonly seed?: number;
}

const OUT = "experiment-checks";

function helpText(): string {
  return `
Multiple-instance learning assumes that one positive instance makes a bag positive, whatever else is in it. Each check draws
small synthetic bags. A method under the assumption does well on all of its test bags. One that goes by something else ranks
some of them upside down.

Checks:${helpList(CHECKS, 16)}

Methods:${helpList(compareMethods(), 16)}

A method that learns from positive and unlabeled bags gets such bags, and is told the prior where it needs one; with
METHOD@data it makes its own estimate.

Examples:
  $ bagwise experiment checks                                         every method: some minutes
  $ bagwise experiment checks --methods svm,mi-svm --repeats 1 --out quick
  $ bagwise experiment checks --checks poison,frequency --methods network,network:dmil,network:mean --out poolings
${CONTINUING}`;
}

/** `bagwise experiment checks`. The help shows the defaults with which the library runs. */
export function checksCommand(): Command {
  const { repeats, seed } = CHECK_DEFAULTS;
  const command = new Command("checks")
    .description("check whether methods respect that one positive instance makes a bag positive")
    .option("--checks <names>", `some of ${CHECKS.map(({ name }) => name).join(",")} (default: all)`, names)
    .option("--methods <names>", "methods, see below (default: every learner in its usual settings)", names)
    .option("--repeats <number>", `draws of each check (default: ${repeats})`, parseNumber)
    .option("--seed <number>", `the seed of all randomness (default: ${seed})`, parseNumber);
  return addRunFlags(command, { workers: "threads; the results are the same (default: one for each core)", out: OUT })
    .addHelpText("after", helpText())
    .action(run);
}

async function run({ json, ...flags }: ChecksFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runChecks } = await import("../../experiment/run.js");
  const { out } = await experimentFolders({ out: flags.out ?? OUT });
  await runExperimentCommand({
    run: (control) => runChecks({ ...flags, out }, control),
    out,
    json,
    picture: checksPicture,
    lines: ({ summary, run: { timings } }) => (summary === undefined ? [] : checksLines(summary, timings)),
    results: ({ summary }) => ({ summary }),
  });
}
