import { chemistry, describeMolecules, type MoleculeJob, type MoleculeOutcome } from "@bagwise/files/molecules";

/** What a worker thread runs for molecules: a job on plain data. */
export default async function run(job: MoleculeJob): Promise<MoleculeOutcome> {
  return describeMolecules(await chemistry(), job);
}
