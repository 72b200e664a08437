import { describe, expect, it } from "vitest";
import { dsdd } from "../../../src/learners/dsdd/dsdd.js";
import { lsdd } from "../../../src/learners/lsdd/lsdd.js";
import { evaluate } from "../../../src/scores/classification.js";
import { rebuilt, trainingSet } from "../make.js";

const bags = trainingSet();
const outlier = rebuilt(bags.subset([0]), () => [[1e6, -1e6, 1e6]]);

describe.each([
  ["lsdd", lsdd],
  ["dsdd", dsdd],
])("%s", (_, learner) => {
  it("calls a bag far from all training instances negative, because that is no evidence", async () => {
    const [answer] = (await learner().fit(bags)).predict(outlier);
    expect(answer.predicted).toBe("negative");
    expect(Math.abs(answer.score)).toBeLessThan(1e-90);
  });

  it("lets a prior above one half decide without evidence", async () => {
    const answers = await Promise.all(
      [0.3, 0.8].map(async (prior) => (await learner({ prior }).fit(bags)).predict(outlier)[0]),
    );
    expect(answers.map(({ predicted }) => predicted)).toEqual(["negative", "positive"]);
    for (const { probability } of answers) expect(probability).toBeGreaterThan(0.001);
  });

  it("scores it 0 in the setting of the paper, whose experiment counts that as positive", async () => {
    const model = await learner({ setting: "paper" }).fit(bags);
    expect([...model.scores(outlier)]).toEqual([0]);
    expect(model.predict(outlier)[0].predicted).toBe("negative");
    expect(evaluate([...model.scores(outlier), -1], [1, -1]).confusion.truePositive).toBe(1);
  });
});
