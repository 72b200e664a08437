import { existsSync } from "node:fs";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { type CompareData, familyData } from "../compare/data.js";
import { type CompareGrid, type CompareOptions, checkedCompare } from "../compare/options.js";
import { planCompare } from "../compare/plan.js";
import { FAMILIES, familyByName } from "../families/families.js";
import { trialId } from "../paper/trial-id.js";
import type { DataFile } from "../report/run-info.js";
import { dataFolders } from "./find-data.js";
import type { JournalHeader } from "./journal.js";
import { labelledFolder } from "./labelled-folder.js";
import type { TrialJob } from "./trial-job.js";

/** What a comparison runs on. */
export interface CompareSources {
  /**
   * The folder of labelled files. Default: see `dataFolders`; none when families are asked for and
   * no data set is.
   */
  readonly data?: string | undefined;
  /** Some of the data sets of the folder. Default all. */
  readonly datasets?: readonly string[] | undefined;
  /** Families of synthetic bags, or `all`. Default none. */
  readonly families?: readonly string[] | undefined;
}

/** A comparison before its first trial. */
export interface ComparePlan {
  readonly jobs: readonly TrialJob[];
  readonly header: JournalHeader;
  readonly grid: CompareGrid;
  readonly data: readonly CompareData[];
  readonly files: readonly DataFile[];
  /** All options with their values, by the names of the flags. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
}

/**
 * What stands for the content of bags that are drawn fresh: the version names the program that
 * draws them.
 */
const DRAWN = "drawn";

/** Plans a comparison, and reads its data sets to know their content. */
export async function planComparison(options: CompareOptions, sources: CompareSources): Promise<ComparePlan> {
  const grid = checkedCompare(options);
  const families = familiesOf(sources.families ?? []);
  const fresh = families.length > 0 && sources.data === undefined && sources.datasets === undefined;
  const { files, notes } = fresh ? { files: [], notes: [] } : await labelledFolder(folderOf(sources), sources.datasets);
  const data: CompareData[] = [...files.map(({ file: _, hash: __, ...each }) => each), ...families];
  const { specs, notes: left } = planCompare(data, grid);
  const fileOf = new Map(files.map((each) => [each.name, each]));
  const hashOf = (name: string) => fileOf.get(name)?.hash ?? DRAWN;
  const jobs = await Promise.all(
    specs.map(async (spec): Promise<TrialJob> => {
      const { file = "", hash = "" } = fileOf.get(spec.dataset) ?? {};
      return { id: await trialId(spec, hashOf(spec.dataset)), spec, file, hash };
    }),
  );
  const used = new Set(specs.map(({ dataset }) => dataset));
  const hashes = Object.fromEntries(data.filter(({ name }) => used.has(name)).map(({ name }) => [name, hashOf(name)]));
  return {
    jobs,
    header: { bagwise: version, experiment: "compare", options: { noise: grid.noise }, data: hashes },
    grid,
    data: data.filter(({ name }) => used.has(name)),
    files: Object.entries(hashes).map(([name, hash]) => ({ name, hash, file: fileOf.get(name)?.file ?? "" })),
    options: optionsOf(
      grid,
      files.map(({ name }) => name),
      sources.families,
    ),
    notes: [...notes, ...left],
  };
}

/**
 * Every option by the name of its flag, so that the command can be written again; those that
 * families have of their own only where they were given.
 */
function optionsOf(
  { arms, protocols, trials, noise, seeds, reference, asked }: CompareGrid,
  datasets: readonly string[],
  families: readonly string[] | undefined,
): Record<string, unknown> {
  return {
    ...(datasets.length === 0 ? {} : { datasets }),
    ...(families === undefined || families.length === 0 ? {} : { families }),
    methods: arms.map(({ name }) => name),
    protocol: protocols,
    ...asked,
    trials,
    seeds,
    noise,
    reference,
  };
}

function familiesOf(names: readonly string[]): CompareData[] {
  if (names.includes("all")) return FAMILIES.map(familyData);
  const wanted = names.map(familyByName);
  return FAMILIES.filter((family) => wanted.includes(family)).map(familyData);
}

function folderOf({ data }: CompareSources): string {
  const folders = dataFolders(data);
  const folder = folders.find((path) => existsSync(path));
  if (folder !== undefined) return folder;
  throw new InputError({
    code: "no-data",
    message: `there is no folder ${folders.join(", nor ")}`,
    remedy: "Name the folder of labelled files with --data or BAGWISE_DATA, or ask for --families.",
  });
}
