import { chemistry } from "../encode/molecule/chemistry.js";
import { describeMolecules, type MoleculeJob, type MoleculeOutcome } from "../encode/molecule/describe.js";

/** What a worker thread runs for molecules: a job on plain data. */
export default async function run(job: MoleculeJob): Promise<MoleculeOutcome> {
  return describeMolecules(await chemistry(), job);
}
