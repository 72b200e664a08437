import { describe, expect, it } from "vitest";
import { heldOut } from "../../../../core/test/judge/held-scores.js";
import { tinyModel } from "../../../../core/test/model/make.js";
import { nextSteps } from "../../../src/cli/text/next-steps.js";

const scores = heldOut([1, 2], [0, -1]);

describe("nextSteps", () => {
  it("names what works with the model, and nothing else", async () => {
    const { card } = await tinyModel();
    const text = (changes: Partial<typeof card>, held = true) =>
      nextSteps("m", { file: "f.csv" }, { card: { ...card, ...changes }, heldOut: held ? scores : null }).join("\n");
    expect(text({})).toMatch(/bagwise evaluate m +\(how good/);
    expect(text({})).toContain("score, answer and probability of each bag");
    expect(text({ calibration: null })).toContain("(score and answer of each bag)");
    expect(text({ prior: null })).toMatch(/bagwise evaluate m --prior 0\.1\.\.0\.4$/m);
    const training = { ...card.training, positive: 3, unlabeled: 40 };
    expect(text({ training }, false)).toMatch(/bagwise evaluate m f\.csv --folds 3 /);
    expect(text({ training: { ...training, positive: 1 } }, false)).not.toContain("evaluate");
  });
});
