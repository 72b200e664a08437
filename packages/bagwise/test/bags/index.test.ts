import { expect, it } from "vitest";
import * as room from "../../src/bags/index.js";

it("exports the public things of the room and nothing else", () => {
  expect(Object.keys(room).sort()).toEqual([
    "BagSet",
    "LABEL_CODE",
    "SCALING_METHODS",
    "SPLIT_WAYS",
    "SYNTHESISE_OPTIONS",
    "applyScaling",
    "assignFolds",
    "check",
    "contentHash",
    "duplicates",
    "featureStatistics",
    "fitScaling",
    "nearDuplicates",
    "split",
    "summarise",
    "synthesise",
  ]);
});
