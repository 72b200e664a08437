import { expect, it } from "vitest";
import { LEARNERS, learnerByName } from "../../src/learners/registry.js";
import { describeContract, refusal } from "./contract.js";

for (const entry of LEARNERS) describeContract(entry);

it("a method that nobody has is refused with the list of those there are", async () => {
  const { message } = await refusal(() => learnerByName("nonsense"));
  for (const { description } of LEARNERS) expect(message).toContain(description.name);
});
