import { type BagSet, type DecimalSign, groupCopies, MISSING_WAYS, type Missing } from "@bagwise/core/bags";
import { count, InputError, type Note } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { stdinSource } from "@bagwise/engines/disk";
import { FORMATS, type FormatName, type Input, type ReadOptions, recalledNote, type Survey } from "@bagwise/files";
import { describeEncoders, type EncodeOptions, INVALID_WAYS } from "@bagwise/files/encode";
import { type Command, InvalidArgumentError, Option } from "commander";
import { databaseOf, readBags, surveyBags } from "../../node/files/read-bags.js";
import { terminal } from "../terminal.js";
import { progressLine } from "../text/progress.js";
import { addDescribedFlags, withFlagNames } from "./options.js";

/** The flags of every command that reads bags, as commander hands them over. */
export interface ReadingFlags extends Pick<EncodeOptions, "encoder" | "invalid"> {
  readonly format?: FormatName;
  readonly bag?: string;
  readonly label?: string;
  readonly labels?: string;
  readonly group?: string;
  readonly groups: "auto" | "none";
  readonly ignore?: readonly string[];
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly missing?: Missing;
  readonly use?: readonly string[];
  readonly show?: readonly string[];
  readonly decimal?: DecimalSign;
  readonly na?: readonly string[];
  readonly encoding?: string;
  readonly sheet?: string;
  readonly positive?: readonly string[];
  readonly unlabeled?: readonly string[];
  readonly negative?: readonly string[];
  readonly table?: string;
  readonly query?: string;
  readonly long?: boolean;
  readonly instanceColumn?: string;
  readonly featureColumn?: string;
  readonly valueColumn?: string;
  readonly trainBags?: number;
  /** No flag: the bags that a command has found to be those to show. */
  readonly onlyBags?: readonly string[];
  readonly timeout?: number;
}

/** The flag of commands that read a file without a model, which would remember it. */
export interface NestedFlags extends EncodeOptions {
  readonly sparse?: boolean;
  readonly instances?: string;
  /** A column that is needed although it looks like no measurement. */
  readonly propensity?: string | undefined;
}

/** Adds the flags that say what the instances of a bag are, if that is not one row each. */
export function addNestedFlag(command: Command): Command {
  command.option("--sparse", "svmlight: take all features as one block, mostly 0 (default: by their number)");
  command.option("--no-sparse", "svmlight: take each feature as a column");
  command.option("--instances <column>", "column with the list of instances of each bag, in JSON and Parquet");
  for (const { title, options } of describeEncoders()) {
    // Encoders may share an option, and some are flags of every command that reads.
    const known = new Set(command.options.map((option) => option.attributeName()));
    const own = options.filter(({ name }) => !known.has(name));
    addDescribedFlags(command, own, { group: `${title.slice(0, title.indexOf(":"))}:` });
  }
  return command;
}

/** The files that a command on a model and its bags reads, for `checkOutputs`. */
export function readFiles(
  model: string,
  bags: string | undefined,
  { labels, encoder }: Pick<ReadingFlags, "labels" | "encoder">,
): Readonly<Record<string, string | undefined>> {
  return { "the model": model, "the file of bags": bags, "the file of labels": labels, "the encoder": encoder };
}

