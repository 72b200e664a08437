import { InputError, version } from "@bagwise/core/base";
import { located } from "@bagwise/engines/disk";
import { checkDataSet, DATA_SETS, type DataSetInfo } from "@bagwise/lab";
import { Command } from "commander";
import type { Downloaded } from "../../experiment/datasets/download/musk.js";
import { dataFolders, findDataSet } from "../../experiment/datasets/find-data.js";
import { readBags } from "../../node/files/read-bags.js";
import { terminal } from "../terminal.js";
import { print, printJson, styled, wrapped } from "../text/output.js";
import { DATA_DEFAULT } from "./flags.js";

const EXAMPLES = `
Examples:
  $ bagwise datasets
  $ bagwise datasets --data ~/mil-data
  $ bagwise datasets --download data          fetches Musk1 and Musk2 from UCI
  $ bagwise experiment paper --data data`;

/** Where to get each data set by hand. */
const UCI_PAGES: Readonly<Record<string, string>> = {
  musk1: "https://archive.ics.uci.edu/dataset/74",
  musk2: "https://archive.ics.uci.edu/dataset/75",
};
const COREL_PAGE = "http://www.cs.columbia.edu/~andrews/mil/datasets.html";

type Found = Awaited<ReturnType<typeof look>>;

interface DatasetsFlags {
  readonly data?: string;
  readonly download?: string;
  readonly json?: boolean;
}

/** `bagwise datasets`: the data sets of the paper, where they are, and whether they are right. */
export function datasetsCommand(): Command {
  return new Command("datasets")
    .description("list the paper's five data sets, check them, and fetch the two that can be fetched")
    .option("--data <folder>", `where to look (${DATA_DEFAULT})`)
    .option("--download <folder>", "fetch Musk1 and Musk2 from the UCI repository into this folder")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(flags: DatasetsFlags): Promise<void> {
  const [data, download] = [flags.data, flags.download].map((path) => path && located(path));
  const downloaded = download === undefined ? [] : await fetchMusk(download);
  const found = dataFolders(data, terminal().env);
  const folders = download === undefined || data !== undefined ? found : [download, ...found];
  const sets = await Promise.all(DATA_SETS.map((info) => look(info, folders)));
  if (flags.json) printJson({ bagwise: version, folders, downloaded, datasets: sets });
  else printSets(sets, downloaded, folders);
  if (data !== undefined) checkSets(data, sets);
}

function printSets(sets: readonly Found[], downloaded: readonly Downloaded[], folders: readonly string[]): void {
  print(
    ...downloaded.map(({ name, file, fetched }) => `${name}: ${fetched ? "written to" : "already in"} ${file}`),
    ...(downloaded.length === 0 ? [] : [""]),
    ...sets.flatMap((set, k) => describe(set, DATA_SETS[k])),
    "",
    ...advice(sets, folders),
  );
}

/** In a folder that you name, the files must hold the right data: scripts see it by the exit code. */
function checkSets(folder: string, sets: readonly Found[]): void {
  const wrong = sets.filter(({ file, ok }) => file !== null && !ok);
  if (wrong.length === 0) return;
  throw new InputError({
    code: "bad-data-set",
    message: wrong
      .map(
        ({ name, problem }) =>
          `${name}.csv ${problem === null ? "is not as in Table 2 of the paper" : "cannot be read"}`,
      )
      .join(", "),
    remedy: "Get it again from the address in the list, or name another folder.",
    where: { file: folder },
  });
}

/** Loads the code that fetches only when it is needed. */
async function fetchMusk(folder: string) {
  const { downloadMusk } = await import("../../experiment/datasets/download/musk.js");
  return await downloadMusk(folder);
}

/** Without a file, or with a problem that keeps it from being read, there are no rows of Table 2. */
async function look(info: DataSetInfo, folders: readonly string[]) {
  const { name } = info;
  const source = UCI_PAGES[name] ?? COREL_PAGE;
  const file = findDataSet(name, folders)?.file ?? null;
  if (file === null) return { name, file, ok: false, rows: [], problem: null, source };
  try {
    return { name, file, ...checkDataSet(info, await readBags(file)), problem: null, source };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, file, ok: false, rows: [], problem: error.message, source };
  }
}

function describe(
  { file, ok, rows, problem, source }: Found,
  { title, features, positive, negative }: DataSetInfo,
): string[] {
  const head = `  ${title.padEnd(9)}`;
  if (file === null) return [`${head} ${styled("yellow", "missing")}  get it from ${source}`];
  if (problem !== null) return [`${head} ${styled("red", "unreadable")}  ${problem}`, again(source)];
  if (ok)
    return [
      `${head} ${styled("green", "ok")}  ${file}: ${positive} + ${negative} bags, ${features} features, as in the paper`,
    ];
  const wrong = rows
    .filter((row) => !row.ok)
    .map(({ what, expected, found }) => `${what} ${found} instead of ${expected}`);
  return [`${head} ${styled("red", "differs")}  ${file}: ${wrong.join(", ")}`, again(source)];
}

function again(source: string): string {
  return `${" ".repeat(12)}get it from ${source}`;
}

function advice(sets: readonly Found[], folders: readonly string[]): string[] {
  const missing = sets.filter(({ file }) => file === null);
  if (missing.length === 0) return ["Next: bagwise experiment paper --methods pu-skc"];
  const fetchable = missing.some(({ name }) => name in UCI_PAGES);
  return [
    wrapped(
      `Looked in ${folders.join(", ")}; name another folder with --data or BAGWISE_DATA. A data set is a file NAME.csv with the columns bag, label (1 or -1) and the features, one row for each instance.`,
    ),
    ...(fetchable ? ["`bagwise datasets --download data` fetches Musk1 and Musk2."] : []),
  ];
}
