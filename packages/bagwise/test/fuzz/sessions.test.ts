import { expect, it } from "vitest";
import { fuzzSessions } from "../../../../scripts/fuzz/sessions-run.mjs";

it("reads or refuses sessions, lists, audits, labels and journals that were damaged, edited, cut and joined", async () => {
  const from = (path: string) => import(/* @vite-ignore */ new URL(`../../../${path}`, import.meta.url).href);
  const { seeds, found } = await fuzzSessions(from, { seed: 7, inputs: 1000 });
  expect(found).toEqual([]);
  expect(seeds).toBe(12);
});
