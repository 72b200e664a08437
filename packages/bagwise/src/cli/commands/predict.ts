import { count, InputError, type Note, version, withinFile } from "@bagwise/core/base";
import { countedNotes, joinedCounts, type ScoreCounts, scoreCounts, scoreNotes } from "@bagwise/core/judge";
import { LEARNERS, namesOf } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import type { OutputTable, OutputValue } from "@bagwise/files/table";
import { Command, Option } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { databaseOf } from "../../node/files/read-bags.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { joinedNotes, partsWithFlags } from "../flags/parts.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { safeCsvOption } from "../flags/safe-csv.js";
import { writeTableOut, writeTablesOut } from "../flags/table-out.js";
import { WORKERS_HELP, workersOrCores } from "../flags/workers.js";
import { explainWithProgress } from "../text/explain-with-progress.js";
import { predictionForPrograms, predictionTable } from "../text/prediction-tables.js";
import { print, printJson } from "../text/style.js";
import { thresholdSentence } from "../text/threshold.js";
import { noteLines } from "../text/training.js";
import { verdictSentence } from "../text/verdict.js";
import { predictFile } from "./predict-file.js";

const EXAMPLES = `
Examples:
  $ bagwise predict actives.model new-library.parquet
  $ bagwise predict actives.model new-library.parquet -o scores.csv
  $ bagwise predict actives.model new-library.parquet -o scores.xlsx                 or .jsonl, .json, .parquet, .arrow
  $ bagwise predict actives.model new-library.parquet -o scores.csv --safe-csv       for a spreadsheet
  $ bagwise predict actives.model new-library.parquet --witness       which instance is behind each score
  $ bagwise predict actives.model new-library.parquet --json
  $ bagwise predict actives.model postgres://me@host/db --table conformers --into scores
  $ bagwise predict lsdd.model new-library.parquet --instances        for methods that score instances`;

interface PredictFlags extends ReadingFlags, ForceFlag {
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly instances?: boolean;
  readonly witness?: boolean;
  readonly json?: boolean;
  readonly into?: string;
  readonly inDatabase?: boolean;
  readonly keepScores?: boolean;
  readonly workers?: string;
}

/** `bagwise predict MODEL FILE`: the score, answer and probability of every bag. */
export function predictCommand(): Command {
  const command = new Command("predict")
    .description("score every bag of a file")
    .argument("<model>", "a model file")
    .argument("<file>", "file of bags, or - for standard input");
  return addForceFlag(
    addReadingFlags(command).addOption(
      outOption("file", "write the scores to this file, in the format that its name ends like (default: CSV, printed)"),
    ),
  )
    .addOption(safeCsvOption())
    .option("--instances", `one row per instance, for methods that score instances (${scoringInstances()})`)
    .option("--witness", "add the instance behind each score and its contribution")
    .addOption(
      new Option("--into <table>", "write the scores to this table of the database, such as schema.scores").helpGroup(
        "Databases:",
      ),
    )
    .addOption(
      new Option(
        "--in-database",
        "with --into: let the database compute the scores, with the model as a query",
      ).helpGroup("Databases:"),
    )
    .addOption(
      new Option(
        "--keep-scores",
        "with --into: go on with the scores of a run that was stopped, though the table has changed since",
      ).helpGroup("Databases:"),
    )
    .option("--workers <number>", WORKERS_HELP)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(predict);
}

async function predict(path: string, file: string, flags: PredictFlags): Promise<void> {
  const { out = "-", safeCsv: safe = false, instances = false, witness = false, json = false, ...others } = flags;
  const { workers: asked, ...reading } = others;
  const workers = workersOrCores(asked);
  if (witness && instances)
    throw new InputError({
      code: "option",
      message: "--witness and --instances cannot both be given",
      remedy: "Leave one out: --instances marks the witness of every bag as its key instance.",
    });
  await checkOutputs(
    { "--out": { path: out, as: "table" } },
    { "the model": path, "the file of bags": file, "the file of labels": flags.labels, "the encoder": flags.encoder },
    flags,
  );
  const model = await loadModel(path);
  if (instances && !model.scoresInstances) throw scoresBags(path, model.card.learner);
  if ((await databaseOf(file)) !== undefined)
    return await predictDatabase(model, { path, file, flags, rows: { instances, witness } });
  if (flags.into !== undefined || flags.inDatabase || flags.keepScores) throw notDatabase(file);
  const rows = { instances, witness };
  const done = await predictFile(model, { file, reading, workers, out, safe, json, rows });
  if ("result" in done) {
    const { bags, positive, held, scoreNotes: scored } = done.result;
    const all = [...done.notes, ...scored];
    if (json) printPredictions(model, { path, file, bags: held, notes: all });
    else if (out !== "-") printCounts(model, { bags, positive, out, notes: all });
    return;
  }
  const { bags, notes: read } = await readWithFlags(file, reading, model);
  const predictions = await withinFile(file, () => model.predict(bags, { heldOut: true }));
  const notes = [...done.whole, ...read, ...scoreNotes(model, bags, predictions)];
  const reasons = witness
    ? await explainWithProgress(model, bags, file, { features: json ? 1 : 0, workers })
    : undefined;
  const scored = instances ? (model.instances(bags) ?? []) : undefined;
  const more = { reasons, scored };
  if (out !== "-" || !json) await writeTableOut(out, predictionTable(bags, predictions, more), { safe });
  if (json) {
    const all = predictions.map((prediction, i) => predictionForPrograms(bags, i, prediction, more));
    printPredictions(model, { path, file, bags: all, notes });
  } else if (out !== "-") {
    const positive = predictions.filter(({ predicted }) => predicted === "positive").length;
    printCounts(model, { bags: predictions.length, positive, out, notes });
  }
}