/** Adds the flags that say how to read a file. */
export function addReadingFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--format <name>", "format of the file (default: detected)").choices(
        FORMATS.map((format) => format.name),
      ),
    )
    .option("--bag <column>", "column with the bag ids, by name or number (default: guessed)")
    .option(
      "--label <column>",
      "column with the labels: 1 positive, 0 or blank unlabeled, -1 negative (default: guessed)",
    )
    .option("--labels <file>", "file of its own with a column of bag ids and one of labels")
    .option(
      "--group <column>",
      "column of groups that stay together in a split, or none (default: a column called group)",
    )
    .addOption(
      new Option("--groups <choice>", "auto also keeps near-copies of bags together in a split")
        .choices(["auto", "none"])
        .default("none"),
    )
    .option("--ignore <columns>", "columns to leave out, comma-separated", list)
    .option("--header", "the first line names the columns (default: detected)")
    .option("--no-header", "the first line is data")
    .option("--delimiter <character>", 'field separator, such as ";" or tab (default: detected)', delimiter)
    .addOption(
      new Option("--missing <choice>", "what to do with missing values (default: error, or as the model)").choices([
        ...MISSING_WAYS,
      ]),
    )
    .option("--na <words>", "words that mean a missing value, besides blank, ?, NA, NaN and null", list)
    .option("--use <columns>", "columns to use although they look like dates, row numbers, ids or the label", list)
    .option("--show <columns>", "columns to show with each bag, such as a text (default: columns of text)", list)
    .addOption(new Option("--decimal <sign>", "decimal sign of numbers (default: guessed)").choices([".", ","]))
    .option("--encoding <name>", "encoding of text, such as latin1 or utf-16le (default: UTF-8, or guessed)")
    .option("--sheet <sheet>", "sheet of a workbook, by name or number (default: the first)")
    .option("--positive <values>", "label values that mean positive; * for all other values", list)
    .option("--unlabeled <values>", "label values that mean unlabeled", list)
    .option("--negative <values>", "label values that mean negative", list)
    .addOption(new Option("--invalid <choice>", INVALID_HELP).choices([...INVALID_WAYS]))
    .option("--encoder <file>", ENCODER_HELP)
    .addOption(database("--table <name>", "table or view to read, such as schema.table (default: the only one)"))
    .addOption(database("--query <sql>", "query that gives the rows, instead of a table"))
    .addOption(database("--long", "the rows are in long form: one for each bag, instance and feature"))
    .addOption(database("--instance-column <column>", "long form: what tells instances apart (default: instance)"))
    .addOption(database("--feature-column <column>", "long form: the names of the features (default: feature)"))
    .addOption(database("--value-column <column>", "long form: the values (default: value)"))
    .addOption(
      database(
        "--train-bags <number>",
        "how many bags to read at most: all positives, and of the others a sample by a hash (default: what fits in 2 GB, at most 5,000; rank and predict read all)",
      ).argParser((text) => wholeFrom(2, text)),
    )
    .addOption(
      database("--timeout <seconds>", "how long one statement may take (default: 600)").argParser((text) =>
        wholeFrom(1, text),
      ),
    );
}

/** A flag for sources that are databases. */
function database(flags: string, help: string): Option {
  return new Option(flags, help).helpGroup("Databases:");
}

function wholeFrom(least: number, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
}

/** What a model remembers, and what may be different where it is used: files move, and new ones are broken. */
const INVALID_HELP = "what to do with a molecule or photo that cannot be read (default: error, or as the model)";
const ENCODER_HELP = "your own ONNX model that describes regions of photos (default: none, or where it was)";

/**
 * Reads a file as the flags say, with a progress line if it takes long, and keeps copies together
 * if you asked for that. Bags for a model are read as those it was trained on, unless flags say
 * otherwise, with its medians where values are missing. Notes are returned, not printed.
 */
export async function readWithFlags(
  path: string,
  flags: ReadingFlags & NestedFlags,
  model?: Pick<Model, "medians" | "card">,
): Promise<{ bags: BagSet; notes: Note[] }> {
  const { options, notes } = optionsOf(flags, model);
  await refuseDatabaseFlags(path, flags);
  const bags = await withProgress(path, (source, more) => readBags(source, { ...options, ...more }));
  return flags.groups === "auto" ? keptTogether(bags, notes) : { bags, notes };
}

