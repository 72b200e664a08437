import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { decodePacked, encodePacked, type Packed } from "../../src/base/packed-file.js";
import { auto } from "../../src/learners/auto/auto.js";
import { decodeModel, encodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import { applyLink } from "../../src/scorers/link.js";
import { type AverageScorer, scoreBags } from "../../src/scorers/scorer.js";
import { expectExplained } from "../explain/brute-force.js";
import { freshSet, trainingSet } from "../learners/make.js";

const bags = trainingSet();
const fresh = freshSet();
const model = await auto({ bootstrap: 0, prior: 0.3 }).fit(bags);
const { scorer } = model.parts();
if (scorer.kind !== "average") throw new Error("not an average");

describe("an average of scorers", () => {
  it("is the link of the sum of its parts", () => {
    const parts = scorer.parts.map((part) => scoreBags(part, fresh));
    const sums = parts[0].map((_, i) => parts.reduce((sum, scores) => sum + scores[i], 0));
    expect(model.scores(fresh)).toEqual(applyLink(scorer.link, sums));
  });

  it("scores a bag alone as in company", () => {
    const together = model.scores(fresh);
    for (let i = 0; i < fresh.size; i++) expect(model.scores(fresh.subset([i]))[0]).toBe(together[i]);
  });

  it("has no scores of instances, although one of its parts has", () => {
    expect(model.scoresInstances).toBe(false);
    expect(model.instances(fresh)).toBeNull();
  });

  it("is explained as leaving out each instance, and changing each feature, would", async () => {
    await expectExplained(model, fresh);
  });
});

describe.each(["binary", "json"] as const)("an average as %s", (form) => {
  const bytes = encodeModel(model, { form });

  it("is read without a change", () => {
    expect(decodeModel(bytes).parts().scorer).toEqual(scorer);
    expect(decodeModel(bytes).scores(fresh)).toEqual(model.scores(fresh));
  });
});

describe("a damaged average", () => {
  const packed = decodePacked(encodeModel(model), { kind: "model", newest: MODEL_LAYOUT, file: "" });
  const changed = (change: (header: { scorer: Record<string, unknown> }) => void): Uint8Array => {
    const header = structuredClone(packed.header) as unknown as { scorer: Record<string, unknown> };
    change(header);
    return encodePacked({ ...packed, header: header as unknown as Packed["header"] });
  };

  it.each([
    ["no parts", (parts: unknown[]) => parts.splice(0), /parts of the average are missing/],
    ["a part of another kind", (parts: unknown[]) => parts.splice(1, 1, { kind: "network" }), /type of a part/],
    ["a part that is a number", (parts: unknown[]) => parts.splice(0, 1, 3), /type of a part/],
    ["a part too many", (parts: unknown[]) => parts.push(parts[1]), /link/],
  ])("with %s is refused", (_, change, message) => {
    const bytes = changed(({ scorer: header }) => change((header as unknown as { parts: unknown[] }).parts));
    expect(() => decodeModel(bytes)).toThrow(InputError);
    expect(() => decodeModel(bytes)).toThrow(message);
  });
});

describe("auto without trees", () => {
  it("is scored by its views alone", async () => {
    const plain = await auto({ bootstrap: 0, prior: 0.3, trees: "none" }).fit(bags);
    const views = (scorer as AverageScorer).parts[0];
    const alone = plain.parts().scorer;
    if (alone.kind !== "views" || views.kind !== "views") throw new Error("they have no views");
    expect(alone.alpha).toEqual(views.alpha);
    expect(alone.views).toEqual(views.views);
  });
});
