import { describe, expect, it } from "vitest";
import { bagHashes } from "../../../src/bags/copies/bag-hashes.js";
import { LEARNERS } from "../../../src/learners/registry.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { shuffleInstances, trainingSet } from "../make.js";

describe.each(LEARNERS.map(({ description, create }) => ({ name: description.name, create })))(
  "a model of $name",
  ({ create }) => {
    it("knows the hashes of the bags it was trained on, in an order that tells nothing", async () => {
      const bags = trainingSet();
      const model = decodeModel(encodeModel(await create({}).fit(bags)));
      expect(model.trainedOn).toEqual(bagHashes(shuffleInstances(bags)).sort());
    });
  },
);
