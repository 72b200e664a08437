import { basename } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import {
  checkDataSet,
  type DataFile,
  dataSetByName,
  type ExperimentKind,
  type GridOptions,
  planGrid,
  type TrialSpec,
} from "@bagwise/lab";
import { readBags } from "../node/files/read-bags.js";
import { dataFolders, type Environment, findDataSets } from "./datasets/find-data.js";
import type { JournalHeader } from "./folder/journal.js";
import { type ExperimentPlan, planOf } from "./plan.js";

export type GridAxes = Pick<GridOptions, "datasets" | "methods" | "priors" | "trials" | "labeled" | "protocols">;

/** Plans the grid, and reads the data sets in `data`, or where `dataFolders` says. */
export async function planExperiment(
  experiment: ExperimentKind,
  grid: GridOptions,
  { data: folder, env }: { readonly data?: string | undefined; readonly env?: Environment | undefined },
): Promise<ExperimentPlan> {
  const specs = planGrid(experiment, grid);
  const { data, notes } = await readData(specs, dataFolders(folder, env));
  const common = commonOptions(specs[0]);
  const options = optionsOf(axesOf(specs, grid), common);
  return await planOf({ specs, common, data, options, seed: specs[0].seed, notes });
}

/** What is not as in Table 2 of the paper is a note, the same wherever the files are. */
async function readData(
  specs: readonly TrialSpec[],
  folders: readonly string[],
): Promise<{ data: DataFile[]; notes: Note[] }> {
  const notes: Note[] = [];
  const data: DataFile[] = [];
  for (const { name, file } of findDataSets([...new Set(specs.map(({ dataset }) => dataset))], folders)) {
    const bags = await readBags(file);
    data.push({ name, file, hash: await contentHash(bags) });
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

function commonOptions({ unlabeled, test, noise, priorEstimate, centres, seed }: TrialSpec): JournalHeader["options"] {
  return { unlabeled, test, noise, priorEstimate, centres, seed };
}

/** All options of an experiment by the names of the flags. */
export function optionsOf({ protocols, ...axes }: GridAxes, common: JournalHeader["options"]): Record<string, unknown> {
  return { ...axes, protocol: protocols, ...common };
}

/**
 * What the grid of some trials runs over. Numbers of labelled bags that nobody asked for and that
 * differ between data sets are left out: no flag says them.
 */
export function axesOf(specs: readonly TrialSpec[], { labeled }: Pick<GridOptions, "labeled">): GridAxes {
  const values = <K extends keyof TrialSpec>(name: K) => [...new Set(specs.map((spec) => spec[name]))];
  const numbers = values("labeled");
  return {
    datasets: values("dataset"),
    methods: values("method"),
    priors: values("prior"),
    trials: values("trial").length,
    ...(labeled === undefined && numbers.length > 1 ? {} : { labeled: numbers }),
    protocols: values("protocol"),
  };
}