function printPredictions(
  model: Model,
  { path, file, bags, notes }: { path: string; file: string; bags: readonly object[]; notes: readonly Note[] },
): void {
  const { threshold = null } = model.card;
  printJson({ bagwise: version, model: path, file, threshold, bags, notes });
}

function printCounts(
  model: Model,
  { bags, positive, out, notes }: { bags: number; positive: number; out: string; notes: readonly Note[] },
): void {
  print(
    `${count(bags, "bag")} scored, ${positive} predicted positive; written to ${out}.`,
    ...verdictSentence(model.card),
    ...thresholdSentence(model),
    ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
  );
}

/** Scores the bags of a database part by part, so that the memory does not grow with the table. */
async function predictDatabase(
  model: Model,
  given: { path: string; file: string; flags: PredictFlags; rows: { instances: boolean; witness: boolean } },
): Promise<void> {
  const { path, file, flags, rows: wanted } = given;
  const { out = "-", safeCsv: safe = false, json = false, into, instances: _i, witness: _w, ...reading } = flags;
  if ((flags.inDatabase || flags.keepScores) && into === undefined)
    throw new InputError({
      code: "option",
      message: `${flags.inDatabase ? "--in-database" : "--keep-scores"} is given without --into`,
      remedy: "Name the table for the scores with --into.",
      where: { file },
    });
  if (into !== undefined) {
    const { predictInto } = await import("./predict-into.js");
    return await predictInto(model, { path, file, into, flags: { ...reading, json }, rows: wanted });
  }
  const { parts, notes } = partsWithFlags(file, reading, model);
  const counts: ScoreCounts[] = [];
  let positive = 0;
  const held: object[] = [];
  let columns: readonly string[] | undefined;
  async function* tables(): AsyncGenerator<OutputTable> {
    for await (const bags of parts) {
      const predictions = await withinFile(file, () => model.predict(bags, { heldOut: true }));
      counts.push(scoreCounts(model, bags, predictions));
      positive += predictions.filter(({ predicted }) => predicted === "positive").length;
      const reasons = wanted.witness ? await explainWithProgress(model, bags, file, { features: 0 }) : undefined;
      const scored = wanted.instances ? (model.instances(bags) ?? []) : undefined;
      if (json)
        for (const [i, prediction] of predictions.entries())
          held.push(predictionForPrograms(bags, i, prediction, { reasons, scored }));
      const table = predictionTable(bags, predictions, { reasons, scored });
      // Whether a text belongs to the bag may look different in another part.
      columns ??= table.columns;
      yield { columns, rows: likeFirst(table, columns) };
    }
  }
  if (json && out === "-") for await (const _ of tables());
  else await writeTablesOut(out, tables(), { safe });
  const scored = joinedCounts(counts);
  const all = [...joinedNotes(notes), ...countedNotes(scored)];
  if (json) printPredictions(model, { path, file, bags: held, notes: all });
  else if (out !== "-") printCounts(model, { bags: scored.size, positive, out, notes: all });
}

/** The rows with the columns of the first part. */
function* likeFirst(table: OutputTable, columns: readonly string[]): Generator<readonly OutputValue[]> {
  const at = columns.map((name) => table.columns.indexOf(name));
  for (const row of table.rows) yield at.map((k) => row[k] ?? null);
}

function notDatabase(file: string): InputError {
  return new InputError({
    code: "option",
    message: "--into, --in-database and --keep-scores are for databases, and this is a file",
    remedy: "Write the scores to a file with --out.",
    where: { file },
  });
}

function scoringInstances(): string {
  return namesOf(LEARNERS.filter(({ description }) => description.scoresInstances));
}

function scoresBags(path: string, learner: string): InputError {
  return new InputError({
    code: "no-instance-scores",
    message: `the method of this model, ${learner}, scores whole bags and not instances`,
    remedy: `Leave out --instances, or train with a method that scores instances: ${scoringInstances()}.`,
    where: { file: path },
  });
}
