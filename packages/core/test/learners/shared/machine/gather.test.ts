import fc from "fast-check";
import { expect, it } from "vitest";
import { gather, gathering } from "../../../../src/learners/shared/machine/gather.js";

it("numbers at any places are copied in their order, wherever they lie together", () => {
  const runs = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 })), { maxLength: 6 });
  fc.assert(
    fc.property(runs, (each) => {
      const places = Uint32Array.from(each.flatMap(([from, length]) => Array.from({ length }, (_, k) => from + k)));
      const row = Float64Array.from({ length: 110 }, (_, k) => Math.sqrt(k));
      const to = new Float64Array(places.length + 2).fill(-1);
      gather(row, 5, gathering(places), to, 1);
      expect([...to]).toEqual([-1, ...Array.from(places, (place) => row[5 + place]), -1]);
    }),
    { seed: 4, numRuns: 100 },
  );
});
