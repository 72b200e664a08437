import type { EncodeTools } from "@bagwise/files/encode";
import type { MoleculeOutcome } from "@bagwise/files/molecules";
import type { GivenFile } from "./types.js";

/** Molecules that were described, by the job that asked for them. Plain data, for another engine. */
export type DescribedJobs = readonly (readonly [job: string, outcome: MoleculeOutcome])[];

/** Remembers the conformers of the molecules of one file: they are most of the work of reading it. */
export class MoleculeMemory {
  #file = "";
  #known = new Map<string, MoleculeOutcome>();

  /** What describes the molecules of this file; those of another one are forgotten. */
  toolFor({ name, blob }: GivenFile): NonNullable<EncodeTools["describeMolecules"]> {
    const file = `${name} ${blob.size}`;
    if (file !== this.#file) this.#known = new Map();
    this.#file = file;
    const known = this.#known;
    return async (jobs, { onDone, signal }) => {
      const { chemistry } = await import("@bagwise/files/molecules");
      const { describeMolecules } = await import("@bagwise/files/molecules");
      const library = await chemistry();
      const outcomes: MoleculeOutcome[] = [];
      for (const job of jobs) {
        const key = JSON.stringify(job);
        // A pause before work, so that an abort is noticed.
        if (!known.has(key)) await new Promise((go) => setTimeout(go));
        signal?.throwIfAborted();
        const outcome = known.get(key) ?? describeMolecules(library, job);
        known.set(key, outcome);
        outcomes.push(outcome);
        onDone();
      }
      return outcomes;
    };
  }

  all(): DescribedJobs {
    return [...this.#known];
  }

  /** Takes what another engine knows of this file. */
  take(file: GivenFile, jobs: DescribedJobs): void {
    this.toolFor(file);
    for (const [job, outcome] of jobs) this.#known.set(job, outcome);
  }
}
