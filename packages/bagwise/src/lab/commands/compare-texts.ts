import { compareMethods } from "../compare/arm.js";
import { COMPARE_DEFAULTS } from "../compare/options.js";
import { FAMILIES } from "../datasets/families/families.js";
import { COMPARE_PROTOCOLS } from "../draws/protocol.js";

/** One line on the command. */
export const COMPARE_SUMMARY = "compare methods on any folder of labelled files, and on families of synthetic bags";

type Flag =
  | "data"
  | "datasets"
  | "families"
  | "methods"
  | "reference"
  | "protocol"
  | "priors"
  | "trials"
  | "seeds"
  | "labeled"
  | "unlabeled"
  | "test"
  | "noise"
  | "workers";

/** The texts of the flags; the defaults are those with which the library runs. */
export function compareTexts(): Readonly<Record<Flag, string>> {
  const { methods, protocols, priors, trials, seeds, labeled, unlabeled, test, noise } = COMPARE_DEFAULTS;
  return {
    data: "a folder of files with labelled bags, 1 or -1, in any format (default: the folder named by BAGWISE_DATA, or data)",
    datasets: "some of them, as the files are called without the ending (default: all)",
    families:
      "families of synthetic bags, see below, or all (default: none); without --data and --datasets nothing else",
    methods: `methods, each with what it is told of the prior, see below (default: ${methods.join(",")})`,
    reference: "the method that others are compared with (default: the first)",
    protocol: `some of ${COMPARE_PROTOCOLS.join(", ")}, see below (default: ${protocols.join(",")})`,
    priors: `shares of positives (default: ${priors.join(",")}; for a family its own)`,
    trials: `trials of each setting and seed (default: ${trials})`,
    seeds: `seeds, as 1..5 or 1,2,3 (default: ${seeds.join(",")})`,
    labeled: `numbers of labelled positive bags (default: ${labeled.join(",")}; for a family its own)`,
    unlabeled: `unlabeled bags for training (default: ${unlabeled}; for a family its own)`,
    test: `test bags (default: ${test}; for a family its own)`,
    noise: `the noise of copied bags (default: ${noise})`,
    workers: "threads; the results are the same (default: one for each core)",
  };
}

const list = (entries: readonly { readonly name: string; readonly help: string }[], width: number) =>
  entries.map(({ name, help }) => `\n  ${name.padEnd(width)}${help}`).join("");

/** What follows the list of flags. */
export const COMPARE_HELP = `
A method is written METHOD or METHOD@KNOWLEDGE. Knowledge is what it is told of the prior:
  true        the true prior; this is the default
  data        nothing: it estimates the prior by itself
  as-printed  or another estimator: that one, for methods that know it
  audit:N     N random unlabeled bags are reviewed; it is told how many of them are positive
  labels:N    the same, and it also gets these bags as labelled ones
All methods get the same bags in the same trial, and audits review the same ones. Methods without a prior ignore it.

Methods:${list(compareMethods(), 16)}

Protocols:
  paper           bags are copied with noise, then split: copies of one bag are on both sides
  leak-free       the originals are split first
  disjoint        leak-free, and labelled and unlabeled bags are copies of different originals
  original        no copies: every bag once, as many as there are

Families:${list(FAMILIES, 22)}

Examples:
  $ bagwise experiment compare --methods auto,pu-skc,pu-skc:default --trials 5 --out quick
  $ bagwise experiment compare --data my-data --methods auto@true,auto@data,auto@audit:30 --seeds 1..5
  $ bagwise experiment compare --families all --methods auto,pu-skc --out families
  $ bagwise experiment compare --protocol paper,leak-free,disjoint,original --methods pu-skc@true,pu-skc@as-printed

Every finished trial is kept at once: after Ctrl-C, a crash or kill -9 the same command continues. More trials, seeds, methods,
priors or data sets may be asked for later; what is there is not repeated.`;
