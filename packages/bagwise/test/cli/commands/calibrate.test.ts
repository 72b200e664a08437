import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed, refusal } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const QUICK = ["--method", "pu-skc", "--degree", "1", "--lambda", "0.1", "--bootstrap", "0", "--prior", "0.3"];

const run = (...args: readonly string[]) => printed(args);

const refused = (...args: readonly string[]) => refusal(args);
const json = async (...args: readonly string[]) => JSON.parse(await run(...args, "--json"));
const probabilities = async (model: string): Promise<(number | null)[]> =>
  (await json("predict", at(model), at("new.csv"))).bags.map(
    ({ probability }: { probability: number | null }) => probability,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-calibrate-"));
  const shape = ["--bags", "90", "--labeled", "20", "--dimensions", "4", "--distance", "4"];
  await run("synth", at("bags.csv"), ...shape, "--seed", "1");
  await run("synth", at("new.csv"), ...shape, "--seed", "2");
  await run("train", at("bags.csv"), "--out", at("m.model"), ...QUICK);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise calibrate", () => {
  it("shows how probabilities would change, and writes nothing unless told to", async () => {
    const before = readFileSync(at("m.model"));
    const text = await run("calibrate", at("m.model"));
    expect(text).toMatch(/^Before +mixture: straight lines through \d+ points$/m);
    expect(text).toMatch(/^After +mixture: straight lines through \d+ points?$/m);
    expect(text).toMatch(/score from +to +bags +positives +counted +before +after/);
    expect(text).toContain("Nothing was written");
    expect(readFileSync(at("m.model"))).toEqual(before);
    const { reliability, calibration } = await json("calibrate", at("m.model"));
    expect(reliability.reduce((sum: number, { bags }: { bags: number }) => sum + bags, 0)).toBe(70);
    expect(calibration.scores).toHaveLength(calibration.probabilities.length);
  });

  it("writes a model whose predictions have other probabilities and the same scores and answers", async () => {
    await run("calibrate", at("m.model"), "--method", "monotone", "--out", at("c.model"));
    const [before, after] = [await probabilities("m.model"), await probabilities("c.model")];
    expect(after).not.toEqual(before);
    for (const share of after) expect(share !== null && share >= 0 && share <= 1).toBe(true);
    const parts = async (model: string) =>
      (await json("predict", at(model), at("new.csv"))).bags.map(
        ({ probability: _, ...rest }: { probability: number }) => rest,
      );
    expect(await parts("c.model")).toEqual(await parts("m.model"));
  });

  it("leaves probabilities blank after none, and the mixture brings them back as training made them", async () => {
    copyFileSync(at("m.model"), at("n.model"));
    await run("calibrate", at("n.model"), "--method", "none", "--in-place");
    expect(new Set(await probabilities("n.model"))).toEqual(new Set([null]));
    expect(await run("predict", at("n.model"), at("new.csv"))).toMatch(/^[^,]+,[^,]+,(positive|negative),,(yes)?$/m);
    await run("calibrate", at("n.model"), "--in-place");
    expect(await probabilities("n.model")).toEqual(await probabilities("m.model"));
  });

  it("takes another prior, and new bags instead of those that were held out", async () => {
    const mean = async (...args: readonly string[]) => {
      const { reliability } = await json("calibrate", at("m.model"), ...args);
      const total = (of: (row: { bags: number; after: number }) => number) =>
        reliability.map(of).reduce((a: number, b: number) => a + b, 0);
      return total(({ bags, after }) => bags * after) / total(({ bags }) => bags);
    };
    expect(await mean("--prior", "0.15")).toBeCloseTo(0.15, 6);
    expect(await mean(at("new.csv"))).toBeCloseTo(0.3, 6);
    const own = await json("calibrate", at("m.model"));
    expect((await json("calibrate", at("m.model"), at("new.csv"))).calibration).not.toEqual(own.calibration);
  });

  it("says what is wrong and what to do", async () => {
    expect(await refused("calibrate", at("m.model"), at("bags.csv"))).toContain("the model was trained on these bags");
    expect(await refused("calibrate", at("m.model"), "--out", at("m.model"))).toContain("--in-place");
    expect(await refused("calibrate", at("m.model"), "--method", "platt")).toContain(
      "mixture, sigmoid, monotone, none",
    );
    await run("train", at("bags.csv"), "--out", at("mil.model"), "--method", "pu-mil", "--epochs", "1");
    expect(await refused("calibrate", at("mil.model"))).toMatch(/mil\.model: .*pu-mil/);
    await run("calibrate", at("mil.model"), at("new.csv"), "--prior", "0.3", "--in-place");
    for (const share of await probabilities("mil.model")) expect(share !== null && share > 0 && share < 1).toBe(true);
  });
});

describe("bagwise train --calibrate", () => {
  it("keeps the calibration in the model", async () => {
    const { calibration } = await json(
      "train",
      at("bags.csv"),
      "--out",
      at("t.model"),
      ...QUICK,
      "--calibrate",
      "monotone",
    );
    expect(calibration).toEqual((await json("calibrate", at("m.model"), "--method", "monotone")).calibration);
    await run("train", at("bags.csv"), "--out", at("t.model"), ...QUICK, "--calibrate", "none");
    expect(new Set(await probabilities("t.model"))).toEqual(new Set([null]));
  });
});
