import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { explain } from "@bagwise/core/explain";
import { auto } from "@bagwise/core/learners";
import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { judge } from "../../../../scripts/fuzz/judge.mjs";
import { draws } from "../../../../scripts/fuzz/random.mjs";
import { RAW } from "../../../../scripts/fuzz/raw-inputs.mjs";

const library = { BagSet, InputError, readBags, auto, explain };

describe("extremes of texts and time series are read or refused in an orderly way", () => {
  it.each(RAW.map(({ name, make }) => [name, make] as const))("%s", async (name, make) => {
    for (let number = 0; number < 12; number++)
      expect(await judge(name, make(draws(1, number)), library), `number ${number}`).toBeUndefined();
  });

  it("are found where they are read in two ways, or by an error of another kind", async () => {
    const [{ make }] = RAW;
    const bytes = make(draws(1, 0));
    let calls = 0;
    const forgetful = async (...given: Parameters<typeof readBags>) => {
      const bags = await readBags(...given);
      return calls++ === 0 ? bags : bags.subset(Uint32Array.of(0));
    };
    expect(await judge("a.texts", bytes, { ...library, readBags: forgetful })).toMatchObject({ kind: "unsound-raw" });
    const failing = () => Promise.reject(new RangeError("too much"));
    expect(await judge("a.series", bytes, { ...library, readBags: failing })).toMatchObject({ kind: "foreign-error" });
  });
});
