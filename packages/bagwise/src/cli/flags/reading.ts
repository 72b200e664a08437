import { type Command, InvalidArgumentError, Option } from "commander";
import type { BagSet } from "../../bags/bag-set.js";
import { groupCopies } from "../../bags/copies/group-copies.js";
import { count, InputError, quote } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { FormatName, Missing, ReadOptions } from "../../format/format.js";
import { FORMATS } from "../../format/formats.js";
import { stdinSource } from "../../node/file-source.js";
import { readBags } from "../../node/read-bags.js";
import { terminal } from "../terminal.js";
import { progressLine } from "../text/progress.js";

const AUTO = "auto";
const NONE = "none";

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
    .option(
      "--groups <choice>",
      "auto finds near-copies of bags and keeps them together in a split, besides --group; none does not (default: none)",
    )
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

/**
 * Reads a file as the flags say, with a progress line when it takes long, and keeps copies together
 * where that is wished; notes are returned, not printed.
 */
export async function readWithFlags(path: string, flags: ReadingFlags): Promise<{ bags: BagSet; notes: Note[] }> {
  const notes: Note[] = [];
  const progress = progressLine(`reading ${path}`);
  const options: ReadOptions = {
    ...flags,
    group: flags.group ?? columnOf(flags.groups),
    onNote: (note) => notes.push(note),
    onProgress: ({ bytes, total }) => progress.update(bytes, total),
  };
  const bags = await readBags(path === "-" ? stdinSource(terminal().stdin) : path, options)
    .catch((error: unknown) => {
      throw groupsError(error, flags) ?? error;
    })
    .finally(() => progress.end());
  return flags.groups === AUTO ? keptTogether(bags, notes) : { bags, notes };
}

/** Earlier versions had `--groups` as another name of `--group`. */
function columnOf(groups: string | undefined): string | undefined {
  return groups === AUTO || groups === NONE ? undefined : groups;
}

/** A slip in `--groups` reads as a column that is not there. */
function groupsError(error: unknown, { group, groups }: ReadingFlags): InputError | undefined {
  const column = group === undefined ? columnOf(groups) : undefined;
  if (column === undefined || !(error instanceof InputError) || error.code !== "no-such-column") return undefined;
  if (!error.complaint.includes(quote(column))) return undefined;
  return new InputError({
    code: error.code,
    message: `--groups is ${quote(column)}, which is neither auto nor none nor a column`,
    remedy: `Give auto or none, or the column with --group. ${error.remedy}`,
    where: error.where,
  });
}

function keptTogether(bags: BagSet, notes: readonly Note[]): { bags: BagSet; notes: Note[] } {
  const { bags: grouped, clusters, notes: found } = groupCopies(bags);
  const copies = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  const message =
    copies === 0
      ? "--groups auto: no near-copies were found, so the groups stay as they are"
      : `--groups auto: ${count(copies, "bag")} in ${count(clusters.length, "set")} of near-copies are kept together`;
  // That there are copies is said already.
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
