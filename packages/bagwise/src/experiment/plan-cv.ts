import type { Note } from "@bagwise/core/base";
import { type CompareData, type CvGrid, type CvOptions, checkedCv, DATA_SETS, planCv } from "@bagwise/lab";
import { dataFolder, type Environment } from "./datasets/find-data.js";
import { bagFiles, labelledFolder } from "./datasets/labelled-folder.js";
import { type ExperimentPlan, planOf } from "./plan.js";

export interface CvSources {
  /** The folder of labelled files. Default `dataFolders`. */
  readonly data?: string | undefined;
  /** Some of the data sets of the folder, or `all`. Default: see `chosenNames`. */
  readonly datasets?: readonly string[] | undefined;
}

export interface CvPlan extends ExperimentPlan {
  readonly grid: CvGrid;
  readonly sets: readonly CompareData[];
}

/** Plans the trials, and reads the data sets. Throws an InputError for options or data that do not fit. */
export async function planCrossValidation(options: CvOptions, sources: CvSources, env?: Environment): Promise<CvPlan> {
  const grid = checkedCv(options);
  const folder = dataFolder(sources.data, env);
  const { names, notes: chosen } = await chosenNames(folder, sources.datasets);
  const { files, notes } = await labelledFolder(folder, names);
  const sorted = [...files].sort((a, b) => place(a.name) - place(b.name));
  const { folds, repeats, seed, methods } = grid;
  const plan = await planOf({
    specs: planCv(sorted, grid),
    common: { folds, seed },
    data: sorted.map(({ name, hash, file }) => ({ name, hash, file })),
    options: { datasets: sorted.map(({ name }) => name), methods, folds, repeats },
    seed,
    notes: [...chosen, ...notes, ...sorted.flatMap(otherThanPublished)],
  });
  return { ...plan, grid, sets: sorted.map(({ file: _, hash: __, ...each }) => each) };
}

/** Data with the name of one of the paper's, but another shape: nothing published is about it. */
function otherThanPublished({ name, eta }: CompareData): Note[] {
  if (eta !== null || place(name) === DATA_SETS.length) return [];
  const message = `${name} has other bags or features than the data set of this name in the literature, so no published figure stands beside it`;
  return [{ code: "not-table-2", message }];
}

/** The paper's data sets in its order, then the others as they come. */
function place(name: string): number {
  const at = DATA_SETS.findIndex((each) => each.name === name);
  return at < 0 ? DATA_SETS.length : at;
}

/**
 * The data sets to run on; undefined for all of the folder. If nobody says which, these are the
 * paper's, as far as the folder has them, and a note names the files that are left out. A folder
 * without any of the paper's is used as a whole.
 */
async function chosenNames(
  folder: string,
  asked: readonly string[] | undefined,
): Promise<{ names: readonly string[] | undefined; notes: Note[] }> {
  if (asked !== undefined) return { names: asked.includes("all") ? undefined : asked, notes: [] };
  const { files } = await bagFiles(folder);
  const ours = (name: string) => DATA_SETS.some((each) => each.name === name);
  const names = files.map(({ name }) => name).filter(ours);
  if (names.length === 0) return { names: undefined, notes: [] };
  const others = files.map(({ name }) => name).filter((name) => !ours(name));
  if (others.length === 0) return { names, notes: [] };
  const message = `the folder has other files of bags, which are left out: ${others.join(", ")}. Ask for them with --datasets all`;
  return { names, notes: [{ code: "other-data", message }] };
}
