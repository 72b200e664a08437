import {
  type CompareData,
  type CompareGrid,
  type CompareOptions,
  checkedCompare,
  FAMILIES,
  familyByName,
  familyData,
  planCompare,
} from "@bagwise/lab";
import { dataFolder, type Environment } from "./datasets/find-data.js";
import { labelledFolder } from "./datasets/labelled-folder.js";
import { type ExperimentPlan, planOf } from "./plan.js";

export interface CompareSources {
  /** The folder of labelled files. Default `dataFolders`; none when only families are given. */
  readonly data?: string | undefined;
  /** Some of the data sets of the folder. Default all. */
  readonly datasets?: readonly string[] | undefined;
  /** Families of synthetic bags, or `all`. Default none. */
  readonly families?: readonly string[] | undefined;
}

export interface ComparePlan extends ExperimentPlan {
  readonly grid: CompareGrid;
  readonly sets: readonly CompareData[];
}

/** The hash of synthetic bags, which are in no file: the version says how they are drawn. */
const DRAWN = "drawn";

export async function planComparison(
  options: CompareOptions,
  sources: CompareSources,
  env?: Environment,
): Promise<ComparePlan> {
  const grid = checkedCompare(options);
  const families = familiesOf(sources.families ?? []);
  const fresh = families.length > 0 && sources.data === undefined && sources.datasets === undefined;
  const { files, notes } = fresh
    ? { files: [], notes: [] }
    : await labelledFolder(dataFolder(sources.data, env, "Or ask for --families."), sources.datasets);
  const all: CompareData[] = [...files.map(({ file: _, hash: __, ...each }) => each), ...families];
  const { specs, notes: left } = planCompare(all, grid);
  const used = new Set(specs.map(({ dataset }) => dataset));
  const sets = all.filter(({ name }) => used.has(name));
  const fileOf = new Map(files.map((each) => [each.name, each]));
  const plan = await planOf({
    specs,
    common: { noise: grid.noise },
    data: sets.map(({ name }) => {
      const { file, hash } = fileOf.get(name) ?? { file: "", hash: DRAWN };
      return { name, hash, file };
    }),
    options: optionsOf(
      grid,
      files.map(({ name }) => name),
      sources.families,
    ),
    seed: grid.seeds[0],
    notes: [...notes, ...left],
  });
  return { ...plan, grid, sets };
}

/** Every option by the name of its flag; those that families have of their own only if given. */
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
