import { chemistry, describeMolecules as describeHere } from "@bagwise/files/molecules";
import { expect, it } from "vitest";

/** Threads run built files, so the built one is what is tested. */
const built = new URL("../../../dist/node/raw/describe-molecules.js", import.meta.url).href;
const { describeMolecules }: typeof import("../../../src/node/raw/describe-molecules.js") = await import(
  /* @vite-ignore */ built
);

/** Alcohols and acids with chains of 1 to 20 carbons, and one that is broken, in jobs of three. */
const jobs = Array.from({ length: 14 }, (_, k) => ({
  texts: [`${"C".repeat(k + 1)}O`, `${"C".repeat(k + 1)}(=O)O`, k === 5 ? "C1" : `c1ccccc1${"C".repeat(k)}`],
  conformers: 3,
}));

it("describes molecules in threads as in one, to the last bit", async () => {
  let done = 0;
  const outcomes = await describeMolecules(jobs, { onDone: () => done++ });
  const library = await chemistry();
  expect(outcomes).toEqual(jobs.map((job) => describeHere(library, job)));
  expect(done).toBe(jobs.length);
});

it("stops when the signal is aborted", async () => {
  const signal = AbortSignal.abort();
  await expect(describeMolecules(jobs, { onDone: () => {}, signal })).rejects.toThrow(/abort/i);
});
