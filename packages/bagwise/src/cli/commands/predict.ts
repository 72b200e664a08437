import { count, InputError, version } from "@bagwise/core/base";
import { countedNotes, joinedCounts, type ScoreCounts } from "@bagwise/core/judge";
import { LEARNERS, namesOf } from "@bagwise/core/learners";
import type { OutputTable } from "@bagwise/files/table";
import { Command, Option } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { databaseOf } from "../../node/files/read-bags.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readFiles } from "../flags/reading.js";
import { scoredParts } from "../flags/scored-parts.js";
import { safeCsvOption, writeTablesOut } from "../flags/table-out.js";
import { WORKERS_HELP, workersOrCores } from "../flags/workers.js";
import { print, printJson } from "../text/output.js";
import { predictionForPrograms, predictionTable } from "../text/prediction-tables.js";
import { thresholdSentence } from "../text/threshold.js";
import { noteLines } from "../text/training.js";
import { verdictSentence } from "../text/verdict.js";

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
  await checkOutputs({ "--out": { path: out, as: "table" } }, readFiles(path, file, flags), flags);
  const model = await loadModel(path);
  if (instances && !model.scoresInstances) throw scoresBags(path, model.card.learner);
  const isDatabase = (await databaseOf(file)) !== undefined;
  refuseInto(file, flags, isDatabase);
  if (flags.into !== undefined) {
    const { predictInto } = await import("./predict-into.js");
    const rows = { instances, witness };
    return await predictInto(model, { path, file, into: flags.into, flags: { ...reading, json }, rows });
  }
  const reasons = witness ? { features: json ? 1 : 0 } : undefined;
  const {
    result: { counts, positive, held },
    notes: read,
  } = await scoredParts(model, file, reading, { workers, instances, reasons }, async ({ parts, holds }) => {
    const counts: ScoreCounts[] = [];
    const held: object[] = [];
    let positive = 0;
    let columns: readonly string[] | undefined;
    async function* tables(): AsyncGenerator<OutputTable> {
      for await (const part of parts) {
        counts.push(part.counts());
        positive += part.answers.filter(({ predicted }) => predicted === "positive").length;
        if (json) for (const i of part.answers.keys()) held.push(predictionForPrograms(part, i));
        const table = predictionTable(part);
        // Whether a text belongs to the bag may look different in another part of a database.
        columns ??= table.columns;
        yield { columns, rows: withColumns(table, columns) };
      }
    }
    if (json && out === "-") for await (const _ of tables());
    else await writeTablesOut(out, tables(), { safe, holds });
    return { counts, positive, held };
  });
  const all = joinedCounts(counts);
  const notes = [...read, ...countedNotes(all)];
  if (json) {
    const { threshold = null } = model.card;
    printJson({ bagwise: version, model: path, file, threshold, bags: held, notes });
  } else if (out !== "-")
    print(
      `${count(all.size, "bag")} scored, ${positive} predicted positive; written to ${out}.`,
      ...verdictSentence(model.card),
      ...thresholdSentence(model),
      ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
    );
}

/** The rows of a table in these columns. */
function withColumns(table: OutputTable, columns: readonly string[]): OutputTable["rows"] {
  const at = columns.map((name) => table.columns.indexOf(name));
  if (at.length === table.columns.length && at.every((k, c) => k === c)) return table.rows;
  return Array.from(table.rows, (row) => at.map((k) => row[k] ?? null));
}

/** Throws an InputError for flags of databases that would change nothing. */
function refuseInto(file: string, { into, inDatabase, keepScores }: PredictFlags, isDatabase: boolean): void {
  if (!isDatabase && (into !== undefined || inDatabase || keepScores))
    throw new InputError({
      code: "option",
      message: "--into, --in-database and --keep-scores are for databases, and this is a file",
      remedy: "Write the scores to a file with --out.",
      where: { file },
    });
  if (into === undefined && (inDatabase || keepScores))
    throw new InputError({
      code: "option",
      message: `${inDatabase ? "--in-database" : "--keep-scores"} is given without --into`,
      remedy: "Name the table for the scores with --into.",
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
