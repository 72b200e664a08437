import { basename, extname } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import type { ReadOptions } from "@bagwise/files";
import {
  type CompareData,
  checkDataSet,
  DATA_SETS,
  dataSetByName,
  FAMILIES,
  familyByName,
  familyData,
} from "@bagwise/lab";
import type { ReviewedData } from "@bagwise/lab/running";
import { readBags } from "../node/files/read-bags.js";
import { dataFolder, type Environment, findDataSets } from "./datasets/find-data.js";
import { bagFiles, type LabelledFile, labelledFolder } from "./datasets/labelled-folder.js";

/** A data set: what its experiment knows of it, its file (empty for bags that are drawn fresh) and their hash. */
interface Found<D> {
  readonly name: string;
  readonly known: D;
  readonly file: string;
  readonly hash: string;
}

/** The data of an experiment. */
export interface FoundData<D> {
  readonly data: readonly Found<D>[];
  readonly notes: readonly Note[];
  /** The options that say which data these are, by the names of the flags. Default none. */
  readonly chosen?: Readonly<Record<string, unknown>>;
  /** How the files are read, as plain data. Default: as they tell themselves. */
  readonly reading?: Readonly<Record<string, unknown>>;
}

/** The hash of synthetic bags, which are in no file: the version says how they are drawn. */
const DRAWN = "drawn";

/** Where labelled files are, and which of them are wanted. */
export interface FolderSources {
  /** The folder of labelled files. Default `dataFolders`. */
  readonly data?: string | undefined;
  /** Some of the data sets of the folder. Default all; for a cross-validation see `crossValidated`. */
  readonly datasets?: readonly string[] | undefined;
}

export interface CompareSources extends FolderSources {
  /** Families of synthetic bags, or `all`. Default none. With them, the folder is read only if it is named. */
  readonly families?: readonly string[] | undefined;
}

/** Data sets of the paper, in `folders`. What is not as in Table 2 is a note, the same wherever the files are. */
export async function paperData(names: readonly string[], folders: readonly string[]): Promise<FoundData<object>> {
  const notes: Note[] = [];
  const data: Found<object>[] = [];
  for (const { name, file } of findDataSets(names, folders)) {
    const bags = await readBags(file);
    data.push({ name, known: {}, file, hash: await contentHash(bags) });
    const wrong = checkDataSet(dataSetByName(name), bags).rows.filter(({ ok }) => !ok);
    const differences = wrong.map(({ what, expected, found }) => `${found} ${what} instead of ${expected}`);
    if (wrong.length > 0)
      notes.push({
        code: "not-table-2",
        message: `${basename(file)} is not ${name} of the paper: ${differences.join(", ")}`,
      });
  }
  return { data, notes };
}

/** The labelled files and the families of a comparison. */
export async function comparedData(
  { data: folder, datasets, families: names = [] }: CompareSources,
  env?: Environment,
): Promise<FoundData<CompareData>> {
  const families = familiesOf(names);
  const fresh = families.length > 0 && folder === undefined && datasets === undefined;
  const { files, notes } = fresh
    ? { files: [], notes: [] }
    : await labelledFolder(dataFolder(folder, env, "Or ask for --families."), datasets);
  const drawn = families.map((known) => ({ name: known.name, known, file: "", hash: DRAWN }));
  const chosen = {
    ...(files.length === 0 ? {} : { datasets: files.map(({ name }) => name) }),
    ...(names.length === 0 ? {} : { families: names }),
  };
  return { data: [...files.map(foundFile), ...drawn], notes, chosen };
}

function foundFile({ file, hash, ...known }: LabelledFile): Found<CompareData> {
  return { name: known.name, known, file, hash };
}

function familiesOf(names: readonly string[]): CompareData[] {
  if (names.includes("all")) return FAMILIES.map(familyData);
  const wanted = names.map(familyByName);
  return FAMILIES.filter((family) => wanted.includes(family)).map(familyData);
}

/**
 * The labelled files of a cross-validation; with `all` those of the whole folder. If nobody says which, these are the
 * paper's, in its order, as far as the folder has them, and a note names the files that are left out. A folder without
 * any of the paper's is used as a whole.
 */
export async function crossValidated(
  { data, datasets: asked }: FolderSources,
  env?: Environment,
): Promise<FoundData<CompareData>> {
  const folder = dataFolder(data, env);
  const { names, notes: left } = await chosenNames(folder, asked);
  const { files, notes } = await labelledFolder(folder, names);
  const sorted = [...files].sort((a, b) => place(a.name) - place(b.name));
  return {
    data: sorted.map(foundFile),
    notes: [...left, ...notes],
    chosen: { datasets: sorted.map(({ name }) => name) },
  };
}

/** The paper's data sets in its order, then the others as they come. */
function place(name: string): number {
  const at = DATA_SETS.findIndex((each) => each.name === name);
  return at < 0 ? DATA_SETS.length : at;
}

async function chosenNames(
  folder: string,
  asked: readonly string[] | undefined,
): Promise<{ names: readonly string[] | undefined; notes: Note[] }> {
  if (asked !== undefined) return { names: asked.includes("all") ? undefined : asked, notes: [] };
  const all = (await bagFiles(folder)).files.map(({ name }) => name);
  const names = all.filter((name) => place(name) < DATA_SETS.length);
  const others = all.filter((name) => !names.includes(name));
  if (names.length === 0) return { names: undefined, notes: [] };
  if (others.length === 0) return { names, notes: [] };
  const message = `the folder has other files of bags, which are left out: ${others.join(", ")}. Ask for them with --datasets all`;
  return { names, notes: [{ code: "other-data", message }] };
}

/** The file of simulated reviews. What is not labelled positive is taken for negative. */
export async function reviewedData(file: string, reading: ReadOptions): Promise<FoundData<ReviewedData>> {
  const bags = await readBags(file, reading);
  const positive = bags.positive().size;
  if (positive < 2 || positive === bags.size)
    throw new InputError({
      code: "too-few-bags",
      message: `the file has ${positive} positive bags of ${bags.size}`,
      remedy: "Give a file whose labels are all known, with at least two positive bags and a negative one.",
      where: { file },
    });
  const name = basename(file, extname(file));
  const unlabeled = bags.unlabeled().size;
  const message = `the ${unlabeled} bags that are not labelled positive are taken for negative`;
  return {
    data: [{ name, known: { name, bags: bags.size, positive }, file, hash: await contentHash(bags) }],
    notes: unlabeled === 0 ? [] : [{ code: "review-truth", message }],
    chosen: { ...reading },
    reading: { ...reading },
  };
}
