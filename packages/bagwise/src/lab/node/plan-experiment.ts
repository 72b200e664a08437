import { basename } from "node:path";
import { contentHash } from "../../bags/content-hash.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { readBags } from "../../node/read-bags.js";
import { checkDataSet } from "../data/check-data-set.js";
import { dataSetByName } from "../data/data-sets.js";
import { planGrid } from "../paper/grid.js";
import type { GridOptions } from "../paper/grid-options.js";
import type { ExperimentKind, TrialSpec } from "../paper/trial.js";
import { trialId } from "../paper/trial-id.js";
import type { DataFile } from "../report/run-info.js";
import { dataFolders, findDataSets } from "./find-data.js";
import type { JournalHeader } from "./journal.js";
import type { TrialJob } from "./trial-job.js";

/** An experiment before its first trial. */
export interface ExperimentPlan {
  /** All trials, in the order of the grid. */
  readonly jobs: readonly TrialJob[];
  readonly header: JournalHeader;
  readonly data: readonly DataFile[];
  /** All options with their values, by the names of the flags. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** Data that are not those of the paper. */
  readonly notes: readonly Note[];
}

/** What a grid runs over. */
export type GridAxes = Pick<GridOptions, "datasets" | "methods" | "priors" | "trials" | "labeled" | "protocols">;

/**
 * Plans the grid, and reads the data sets, in `folder` or where `dataFolders` says, to know their
 * content.
 */
export async function planExperiment(
  experiment: ExperimentKind,
  grid: GridOptions,
  folder: string | undefined,
): Promise<ExperimentPlan> {
  const specs = planGrid(experiment, grid);
  const { data, notes } = await readData(specs, folder);
  const jobs = await Promise.all(
    specs.map(async (spec): Promise<TrialJob> => {
      const { file, hash } = data.find(({ name }) => name === spec.dataset) ?? { file: "", hash: "" };
      return { id: await trialId(spec, hash), spec, file, hash };
    }),
  );
  const common = commonOptions(specs[0]);
  const hashes = Object.fromEntries(data.map(({ name, hash }) => [name, hash]));
  return {
    jobs,
    header: { bagwise: version, experiment, options: common, data: hashes },
    data,
    options: optionsOf(axesOf(specs, grid), common),
    seed: specs[0].seed,
    notes,
  };
}

/**
 * Finds and reads the data sets of the trials; what is not as in Table 2 of the paper is a note,
 * the same wherever the files are.
 */
async function readData(
  specs: readonly TrialSpec[],
  folder: string | undefined,
): Promise<{ data: DataFile[]; notes: Note[] }> {
  const notes: Note[] = [];
  const data: DataFile[] = [];
  for (const { name, file } of findDataSets([...new Set(specs.map(({ dataset }) => dataset))], dataFolders(folder))) {
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

/** What is the same in all trials. */
function commonOptions({ unlabeled, test, noise, priorEstimate, centres, seed }: TrialSpec): JournalHeader["options"] {
  return { unlabeled, test, noise, priorEstimate, centres, seed };
}

/** All options of an experiment by the names of the flags. */
export function optionsOf({ protocols, ...axes }: GridAxes, common: JournalHeader["options"]): Record<string, unknown> {
  return { ...axes, protocol: protocols, ...common };
}

/**
 * What the grid of some trials runs over. Numbers of labelled bags that nobody asked for may differ
 * between data sets, so that no flag says them: then they are left out.
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
