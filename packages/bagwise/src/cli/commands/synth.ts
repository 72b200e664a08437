import {
  contentHash,
  LABEL_CODE,
  SYNTHESISE_OPTIONS,
  type SynthesiseOptions,
  type Synthetic,
  summarise,
  synthesise,
} from "@bagwise/core/bags";
import { count, optionList, thousands, version } from "@bagwise/core/base";
import type { OutputTable } from "@bagwise/files/table";
import { Command } from "commander";
import { TABLES } from "../../node/files/own-output.js";
import { addDescribedFlags } from "../flags/options.js";
import { checkOutputs } from "../flags/outputs.js";
import { writeTableOut } from "../flags/table-out.js";
import { addWritingFlags, formatFor, type WritingFlags, writeWithFlags } from "../flags/writing.js";
import { print, printJson } from "../text/output.js";

const EXAMPLES = `
Examples:
  $ bagwise synth bags.csv
  $ bagwise synth bags.parquet --bags 2000 --labeled 100 --prior 0.1 --seed 7
  $ bagwise synth hard.csv --distance 1 --witness-rate 0.1 --bag-size 10,30
  $ bagwise synth train.csv --seed 1 --truth truth.csv     with the true label of each instance
  $ bagwise synth test.csv --reveal --seed 2               every bag with its true label, to evaluate with`;

interface SynthFlags extends SynthesiseOptions, WritingFlags {
  readonly truth?: string;
  readonly json?: boolean;
}

/** `bagwise synth OUT`: bags whose true labels are known, to try things out. */
export function synthCommand(): Command {
  const command = new Command("synth")
    .description("make synthetic bags with known truth")
    .argument("<out>", "file to write, or - for standard output");
  return addWritingFlags(addDescribedFlags(command, optionList(SYNTHESISE_OPTIONS)))
    .option("--truth <file>", "also write the true label of every instance and bag to this file, such as truth.csv")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(synth);
}

async function synth(out: string, { truth, to, rows, json, force, ...options }: SynthFlags): Promise<void> {
  const format = formatFor(out, { to });
  await checkOutputs(
    { "the file to write": { path: out, as: "bags" }, "--truth": { path: truth, as: "table" } },
    {},
    { ...(force && { force }) },
  );
  const made = synthesise(options);
  await writeWithFlags(made.bags, out, { format, rows });
  if (truth !== undefined) await writeTableOut(truth, truthTable(made), { safe: false });
  if (out === "-") return;
  const { bags, positive, unlabeled, negative, instances, features } = summarise(made.bags);
  const hidden = made.truth.filter((label, i) => label === "positive" && made.bags.labelOf(i) === "unlabeled").length;
  if (json) {
    const dataHash = await contentHash(made.bags);
    printJson({
      bagwise: version,
      file: out,
      format,
      bags,
      positive,
      unlabeled,
      negative,
      instances,
      features,
      hiddenPositive: hidden,
      options,
      dataHash,
    });
  } else {
    print(
      `${count(bags, "bag")} (${count(instances, "instance")}, ${count(features, "feature")}) written to ${out} as ${format}.`,
      negative > 0 || unlabeled === 0
        ? `${thousands(positive)} are labelled positive, ${thousands(negative)} negative.`
        : `${thousands(positive)} are labelled positive; of the ${thousands(unlabeled)} unlabeled ones ${thousands(hidden)} are really positive.`,
      ...(truth === undefined ? [] : [`The true label of every instance is in ${truth}.`]),
    );
  }
}

function truthTable({ bags, truth, instanceLabels }: Synthetic): OutputTable {
  function* rows() {
    for (const { id, index, size, start } of bags)
      for (let j = 0; j < size; j++) yield [id, j + 1, LABEL_CODE[truth[index]], instanceLabels[start + j]];
  }
  return { columns: TABLES.truth, rows: rows() };
}
