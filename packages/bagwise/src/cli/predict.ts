import { Command } from "commander";
import { count } from "../base/errors.js";
import { version } from "../base/version.js";
import { decimal, textPieces } from "../format/text-pieces.js";
import { csvField } from "../format/to-csv.js";
import type { Prediction } from "../model/index.js";
import { loadModel } from "../node/model-file.js";
import { writeAtomically } from "../node/write-atomically.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "./reading.js";
import { print, printJson } from "./style.js";
import { withinFile } from "./within-file.js";

const EXAMPLES = `
Examples:
  $ bagwise predict actives.model new-library.parquet
  $ bagwise predict actives.model new-library.parquet --out scores.csv
  $ bagwise predict actives.model new-library.parquet --json`;

interface PredictFlags extends ReadingFlags {
  readonly out?: string;
  readonly json?: boolean;
}

/** `bagwise predict MODEL FILE`: id, score, answer and probability of every bag. */
export function predictCommand(): Command {
  const command = new Command("predict")
    .description("score the bags of a file with a model")
    .argument("<model>", "a model file")
    .argument("<file>", "the bags, or - for standard input");
  return addReadingFlags(command)
    .option("--out <file>", "write a CSV instead of printing it")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(predict);
}

async function predict(path: string, file: string, { out, json, ...flags }: PredictFlags): Promise<void> {
  const model = await loadModel(path);
  const { bags } = await readWithFlags(file, flags);
  const predictions = await withinFile(file, () => model.predict(bags));
  if (out !== undefined) await writeAtomically(out, textPieces(rows(predictions)));
  if (json) printJson({ bagwise: version, model: path, file, bags: predictions });
  else if (out === undefined) for (const row of rows(predictions)) process.stdout.write(row);
  else {
    const positive = predictions.filter(({ label }) => label === "positive").length;
    print(`${count(predictions.length, "bag")} scored, ${positive} predicted positive; written to ${out}.`);
  }
}

function* rows(predictions: readonly Prediction[]): Generator<string> {
  yield "id,score,label,posterior\n";
  for (const { id, score, label, posterior } of predictions) {
    yield `${csvField(id)},${decimal(score)},${label},${posterior === null ? "" : decimal(posterior)}\n`;
  }
}
