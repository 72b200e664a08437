import { readFileSync } from "node:fs";
import { defaultText } from "@bagwise/core/base";
import { type LearnerDescription, type LearnerEntry, usualLearner } from "@bagwise/core/learners";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nearestMeanEntry } from "../../../../core/test/learners/nearest-mean.js";
import { flagName } from "../../../src/cli/flags/options.js";
import { runCli } from "../../../src/cli/run.js";
import { LEARNERS, registerLearner } from "../../../src/learners.js";
import { Collected, cliHere, printed, refusal } from "../run-cli.js";

/** The toy as a learner from positive and negative bags, under a name that is too wide for its column. */
const signed: LearnerEntry = {
  ...nearestMeanEntry,
  description: { ...nearestMeanEntry.description, name: "nearest-mean-of-two", learnsFrom: "positive and negative" },
};

let remove = () => {};
beforeAll(() => {
  remove = registerLearner(signed);
});
afterAll(() => remove());

const described = () => LEARNERS.map(({ description }) => description);
/** The text in one line, so that it does not matter where lines break. */
const flat = (text: string) => text.replace(/\s+/g, " ");

describe("bagwise methods", () => {
  it("lists every method with what it needs and gives, its cost and when to use it", async () => {
    const text = flat(await printed(["methods"]));
    for (const { name, title, cost, when } of described())
      for (const part of [` ${name} `, title, cost, when]) expect(text, name).toContain(part);
    expect(text.match(/ needs positive /g)).toHaveLength(LEARNERS.length);
    expect(text.match(/ gives scores of bags/g)).toHaveLength(LEARNERS.length);
    expect(text.match(/\(used by default\)/g)).toHaveLength(1);
  });

  it("groups them by what they learn from, and says what some do with unlabeled bags", async () => {
    const [, unlabeled = "", negative = ""] = flat(await printed(["methods"])).split("Learn from positive and ");
    for (const { name, title, learnsFrom } of described()) {
      const [own, other] = learnsFrom === "positive and unlabeled" ? [unlabeled, negative] : [negative, unlabeled];
      expect([own.includes(`${name} ${title}`), other.includes(`${name} ${title}`)], name).toEqual([true, false]);
    }
    expect(negative).toContain("take the unlabeled ones for negative");
  });

  it.each([[[]], [["pu-skc"]], [["nearest-mean-of-two"]]])("fits 80 columns with %j", async (args) => {
    const stdout = Object.assign(new Collected(), { isTTY: true, columns: 80 });
    await runCli(["methods", ...args], { stdout, env: { NO_COLOR: "1" } });
    const lines = stdout.text().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => line.length > 80 && !line.startsWith("  $ "))).toEqual([]);
  });

  it("shows everything about each method: paper, options with values and defaults, settings", async () => {
    for (const description of described()) {
      const text = flat(await printed(["methods", description.name]));
      for (const part of partsOf(description)) expect(text, description.name).toContain(flat(part));
    }
  });

  it("shows example commands with flags that the method has", async () => {
    for (const { name, options, prior, scoresInstances } of described()) {
      const [, examples = ""] = (await printed(["methods", name])).split("Examples\n");
      const own = new Set(["--out", "--method", "--top", "--instances", "--data", "--methods", "--workers"]);
      for (const option of options) own.add(flagName(option.name));
      const flags = [...examples.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
      expect(flags.filter((flag) => !own.has(flag))).toEqual([]);
      expect([flags.includes("--prior"), flags.includes("--instances")]).toEqual([
        prior.takes.length > 0,
        scoresInstances,
      ]);
    }
  });

  it("prints the same as JSON, with keys that the docs describe", async () => {
    const docs = readFileSync(new URL("../../../../../docs/reference/json.md", import.meta.url), "utf8");
    const { methods } = JSON.parse(await printed(["methods", "--json"]));
    expect(methods.map(({ name }: { name: string }) => name)).toEqual(described().map(({ name }) => name));
    for (const [k, description] of described().entries()) {
      const { options, ...rest } = methods[k];
      const { name, title, help, learnsFrom, needs, when, cost, paper, prior, holdsOut } = description;
      expect(rest).toMatchObject({ name, title, help, learnsFrom, needs, when, cost, paper, prior, holdsOut });
      expect(rest.usual).toBe(description === usualLearner().description);
      expect(options).toEqual(
        description.options.map((option) => ({
          ...JSON.parse(JSON.stringify(option)),
          flag: flagName(option.name),
        })),
      );
      for (const key of Object.keys(methods[k])) expect(docs, key).toContain(`\`${key}\``);
      const one = JSON.parse(await printed(["methods", description.name, "--json"]));
      expect(one.methods).toEqual([methods[k]]);
    }
  });

  it("answers an unknown name as train does", async () => {
    const sentence = await refusal(["methods", "nonsense"]);
    expect(sentence).toMatch(/^bagwise: there is no method "nonsense"\. Choose one of auto, .*\n$/);
    expect(await cliHere(["methods", "nonsense", "--json"])).toMatchObject({ status: 2, code: "learner" });
  });

  it("shows help with examples", async () => {
    expect(await printed(["methods", "--help"])).toMatch(/Examples:\n {2}\$ bagwise methods/);
  });
});

function partsOf({ title, help, when, cost, paper, options, experiment }: LearnerDescription): string[] {
  return [
    title,
    help,
    when,
    cost,
    paper,
    ...options.flatMap((option) => [flagName(option.name), defaultText(option), ...(option.choices ?? [])]),
    ...(experiment?.settings ?? []).map((setting) => setting.help),
  ];
}
