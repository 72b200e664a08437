import { describe, expect, it } from "vitest";
import { nearNames } from "../../../src/cli/flags/near-names.js";

describe("names like one that is not there", () => {
  it("are those with the fewest letters to change, at most three", () => {
    expect(nearNames("bag-01", ["bag-11", "bag-1", "bag-01x", "bag-02", "other"])).toEqual([
      "bag-11",
      "bag-1",
      "bag-01x",
    ]);
    expect(nearNames("Musk-188", ["MUSK-188", "MUSK-189"])).toEqual(["MUSK-188", "MUSK-189"]);
  });

  it("are none where all are quite different", () => {
    expect(nearNames("m17", ["bag-001", "xyz"])).toEqual([]);
    expect(nearNames("m17", [])).toEqual([]);
  });
});
