import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { decodeModel } from "@bagwise/core/model";
import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { judge } from "../../../../scripts/fuzz/judge.mjs";

const folder = fileURLToPath(new URL("corpus", import.meta.url));
const library = { BagSet, InputError, readBags, decodeModel };

describe("every file that the fuzzer found is read or refused in an orderly way", () => {
  for (const name of readdirSync(folder)) {
    it(name, async () => {
      const bytes = new Uint8Array(readFileSync(`${folder}/${name}`));
      expect(await judge(name, bytes, library)).toBeUndefined();
    });
  }
});

describe("the judge of the fuzzer", () => {
  const text = (content: string) => new TextEncoder().encode(content);

  it("accepts what is sound, and what is refused by an InputError", async () => {
    expect(await judge("a.csv", text("bag,x\na,1\n"), library)).toBeUndefined();
    expect(await judge("a.csv", text("bag,x\na,?!\n"), library)).toBeUndefined();
    expect(await judge("a.model", text("{}"), library)).toBeUndefined();
  });

  it("finds an error of another kind, and bags that are not sound", async () => {
    const failing = { ...library, readBags: () => Promise.reject(new TypeError("no 7")) };
    expect(await judge("a.csv", text(""), failing)).toMatchObject({ kind: "foreign-error" });
    const bags = BagSet.own({
      data: Float64Array.of(Number.NaN),
      offsets: Uint32Array.of(0, 1),
      ids: ["a"],
      labels: new Int8Array(1),
      features: ["x"],
    });
    const unsound = { ...library, readBags: () => Promise.resolve(bags) };
    expect(await judge("a.csv", text(""), unsound)).toMatchObject({ kind: "unsound-bags" });
  });
});
