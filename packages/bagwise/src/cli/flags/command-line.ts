import { basename, extname } from "node:path";
import type { SuggestedOptions, Survey } from "@bagwise/files";
import { commandLine, flagOf } from "@bagwise/report/page";
import type { NestedFlags, ReadingFlags } from "./reading.js";

/** Flags whose value is a list of columns, which can be named by number as well. */
const COLUMN_LISTS = ["ignore"];

/** `--na=-`: a value that starts with a minus would be taken for a flag. */
function typed([flag]: string[]): string[] {
  return flag === undefined ? [] : [flag.replace(/^(--[\w-]+) (?=['"]?-)/, "$1=")];
}

/**
 * The command that trains on a file, with the flags you gave and those that a survey suggests, as you
 * can type it into a shell.
 */
export function trainCommandLine(
  file: string,
  { groups, header, ...given }: ReadingFlags & NestedFlags,
  { suggested = {}, columns }: Pick<Survey, "suggested" | "columns">,
): string {
  const names = columns.map(({ name }) => name);
  const flags = Object.entries({ ...given, ...suggested } satisfies SuggestedOptions).flatMap(([name, value]) =>
    typed(flagOf(name, COLUMN_LISTS.includes(name) ? numbered(value, names) : value)),
  );
  const plain = file.replace(/^duckdb:/, "").replace(/\.gz$/, "");
  // An address, a glob and standard input are no name for a file.
  const isName = plain !== "-" && !/^\w+(\+\w+)?:\/\/|[*?[]/.test(plain);
  const out = `${isName ? basename(plain, extname(plain)) : "bags"}.model`;
  const named = file.startsWith("-") && file !== "-" ? `./${file}` : file;
  return commandLine(
    ["train", named],
    [
      ...flagOf("out", out),
      ...flags,
      ...(groups === "auto" ? ["--groups auto"] : []),
      ...(header === undefined ? [] : [header ? "--header" : "--no-header"]),
    ],
  );
}

/** Columns whose names a list with commas cannot hold, by number. */
function numbered(value: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((name: string) => {
    const at = names.indexOf(name);
    return at !== -1 && (name.includes(",") || name.trim() !== name) ? String(at + 1) : name;
  });
}
