import { registerBaselines } from "@bagwise/baselines";
import { LEARNERS } from "@bagwise/core/learners";
import { describe, expect, it } from "vitest";
import { PRIOR_METHOD_NAMES } from "../../../bagwise/src/entries/prior.js";
import { armLearner, compareMethods, describeArm, describeMethods, parseArm } from "../../src/methods/arm.js";
import { parseKnowledge } from "../../src/methods/knowledge.js";
import { originals } from "../make.js";

registerBaselines();

const CONTEXT = { truePrior: 0.37, eta: 1e4, seed: 5, audit: undefined };
const bags = originals();
const training = bags.withLabels(bags.labels().map((_, i) => (i < 10 ? "positive" : "unlabeled")));

/** The options that the learner of an arm was made with, as its model's card has them. */
async function optionsOf(text: string, context = {}, on = training) {
  const model = await armLearner(parseArm(text), { ...CONTEXT, ...context }).fit(on);
  return model.card.options;
}

describe("parseArm", () => {
  it("takes a method alone as one that knows the prior", () => {
    expect(parseArm("pu-skc:given")).toEqual({ name: "pu-skc:given@true", method: "pu-skc:given", knowledge: "true" });
    expect(parseArm("lsdd@audit:30").name).toBe("lsdd@audit:30");
  });

  it("lists what there is when there is no such method or knowledge", () => {
    expect(() => parseArm("pu-sky")).toThrow(/no method "pu-sky".*pu-skc, pu-skc:given/);
    expect(() => parseArm("pu-skc@")).toThrow(/"".*true, data, audit:N/);
    expect(() => parseArm("pu-skc@audit:0")).toThrowError(expect.objectContaining({ code: "knowledge" }));
    expect(() => parseArm("pu-skc@audit:1.5")).toThrow(/audit:N/);
  });
});

describe("parseKnowledge", () => {
  it("knows every estimator, and audits of any size", () => {
    for (const name of PRIOR_METHOD_NAMES) expect(parseKnowledge(name)).toEqual({ kind: "estimator", name });
    expect(parseKnowledge("audit:30")).toEqual({ kind: "audit", bags: 30, labels: false });
    expect(parseKnowledge("labels:7")).toEqual({ kind: "audit", bags: 7, labels: true });
  });
});

describe("compareMethods", () => {
  it("has every learner, and every method once", () => {
    const methods = compareMethods();
    for (const { description } of LEARNERS)
      expect(methods.some(({ learner }) => learner === description.name)).toBe(true);
    expect(new Set(methods.map(({ name }) => name)).size).toBe(methods.length);
    for (const { name, title } of methods)
      expect(describeArm({ method: name, knowledge: "data" }).startsWith(`${title}: `)).toBe(true);
  });
});

describe("describeMethods", () => {
  it("says what a method does once, and then what each of its arms knows", () => {
    const described = describeMethods(["auto", "lsdd", "auto@data", "auto@audit:30"].map(parseArm));
    expect(described.map(({ method }) => method)).toEqual(["auto", "lsdd"]);
    expect(described[0].arms.map(({ name }) => name)).toEqual(["auto@true", "auto@data", "auto@audit:30"]);
    expect(new Set(described[0].arms.map(({ told }) => told)).size).toBe(3);
    expect(described[0].arms[2].told).toContain("30 ");
    // Nothing of the method itself may contradict what it knows.
    expect(described[0].text).not.toMatch(/from the data|no knob|known$/);
    // LSDD needs no prior, so it does not matter whether it is known.
    expect(described[1].arms[0].told).not.toBe(described[0].arms[0].told);
  });
});

describe("armLearner", () => {
  it("tells the method what its arm knows, and nothing else", async () => {
    expect(await optionsOf("pu-skc:given@true")).toMatchObject({ prior: 0.37, seed: 5, degree: 1 });
    expect(await optionsOf("pu-skc:given@data")).not.toHaveProperty("prior");
    expect(await optionsOf("pu-skc:given@as-printed")).toMatchObject({ prior: "as-printed", eta: 1e4 });
    expect(await optionsOf("pu-skc:given@as-printed", { eta: null })).not.toHaveProperty("eta");
    expect(await optionsOf("pu-skc:given@bbe")).toMatchObject({ prior: "bbe" });
  });

  it("tells one that takes no audit the mean of what the audit leaves of the prior", async () => {
    const audit = { positive: 7, reviewed: 30 };
    expect(await optionsOf("pu-skc:given@audit:30", { audit })).toMatchObject({ prior: 0.25 });
  });

  it("lets a learner use known negatives where it can, and drop them where not", async () => {
    const labelled = bags.withLabels(bags.labels().map((label, i) => (i < 10 || i > 70 ? label : "unlabeled")));
    const audit = { positive: 0, reviewed: 9 };
    expect(await optionsOf("pu-skc:given@labels:9", { audit }, labelled)).toHaveProperty("negatives");
    expect(await optionsOf("lsdd:default@labels:9", { audit }, labelled)).toMatchObject({ negatives: "drop" });
    expect(await optionsOf("pu-skc:given@audit:9", { audit })).not.toHaveProperty("negatives");
  });

  it("tells no prior to a method that does not decide by one", async () => {
    for (const knowledge of ["true", "bbe", "audit:9"])
      expect(await optionsOf(`lsdd:default@${knowledge}`, { audit: { positive: 1, reviewed: 9 } })).not.toHaveProperty(
        "prior",
      );
  });
});
