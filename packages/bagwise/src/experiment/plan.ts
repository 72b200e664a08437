import { type Note, version } from "@bagwise/core/base";
import { type DataFile, trialId } from "@bagwise/lab";
import type { JournalHeader } from "./folder/journal.js";
import type { TrialJob } from "./threads/trial-pool.js";

export interface ExperimentPlan {
  /** All trials, in the order of the grid. */
  readonly jobs: readonly TrialJob[];
  readonly header: JournalHeader;
  /** The data sets; the file is empty for bags that are drawn fresh. */
  readonly data: readonly DataFile[];
  /** All options with their values, by the names of the flags. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly notes: readonly Note[];
}

interface PlanParts extends Pick<ExperimentPlan, "data" | "options" | "seed" | "notes"> {
  readonly specs: readonly TrialJob["spec"][];
  /** The options that are the same in every trial. */
  readonly common: JournalHeader["options"];
  /** How the files are read. Default: as they tell themselves. */
  readonly reading?: TrialJob["reading"];
}

/** Names each trial by its hash, and writes the header of the journal. Costs a hash for each trial. */
export async function planOf({ specs, common, data, reading, ...rest }: PlanParts): Promise<ExperimentPlan> {
  const fileOf = new Map(data.map(({ name, file, hash }) => [name, { file, hash }]));
  const jobs = await Promise.all(
    specs.map(async (spec): Promise<TrialJob> => {
      const { file, hash } = fileOf.get(spec.dataset) ?? { file: "", hash: "" };
      return { id: await trialId(spec, hash), spec, file, hash, ...(reading && { reading }) };
    }),
  );
  const hashes = Object.fromEntries(data.map(({ name, hash }) => [name, hash]));
  const header = { bagwise: version, experiment: specs[0].experiment, options: common, data: hashes };
  return { jobs, header, data, ...rest };
}
