import { describe, expect, it } from "vitest";
import { svmEntry } from "../../../baselines/src/svm/svm.js";
import { LEARNERS, learnerByName } from "../../src/learners.js";
import { describeContract, refusal } from "./contract.js";

for (const entry of LEARNERS) describeContract(entry);

// Its scorer is of another kind than that of the machine alone.
describe("averaged with trees", () =>
  describeContract({ ...svmEntry, create: (options) => svmEntry.create({ trees: "average", ...options }) }));

it("a method that nobody has is refused with the list of those there are", async () => {
  const { message } = await refusal(() => learnerByName("nonsense"));
  for (const { description } of LEARNERS) expect(message).toContain(description.name);
});
