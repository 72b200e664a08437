import type { EncodeTools } from "../tools.js";
import { chemistry } from "./chemistry.js";
import { describeMolecules, type MoleculeOutcome } from "./describe.js";

/** Describes molecules in this thread, one job after the other, with a pause before each. */
export const describeInTurn: NonNullable<EncodeTools["describeMolecules"]> = async (jobs, { onDone, signal }) => {
  const library = await chemistry();
  const outcomes: MoleculeOutcome[] = [];
  for (const job of jobs) {
    // So that a page stays responsive, progress is seen and an abort is noticed.
    await new Promise((go) => setTimeout(go));
    signal?.throwIfAborted();
    outcomes.push(describeMolecules(library, job));
    onDone();
  }
  return outcomes;
};
