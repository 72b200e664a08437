import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { Model } from "@bagwise/core/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { literal } from "../src/js/literal.js";
import type { ExportedAnswer } from "../src/js/run-program.js";
import { toJs } from "../src/js/to-js.js";
import { EXPORTABLE, goldenModel, NOT_EXPORTABLE, rowsOfBags, trainedModel, trickyBags } from "./models.js";

interface Exported {
  readonly features: readonly string[];
  readonly threshold: number;
  score(instances: unknown, options?: { witness?: boolean }): ExportedAnswer;
  scoreAll(bags: unknown): ExportedAnswer[];
}

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-js-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The module that a model is exported to, as a program would load it. */
async function load(model: Model): Promise<Exported> {
  const path = join(folder, `model-${made++}.mjs`);
  writeFileSync(path, toJs(model));
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Exported;
}

async function agrees(model: Model, bags: BagSet): Promise<void> {
  const exported = await load(model);
  const answers = exported.scoreAll(rowsOfBags(bags));
  const expected = model.predict(bags);
  expect(answers.map(({ score }) => score)).toEqual(expected.map(({ score }) => score));
  expect(answers.map(({ probability }) => probability)).toEqual(expected.map(({ probability }) => probability));
  const witnesses = new Map(model.rank(bags).map(({ index, witness }) => [index, witness.instance]));
  expect(answers.map(({ witness }) => witness)).toEqual(bags.ids().map((_, i) => witnesses.get(i)));
}

describe("a model as JavaScript", () => {
  it.each(EXPORTABLE)("%s has the same scores, probabilities and witnesses, to the last bit", async (name) => {
    await agrees(goldenModel(name), trickyBags());
  });

  it.each([
    ["pu-skc", { kernel: "affinity-gaussian" }, 3],
    ["pu-skc", { kernel: "normalised-set-cosine" }, 3],
    ["pu-skc", { kernel: "set-laplace+minimax-linear" }, 3],
    ["network", { pooling: "max", epochs: 5 }, 3],
    ["network", { pooling: "mean", epochs: 5 }, 3],
    ["network", { pooling: "log-sum-exp", epochs: 5 }, 3],
    ["pu-skc", { degree: 2, lambda: 0.01, prior: 0.3 }, 300],
  ] as const)("%s with %j and %d features has the same answers", async (method, options, dimensions) => {
    const { model, bags } = await trainedModel(method, options, dimensions);
    await agrees(model, bags);
  });

  it.each(NOT_EXPORTABLE)("%s says that it cannot be exported", (name) => {
    expect(() => toJs(goldenModel(name))).toThrow(InputError);
    expect(() => toJs(goldenModel(name))).toThrow(/kernel (edge-graph|dissimilarity).*bagwise predict/);
  });

  it("is less than 20 KB of code without its numbers, and imports nothing", () => {
    const text = toJs(goldenModel("learner-auto"));
    const code = text.slice(text.indexOf("function numberParts"));
    expect(code.length).toBeLessThan(20_000);
    expect(code).not.toMatch(/\b(?:import|require)\s*[({"']|\bfrom "/);
  });

  it("takes instances by the names of their features, and says which is missing or not a number", async () => {
    const exported = await load(goldenModel("learner-auto"));
    const row = { weight: 1, größe: 2, "f,3": 0.5 };
    expect(exported.score([row])).toEqual(exported.score([[1, 2, 0.5]]));
    expect(exported.score([row], { witness: false }).witness).toBeNull();
    expect(() => exported.score([{ weight: 1, größe: 2 }])).toThrow('instance 0: "f,3" is missing');
    expect(() => exported.score([[1, 2, "3"]])).toThrow('instance 0: "f,3" is not a number');
    expect(() => exported.score([[1, 2]])).toThrow("instance 0 has 2 numbers, not 3");
    expect(() => exported.score([])).toThrow("at least one instance");
    expect(() => exported.score([[1, 2, Infinity]])).toThrow("no finite number");
  });

  it("fills gaps as the model was trained to", async () => {
    const model = goldenModel("learner-auto");
    const recipe = { ...(model.card.recipe ?? {}), missing: "median" } as Model["card"]["recipe"];
    const filling = new Model({ ...model.parts(), card: { ...model.card, ...(recipe && { recipe }) } });
    const exported = await load(filling);
    const median = model.medians.get("größe");
    expect(exported.score([[1, null, 0.5]])).toEqual(exported.score([[1, median, 0.5]]));
  });
});

describe("data as JavaScript", () => {
  it("keeps every bit, shares what is shared, and cannot end a script", () => {
    const shared = Float64Array.of(-0, 5e-324, 0.1 + 0.2, Number.MAX_VALUE);
    const value = { a: shared, b: [shared, null, true], "</script>\u2028": "</script>" };
    const text = literal(value);
    expect(text).not.toMatch(/[<\u2028]/);
    const again = new Function(`return ${text}`)();
    expect(again).toEqual(value);
    expect(again.a).toBe(again.b[0]);
    expect(Object.is(again.a[0], -0)).toBe(true);
  });

  it("keeps the name of a method inside its comment, whatever it is", () => {
    const parts = goldenModel("learner-pu-skc").parts();
    const hostile = new Model({ ...parts, card: { ...parts.card, learner: "x\nglobalThis.broken = 1;\u2028y" } });
    expect(toJs(hostile).split(/[\n\u2028]/)[0]).toContain("x globalThis.broken = 1; y");
  });
});
