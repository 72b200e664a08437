import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const flat = async (...args: readonly string[]) => (await printed(args)).replace(/\s+/g, " ");
const json = async (...args: readonly string[]) => JSON.parse(await printed([...args, "--json"]));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-bias-"));
  const shape = ["--bags", "90", "--labeled", "20", "--dimensions", "4", "--distance", "4", "--prior", "0.3"];
  await printed(["synth", at("bags.csv"), ...shape, "--seed", "1"]);
  await printed(["synth", at("truth.csv"), "--bags", "30", "--dimensions", "4", "--reveal", "--seed", "3"]);
  await printed(["train", at("bags.csv"), "--out", at("auto.model")]);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("--labelled-bias", () => {
  it("shows with prior how much may change, and is named where fair labels are assumed", async () => {
    expect(await flat("prior", at("bags.csv"))).toContain("--labelled-bias 2 shows how much may change.");
    const text = await flat("prior", at("bags.csv"), "--labelled-bias", "2");
    expect(text).not.toContain("shows how much");
    expect(text).toMatch(/some positives up to 2 times as likely to be labelled as others/);
    expect(text).toMatch(/The prior is 0\.\d\d to 0\.\d\d\. \d+ unlabeled bags are called positive/);
    const { labelledBias, summary } = await json("prior", at("bags.csv"), "--labelled-bias", "2");
    expect(labelledBias.factor).toBe(2);
    expect(labelledBias.prior.low).toBeLessThanOrEqual(summary.low);
    expect(labelledBias.prior.high).toBeGreaterThanOrEqual(summary.high);
    expect(labelledBias.stay).toBeLessThanOrEqual(labelledBias.called);
    expect((await json("prior", at("bags.csv"))).labelledBias).toBeNull();
  });

  it("shows the same with evaluate, for every measure", async () => {
    const args = ["evaluate", at("auto.model"), "--bootstrap", "60"];
    const { labelledBias, measures } = await json(...args, "--labelled-bias", "2");
    for (const name of ["auc", "precision", "recall", "accuracy"]) {
      expect(labelledBias.measures[name].low, name).toBeLessThanOrEqual(measures[name].low);
      expect(labelledBias.measures[name].high, name).toBeGreaterThanOrEqual(measures[name].high);
    }
    const text = await flat(...args, "--labelled-bias", "2");
    expect(text).toMatch(
      /possible prior 0\.\d\d to 0\.\d\d AUC \d\.\d\d to \d\.\d\d precision .* recall .* accuracy .* called positive/,
    );
    expect(await flat(...args)).not.toContain("fair sample");
    const same = await json(...args, "--labelled-bias", "1");
    expect(same.labelledBias.measures.auc).toEqual({ low: same.measures.auc.low, high: same.measures.auc.high });
    expect(await flat(...args, "--labelled-bias", "1")).toContain("If the labels are a fair sample possible");
  });

  it.each([
    [["prior", "bags.csv"], "0.5", /--labelled-bias is 0\.5\. Give a number from 1 to 100\./],
    [["prior", "bags.csv"], "x", /--labelled-bias .*x.*It must be a number/],
    [["evaluate", "auto.model"], "0.5", /--labelled-bias is 0\.5\. Give a number from 1 to 100\./],
    [["evaluate", "auto.model"], "x", /It must be a number/],
    [["evaluate", "auto.model", "truth.csv"], "2", /--labelled-bias is about unlabeled bags.*Leave it out/],
    [["prior", "bags.csv", "--labelled-how", "easiest"], "2", /--labelled-how and --labelled-bias both say/],
  ])("refuses what it cannot use: %j %s", async (args, value, message) => {
    const named = args.map((arg) => (/\.(csv|model)$/.test(arg) ? at(arg) : arg));
    const { status, stderr } = await cliHere([...named, "--labelled-bias", value]);
    expect(status).toBe(2);
    expect(stderr.replace(/\s+/g, " ")).toMatch(message);
  });
});
