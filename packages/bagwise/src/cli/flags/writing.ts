import type { BagSet } from "@bagwise/core/bags";
import {
  type EncodeOptions,
  encodeBags,
  type FormatName,
  formatToWrite,
  WRITABLE_FORMATS,
  type WriteOptions,
} from "@bagwise/files";
import { type Command, Option } from "commander";
import { writeBags } from "../../node/files/write-bags.js";
import { withFlagNames, withFlags } from "./options.js";
import { addForceFlag, type ForceFlag } from "./outputs.js";
import { printPieces } from "./table-out.js";

/** The flags of every command that writes bags. */
export interface WritingFlags extends Pick<WriteOptions, "rows">, ForceFlag {
  readonly to?: FormatName | undefined;
}

/** Adds the flags that say how to write a file of bags. */
export function addWritingFlags(command: Command): Command {
  return addForceFlag(command)
    .addOption(
      new Option("--to <name>", "format to write (default: by the file extension)").choices(
        WRITABLE_FORMATS.map((format) => format.name),
      ),
    )
    .addOption(
      new Option("--rows <what>", "what a row holds, in ARFF, JSON Lines and Parquet")
        .choices(["instances", "bags"])
        .default("instances"),
    );
}

/**
 * The format to write to this path. Call it before the work, so that a name without a known
 * extension fails at once.
 */
export function formatFor(path: string, { to }: WritingFlags): FormatName {
  try {
    return path === "-" ? (to ?? "csv") : formatToWrite(path, to).name;
  } catch (error) {
    throw withFlags(error, { format: "to" });
  }
}

/** Writes bags to a file, or to the terminal's standard output for -. */
export async function writeWithFlags(bags: BagSet, path: string, options: EncodeOptions): Promise<void> {
  await withFlagNames(() => (path === "-" ? printPieces(encodeBags(bags, options)) : writeBags(bags, path, options)));
}
