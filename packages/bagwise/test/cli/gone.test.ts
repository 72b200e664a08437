import { expect, it } from "vitest";
import { refuseGone } from "../../src/cli/gone.js";

it.each([
  ["solve", "problem.bin"],
  ["train", "bags.csv", "--dump", "d"],
  ["train", "bags.csv", "--kernels=edge-graph"],
])("answers %s %s, which went, with what to use", (...args) => {
  expect(() => refuseGone(args)).toThrow(
    expect.objectContaining({ code: "option", remedy: expect.stringMatching(/use/) }),
  );
});

it("takes what is there", () => {
  for (const args of [[], ["train", "bags.csv", "--out", "solve"], ["rank", "--dump"]])
    expect(() => refuseGone(args)).not.toThrow();
});
