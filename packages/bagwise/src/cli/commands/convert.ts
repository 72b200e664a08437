import { summarise } from "@bagwise/core/bags";
import { count, type Note, version } from "@bagwise/core/base";
import { FORMATS } from "@bagwise/files";
import { Command } from "commander";
import { flagsIn } from "../flags/options.js";
import { checkOutputs } from "../flags/outputs.js";
import { addNestedFlag, addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { addWritingFlags, formatFor, type WritingFlags, writeWithFlags } from "../flags/writing.js";
import { print, printJson, say } from "../text/output.js";

const EXAMPLES = `
Formats: ${FORMATS.map((format) => `\n  ${format.name.padEnd(10)}${format.title} (${format.extensions.map((extension) => `.${extension}`).join(", ")})`).join("")}
  Add .gz to the name to compress any of them. Those of molecules are only read.

Examples:
  $ bagwise convert bags.csv bags.parquet
  $ bagwise convert clean1.data musk1.csv.gz
  $ bagwise convert bags.csv bags.arff --rows bags       WEKA's multi-instance layout
  $ bagwise convert old.csv new.csv --positive active --unlabeled '*'
  $ bagwise convert bags.parquet - | head`;

interface ConvertFlags extends ReadingFlags, WritingFlags {
  readonly json?: boolean;
}

/** `bagwise convert IN OUT`: the same bags in another format. */
export function convertCommand(): Command {
  const command = new Command("convert")
    .description("convert a file of bags to another format")
    .argument("<in>", "file to read, or - for standard input")
    .argument("<out>", "file to write, or - for standard output");
  return addWritingFlags(addNestedFlag(addReadingFlags(command)))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(convert);
}

async function convert(from: string, into: string, { to, rows, json, force, ...flags }: ConvertFlags): Promise<void> {
  const format = formatFor(into, { to });
  const output = { path: into, as: "bags" } as const;
  await checkOutputs(
    { "the file to write": output },
    { "the file to read": from, "the file of labels": flags.labels, "the encoder": flags.encoder },
    { ...(force && { force }) },
  );
  const { bags, notes } = await readWithFlags(from, flags);
  const losses: Note[] = [];
  await writeWithFlags(bags, into, { format, rows, onNote: (note) => losses.push(note) });
  if (into === "-") {
    for (const note of [...notes, ...losses]) say(`Note: ${flagsIn(note.message)}.`);
    return;
  }
  const { bags: size, instances, features } = summarise(bags);
  if (json)
    printJson({ bagwise: version, from, into, format, bags: size, instances, features, notes: [...notes, ...losses] });
  else {
    print(
      `${count(size, "bag")} (${count(instances, "instance")}, ${count(features, "feature")}) written to ${into} as ${format}.`,
      ...[...notes, ...losses].map((note) => `Note: ${flagsIn(note.message)}.`),
    );
  }
}
