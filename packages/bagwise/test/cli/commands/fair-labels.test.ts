import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const { bags, truth } = synthesise({
  bags: 120,
  labeled: 48,
  prior: 0.01,
  distance: 3,
  dimensions: 4,
  seed: 9,
  reveal: true,
});

/** The mean of all values: positive instances are shifted up. */
const ease = Array.from(
  bags,
  ({ values }) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length,
);
const isPositive = new Map(bags.ids().map((id, i) => [id, truth[i] === "positive"]));

const json = async (...args: string[]) => {
  const { status, stdout, stderr } = await cliHere([...args, "--json"]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
};
const codes = ({ notes }: { notes: { code: string }[] }) => notes.map(({ code }) => code);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-fair-"));
  const positives = [...ease.keys()].filter((i) => truth[i] === "positive").sort((i, j) => ease[j] - ease[i]);
  const labelled = new Set(positives.slice(0, 15));
  const rows = Array.from(bags).flatMap(({ index, id, size, instance }) =>
    Array.from({ length: size }, (_, j) =>
      [id, labelled.has(index) ? 1 : 0, ...instance(j), labelled.has(index) ? 0.3 : 0.2].join(),
    ),
  );
  writeFileSync(at("easy.csv"), `bag,label,${bags.features.join()},chance\n${rows.join("\n")}\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("labels of the easiest positives", () => {
  it("give a lower bound with --labelled-how easiest", async () => {
    const usual = await json("prior", at("easy.csv"), "--ignore", "chance");
    const bound = await json("prior", at("easy.csv"), "--ignore", "chance", "--labelled-how", "easiest");
    expect(usual.summary.high).toBeLessThan(33 / 105);
    expect(bound.summary.high).toBeGreaterThan(0.6);
    expect(bound.known).toEqual({ labelledHow: "easiest" });
    const { stdout } = await cliHere(["prior", at("easy.csv"), "--ignore", "chance", "--labelled-how", "easiest"]);
    expect(stdout).toContain("at least 0.");
    expect(stdout).not.toContain("well enough");
  });

  it("are contradicted by an audit, in the audit and wherever its answers are used", async () => {
    const model = at("easy.model");
    await json("train", at("easy.csv"), "--ignore", "chance", "--out", model);
    await json("audit", model, at("easy.csv"), "-n", "40", "--out", at("audit.csv"));
    const [header, ...lines] = readFileSync(at("audit.csv"), "utf8").trim().split("\n");
    const filled = lines.map((line) => line.split(",")).map(([id, , code]) => [id, isPositive.get(id) ? 1 : -1, code]);
    writeFileSync(at("answers.csv"), `${[header, ...filled.map((cells) => cells.join())].join("\n")}\n`);
    const audit = await json("audit", model, at("easy.csv"), "--answers", at("answers.csv"));
    expect(audit.fairness.scores).toMatchObject({ labelled: 15, differs: true });
    expect(codes(audit)).toContain("labels-not-fair");
    const prior = await json("prior", at("easy.csv"), "--ignore", "chance", "--audited", at("answers.csv"));
    expect(codes(prior)).toContain("labels-not-fair");
    expect(prior.advice.doubt).toBe("not-fair");
    expect(prior.summary.high).toBeGreaterThan(33 / 105);
    const told = ["--ignore", "chance", "--audited", at("answers.csv"), "--out", at("told.model")];
    const trained = await json("train", at("easy.csv"), ...told);
    expect(codes(trained)).toContain("labels-not-fair");
    expect(trained.advice.text.join(" ")).not.toContain("well enough");
    expect(codes(await json("evaluate", at("told.model")))).toContain("labels-not-fair");
  });

  it("tell the prior if a column has their propensities, which later commands ignore", async () => {
    const flags = ["--scenario", "single-set", "--propensity", "chance"];
    const trained = await json("train", at("easy.csv"), ...flags, "--out", at("chance.model"));
    expect(trained.prior.method).toBe("propensities");
    expect(trained.prior.value).toBeCloseTo(50 / 120, 1);
    const { summary } = await json("prior", at("easy.csv"), ...flags);
    expect(summary.mean).toBe(trained.prior.value);
    expect((await json("rank", at("chance.model"), at("easy.csv"))).ranked).toBe(105);
    for (const wrong of [
      ["--propensity", "chance"],
      [...flags, "--labelled-how", "easiest"],
    ]) {
      const { status, stderr } = await cliHere(["prior", at("easy.csv"), ...wrong]);
      expect(status).toBe(2);
      expect(stderr).toContain("--propensity");
    }
  });
});