/** The options that flags mean, for a model if there is one; notes are collected. */
export function optionsOf(
  flags: ReadingFlags & NestedFlags,
  model?: Pick<Model, "medians" | "card">,
): { options: ReadOptions; notes: Note[] } {
  const recipe = model?.card.recipe;
  const notes: Note[] = recipe === undefined ? [] : [recalledNote(recipe, { labels: flags.labels !== undefined })];
  const options: ReadOptions = {
    ...flags,
    ...(flags.propensity !== undefined && { use: [...(flags.use ?? []), flags.propensity] }),
    ...(model && { medians: model.medians, recipe }),
    onNote: (note) => notes.push(note),
  };
  return { options, notes };
}

/** Throws an InputError for flags of databases beside a file, where they would change nothing. */
async function refuseDatabaseFlags(path: string, flags: ReadingFlags): Promise<void> {
  const { table, query, trainBags, long, instanceColumn, featureColumn, valueColumn } = flags;
  const given = Object.entries({
    "--table": table,
    "--query": query,
    "--train-bags": trainBags,
    "--long": long,
    "--instance-column": instanceColumn,
    "--feature-column": featureColumn,
    "--value-column": valueColumn,
  });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined || (await databaseOf(path)) !== undefined) return;
  throw new InputError({
    code: "option",
    message: `${flag} is for databases, and this is a file`,
    remedy: `Leave it out, or write duckdb:${path} to read the file through DuckDB.`,
    where: { file: path },
  });
}

/** Surveys a file as the flags say, with a progress line if it takes long. */
export async function surveyWithFlags(path: string, flags: ReadingFlags & NestedFlags): Promise<Survey> {
  await refuseDatabaseFlags(path, flags);
  const survey = await withProgress(path, (source, more) => surveyBags(source, { ...flags, ...more }));
  if (survey.bags === undefined || flags.groups !== "auto") return survey;
  return { ...survey, ...keptTogether(survey.bags, survey.notes) };
}

/** Reads a file, or the terminal's standard input for -, once or several times. */
async function withProgress<Result>(
  path: string,
  read: (source: Input, more: Pick<ReadOptions, "onProgress" | "onEncoded">) => Promise<Result>,
): Promise<Result> {
  let progress = progressLine(`reading ${path}`);
  let before = 0;
  const onProgress: ReadOptions["onProgress"] = ({ bytes, total }) => {
    if (bytes < before) {
      progress.end();
      progress = progressLine(`looking for problems in ${path}`);
    }
    before = bytes;
    progress.update(bytes, total);
  };
  let encoded = 0;
  const onEncoded: ReadOptions["onEncoded"] = (done, total) => {
    if (done <= encoded || encoded === 0) {
      progress.end();
      progress = progressLine(`encoding ${path}`);
    }
    encoded = done;
    progress.update(done, total);
  };
  const source = path === "-" ? stdinSource(terminal().stdin) : path;
  return await withFlagNames(() => read(source, { onProgress, onEncoded })).finally(() => progress.end());
}

function keptTogether(bags: BagSet, notes: readonly Note[]): { bags: BagSet; notes: Note[] } {
  const { bags: grouped, clusters, notes: found } = groupCopies(bags);
  const copies = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  const message =
    copies === 0
      ? "--groups auto: no near-copies found, so the groups stay as they are"
      : `--groups auto: ${count(copies, "bag")} in ${count(clusters.length, "set")} of near-copies are kept together`;
  // This message already says that there are copies.
  const others = found.filter(({ code }) => code !== "near-duplicates");
  return { bags: grouped, notes: [...notes, { code: "copies-grouped", message }, ...others] };
}

function list(value: string, before: readonly string[] = []): string[] {
  // A blank is a value of its own: `--unlabeled ""`.
  return [...before, ...value.split(",").map((part) => part.trim())];
}

function delimiter(value: string): string {
  const named = { tab: "\t", "\\t": "\t", space: " " }[value] ?? value;
  if (named.length === 1 && named.charCodeAt(0) < 128 && !/["\r\n\w.+-]/.test(named)) return named;
  throw new InvalidArgumentError(
    "It must be one ASCII character that is neither a quote nor part of a number, or the word tab.",
  );
}
