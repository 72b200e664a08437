import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@bagwise/core/base";
import { located } from "@bagwise/engines/disk";

interface FoundFile {
  readonly name: string;
  readonly file: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A folder beside the working folder, for those who have one: nobody else hears of it. */
const BESIDE = join("..", "shared", "data");

/**
 * The folders that may hold the data sets, best first: the one named by `BAGWISE_DATA`, and `data`
 * in the working folder. With `named`, only that one.
 */
export function dataFolders(named?: string, env: Environment = process.env): string[] {
  if (named !== undefined) return [named];
  const beside = existsSync(located(BESIDE)) ? [BESIDE] : [];
  return [...(env.BAGWISE_DATA ? [env.BAGWISE_DATA] : []), ...beside, "data"].map(located);
}

/** The first of `dataFolders` that exists. An InputError with the remedy when none does. */
export function dataFolder(named: string | undefined, env: Environment | undefined, other = ""): string {
  const folders = dataFolders(named, env);
  const folder = folders.find((path) => existsSync(path));
  if (folder !== undefined) return folder;
  throw new InputError({
    code: "no-data",
    message: `there is no folder ${folders.join(", nor ")}`,
    remedy: `Name the folder of labelled files with --data or BAGWISE_DATA. ${other}`.trim(),
  });
}

/** The file `NAME.csv` of a data set in the first folder that has it; undefined when none has. */
export function findDataSet(name: string, folders: readonly string[]): FoundFile | undefined {
  const file = folders.map((folder) => join(folder, `${name}.csv`)).find((path) => existsSync(path));
  return file === undefined ? undefined : { name, file };
}

/** The files of all data sets; an InputError that says where it looked when one is missing. */
export function findDataSets(names: readonly string[], folders: readonly string[]): FoundFile[] {
  const found = names.map((name) => findDataSet(name, folders));
  const absent = names.filter((_, k) => found[k] === undefined);
  if (absent.length > 0) {
    throw new InputError({
      code: "no-data",
      message: `${absent.map((name) => `${name}.csv`).join(", ")} ${absent.length === 1 ? "is" : "are"} not in ${folders.join(", nor in ")}`,
      remedy: "Name the folder with --data or BAGWISE_DATA; `bagwise datasets` says where to get the data.",
    });
  }
  return found.filter((each) => each !== undefined);
}
