import { COMPARE_DEFAULTS, COMPARE_PROTOCOLS, compareMethods, FAMILIES } from "@bagwise/lab";
import { Command } from "commander";
import { comparePicture, comparisonLines } from "./compare-summary.js";
import {
  addSharedFlags,
  CONTINUING,
  DATA_DEFAULT,
  experimentFolders,
  helpList,
  names,
  type SharedFlags,
  wholeNumbers,
} from "./flags.js";
import { runExperimentCommand } from "./run.js";

interface CompareFlags extends SharedFlags {
  readonly protocol?: string[];
  readonly families?: string[];
  readonly seeds?: number[];
  readonly reference?: string;
}

const OUT = "experiment-compare";

const COMPARE_HELP = `
A method is written METHOD or METHOD@KNOWLEDGE. KNOWLEDGE is what it knows about the prior:
  true        the true prior (the default)
  data        nothing: it estimates the prior from the data
  as-printed  or another estimator of the prior, for methods that have it
  audit:N     how many of N random unlabeled bags are positive
  labels:N    the same, and the labels of these bags
In each trial, all methods get the same bags, and audits review the same ones. Methods without a prior ignore this.

Methods:${helpList(compareMethods(), 16)}

Protocols:
  paper           bags are copied with noise, then split: copies of one bag end up on both sides
  leak-free       the originals are split first
  disjoint        leak-free, and labelled and unlabeled bags are copies of different originals
  original        no copies: every bag once, as many as there are

Families:${helpList(FAMILIES, 22)}

Examples:
  $ bagwise experiment compare --methods auto,pu-skc,pu-skc:default --trials 5 --out quick
  $ bagwise experiment compare --data my-data --methods auto@true,auto@data,auto@audit:30 --seeds 1..5
  $ bagwise experiment compare --families all --methods auto,pu-skc --out families
  $ bagwise experiment compare --protocol paper,leak-free,disjoint,original --methods pu-skc@true,pu-skc@as-printed
${CONTINUING}`;

/** `bagwise experiment compare`. The help shows the defaults with which the library runs. */
export function compareCommand(): Command {
  const { methods, protocols, priors, trials, seeds, labeled, unlabeled, test, noise } = COMPARE_DEFAULTS;
  const command = new Command("compare").description(
    "compare methods on any folder of labelled files, and on families of synthetic bags",
  );
  return addSharedFlags(command, {
    data: `a folder of files with labelled bags, 1 or -1, in any format (${DATA_DEFAULT})`,
    datasets: "some of these files, by name without the ending (default: all)",
    methods: `methods, each with what it knows about the prior, see below (default: ${methods.join(",")})`,
    protocol: `some of ${COMPARE_PROTOCOLS.join(", ")}, see below (default: ${protocols.join(",")})`,
    priors: `shares of positives (default: ${priors.join(",")}; a family has its own)`,
    trials: `trials of each setting and seed (default: ${trials})`,
    labeled: `numbers of labelled positive bags (default: ${labeled.join(",")}; a family has its own)`,
    unlabeled: `unlabeled bags for training (default: ${unlabeled}; a family has its own)`,
    test: `test bags (default: ${test}; a family has its own)`,
    noise,
    workers: "threads; the results are the same (default: one for each core)",
    out: OUT,
  })
    .option(
      "--families <names>",
      "families of synthetic bags, see below, or all (default: none); without --data and --datasets nothing else is used",
      names,
    )
    .option("--reference <name>", "the method to compare the others with (default: the first)")
    .option("--seeds <numbers>", `seeds, as 1..5 or 1,2,3 (default: ${seeds.join(",")})`, wholeNumbers)
    .addHelpText("after", COMPARE_HELP)
    .action(run);
}

async function run({ json, protocol: protocols, ...flags }: CompareFlags): Promise<void> {
  // What draws and what runs threads is loaded only here, so that other commands start fast.
  const { runCompare } = await import("../../experiment/run.js");
  const folders = await experimentFolders({ out: flags.out ?? OUT, data: flags.data });
  await runExperimentCommand({
    run: (control) => runCompare({ ...flags, ...folders, protocols }, control),
    out: folders.out,
    json,
    picture: comparePicture,
    lines: ({ comparison }) => (comparison === undefined ? [] : comparisonLines(comparison)),
    results: ({ comparison }) => ({ comparison }),
  });
}
