import { type Command, InvalidArgumentError, Option } from "commander";
import type { BagSet } from "../bags/bag-set.js";
import type { Note } from "../base/note.js";
import type { FormatName, Missing, ReadOptions } from "../format/format.js";
import { FORMATS } from "../format/formats.js";
import { readBags } from "../node/read-bags.js";
import { progressLine } from "./progress.js";

/** The flags of every command that reads bags, as commander hands them over. */
export interface ReadingFlags {
  readonly format?: FormatName;
  readonly bag?: string;
  readonly label?: string;
  readonly group?: string;
  readonly groups?: string;
  readonly ignore?: readonly string[];
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly missing: Missing;
  readonly positive?: readonly string[];
  readonly unlabeled?: readonly string[];
  readonly negative?: readonly string[];
}

/** Adds the flags that say how to read a file. */
export function addReadingFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--format <name>", "what the file is, instead of recognising it").choices(
        FORMATS.map((format) => format.name),
      ),
    )
    .option("--bag <column>", "the column that names the bag, by name or number (default: guessed)")
    .option(
      "--label <column>",
      "the column with the label: 1 positive, 0 or blank unlabeled, -1 negative (default: guessed)",
    )
    .option(
      "--group <column>",
      "the column with what must stay together in a split, or none (default: one called group)",
    )
    .addOption(new Option("--groups <column>", "the same as --group").hideHelp())
    .option("--ignore <columns>", "columns to leave out, separated by commas", list)
    .option("--header", "the first line names the columns (default: decided by looking)")
    .option("--no-header", "the first line is data already")
    .option(
      "--delimiter <character>",
      'what stands between fields, such as ";" or tab (default: found by looking)',
      delimiter,
    )
    .addOption(
      new Option("--missing <choice>", "what to do with missing values")
        .choices(["error", "drop", "median"])
        .default("error"),
    )
    .option("--positive <values>", "label values that mean positive; * means every other value", list)
    .option("--unlabeled <values>", "label values that mean unlabeled", list)
    .option("--negative <values>", "label values that mean negative", list);
}

/** Reads a file as the flags say, with a progress line when it takes long; notes are returned, not printed. */
export async function readWithFlags(path: string, flags: ReadingFlags): Promise<{ bags: BagSet; notes: Note[] }> {
  const notes: Note[] = [];
  const progress = progressLine(`reading ${path}`);
  const options: ReadOptions = {
    ...flags,
    group: flags.group ?? flags.groups,
    onNote: (note) => notes.push(note),
    onProgress: ({ bytes, total }) => progress.update(bytes, total),
  };
  try {
    return { bags: await readBags(path, options), notes };
  } finally {
    progress.end();
  }
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
