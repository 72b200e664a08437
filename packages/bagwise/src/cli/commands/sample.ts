import { InputError, quote, version } from "@bagwise/core/base";
import { writeAtomically } from "@bagwise/engines/disk";
import { Command } from "commander";
import { SAMPLES, sampleFile } from "../../node/samples.js";
import { addForceFlag, checkOutputs, type ForceFlag } from "../flags/outputs.js";
import { print, printJson } from "../text/output.js";

const EXAMPLES = `
Samples: ${SAMPLES.map(({ name, title }) => `\n  ${name.padEnd(10)}${title}`).join("")}

Examples:
  $ bagwise sample letters                          write letters.csv
  $ bagwise sample letters --truth truth.csv        and the true labels, to check a ranking with`;

interface SampleFlags extends ForceFlag {
  readonly out?: string;
  readonly truth?: string;
  readonly json?: boolean;
}

/** `bagwise sample NAME`: a file of raw things to try bagwise on. */
export function sampleCommand(): Command {
  const command = new Command("sample")
    .description("write a small file of texts or molecules to try things on")
    .argument("<name>", `which one: ${SAMPLES.map(({ name }) => name).join(", ")}`)
    .option("-o, --out <file>", "file to write (default: the name of the sample)")
    .option("--truth <file>", "also write the true labels to this file");
  return addForceFlag(command)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(sample);
}

async function sample(name: string, flags: SampleFlags): Promise<void> {
  const found = SAMPLES.find((each) => each.name === name);
  if (found === undefined)
    throw new InputError({
      code: "unknown-sample",
      message: `there is no sample ${quote(name)}`,
      remedy: `The samples are ${SAMPLES.map((each) => each.name).join(", ")}.`,
    });
  const { out = found.file, truth, json = false } = flags;
  await checkOutputs({ "--out": { path: out, as: "bags" }, "--truth": { path: truth, as: "table" } }, {}, flags);
  await writeAtomically(out, [await sampleFile(found.file)]);
  if (truth !== undefined) await writeAtomically(truth, [await sampleFile(found.truth)]);
  if (json) {
    printJson({ bagwise: version, sample: name, file: out, truth: truth ?? null });
    return;
  }
  print(
    `${found.title}: written to ${out}.`,
    ...(truth === undefined ? [] : [`The true labels are in ${truth}.`]),
    `Next: bagwise train ${out} --out ${out.replace(/\.\w+$/, "")}.model`,
  );
}
