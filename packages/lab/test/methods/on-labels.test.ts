import { registerBaselines } from "@bagwise/baselines";
import { LEARNERS, registerLearner } from "@bagwise/core/learners";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cvMethods } from "../../../bagwise/src/entries/lab.js";
import { compareMethods } from "../../src/methods/arm.js";
import { checkedMethods, cvLearner, describeCvMethod, parseCvMethod } from "../../src/methods/on-labels.js";
import { recorder } from "../cv/make.js";
import { originals } from "../make.js";

registerBaselines();

const toy = recorder();
let remove: () => void;
beforeAll(() => {
  remove = registerLearner(toy.entry);
});
afterAll(() => remove());

const bags = originals();

/** The options that the learner of a method was made with, as its model's card has them. */
async function optionsOf(text: string) {
  const learner = cvLearner(parseCvMethod(text), { positiveShare: 0.4, seed: 7 });
  return (await learner.fit(bags)).card.options;
}

describe("cvMethods", () => {
  it("has every learner from positive and negative bags, in its settings where it has any, and no other", () => {
    expect(cvMethods().slice(-2)).toEqual(["recorder:half", "recorder:whole"]);
    const learners = new Set(cvMethods().map((name) => name.split(":")[0]));
    for (const { description } of LEARNERS)
      expect(learners.has(description.name), description.name).toBe(description.learnsFrom === "positive and negative");
  });
});

describe("the methods of experiments", () => {
  it("are every learner as it comes, and in each of its settings", () => {
    const names = compareMethods().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["recorder", "recorder:half", "recorder:whole"]));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("checkedMethods", () => {
  it("takes each method once, in the order given", () => {
    expect(checkedMethods(["lsdd", "auto@data", "lsdd@true", "auto"])).toEqual(["lsdd", "auto@data", "auto"]);
  });

  it("names a method that needs no prior by itself, whatever it is told", () => {
    expect(checkedMethods(["recorder@data", "recorder"])).toEqual(["recorder"]);
  });

  it.each([
    ["wolf", "method"],
    ["recorder:third", "method"],
    ["auto@audit:30", "knowledge"],
    ["auto@labels:30", "knowledge"],
    ["auto@perhaps", "knowledge"],
  ])("refuses %s", (text, code) => {
    expect(() => checkedMethods([text])).toThrowError(expect.objectContaining({ code }));
  });

  it("wants at least one", () => {
    expect(() => checkedMethods([])).toThrowError(expect.objectContaining({ code: "option" }));
  });
});

describe("cvLearner", () => {
  it("uses the options of the setting and the seed of the trial", async () => {
    await optionsOf("recorder:half");
    expect(toy.options.at(-1)).toEqual({ shrink: 0.5, seed: 7 });
    await optionsOf("recorder");
    expect(toy.options.at(-1)).toEqual({ seed: 7 });
  });

  it("lets a learner from unlabeled bags take negatives for unlabeled, and tells it the share of positives", async () => {
    expect(await optionsOf("pu-skc:given")).toMatchObject({ negatives: "unlabeled", prior: 0.4 });
    const own = await optionsOf("pu-skc:given@bbe");
    expect(own).toMatchObject({ negatives: "unlabeled", prior: "bbe" });
    expect(await optionsOf("lsdd:default")).not.toHaveProperty("prior");
  });
});

describe("describeCvMethod", () => {
  it("says what becomes of the negative bags, and what is known of the prior", () => {
    expect(describeCvMethod("auto")).toMatch(/unlabeled\. Here the prior is the share of positive training bags\.$/);
    expect(describeCvMethod("auto@data")).toMatch(/estimated from the data\.$/);
    expect(describeCvMethod("recorder:half")).toBe("Nearest mean: a setting of a toy.");
  });
});
