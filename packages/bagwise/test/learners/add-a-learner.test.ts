import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Execute, LEARNERS, learnerByName, registerLearner, workByName } from "@bagwise/core/learners";
import { encodeModel } from "@bagwise/core/model";
import { checkedCompare } from "@bagwise/lab";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trainingSet } from "../../../core/test/learners/make.js";
import { nearestMeanEntry } from "../../../core/test/learners/nearest-mean.js";
import { armLearner, compareMethods, describeMethods, parseArm } from "../../../lab/src/methods/arm.js";
import { cliHere } from "../cli/run-cli.js";
import { learnersPage } from "../house/learners-page.js";
import { describeContract } from "./contract.js";

// The one line. Everything below follows from it, and from what the learner says of itself.
const remove = registerLearner(nearestMeanEntry);
afterAll(remove);

describeContract(nearestMeanEntry);

describe("a learner that was added to the registry", () => {
  let folder = "";
  const at = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-added-"));
    expect((await cliHere(["synth", at("bags.csv"), "--bags", "40", "--seed", "1"])).status).toBe(0);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const train = (...flags: readonly string[]) =>
    cliHere(["train", at("bags.csv"), "--out", at("m.model"), "--method", "nearest-mean", ...flags]);

  it("is found by its name, once, until it is removed", () => {
    expect(learnerByName("nearest-mean")).toBe(nearestMeanEntry);
    expect(() => registerLearner(nearestMeanEntry)).toThrow(/already/);
    remove();
    expect(() => learnerByName("nearest-mean")).toThrow(/no method/);
    registerLearner(nearestMeanEntry);
  });

  it("has its flags and its text in the help", async () => {
    const { stdout } = await cliHere(["train", "--method", "nearest-mean", "--help"]);
    expect(stdout).toMatch(/--method <name>[\s\S]{0,1500}"nearest-mean"/);
    expect(stdout).toMatch(/Options of the method:[\s\S]*--shrink <number>/);
    expect(stdout.replace(/\s+/g, " ")).toContain(nearestMeanEntry.description.title);
  });

  it("trains, and refuses what it says it cannot do", async () => {
    const { status, stdout } = await train("--shrink", "0.5", "--details");
    expect([status, stdout.includes(nearestMeanEntry.description.title)]).toEqual([0, true]);
    expect((await train("--shrink", "2")).stderr).toContain("--shrink");
    for (const flags of [
      ["--prior", "0.3"],
      ["--threshold", "recall=0.9"],
      ["--degree", "1"],
    ])
      expect((await train(...flags)).status).toBe(2);
    const { stderr } = await cliHere(["train", at("bags.csv"), "--out", at("x.model"), "--shrink", "0.5"]);
    expect(stderr).toContain("nearest-mean");
  });

  it("has its texts in the report of its model", async () => {
    expect((await train()).status).toBe(0);
    const { status } = await cliHere(["report", at("m.model"), "--out", at("m.html")]);
    expect(status).toBe(0);
    const page = readFileSync(at("m.html"), "utf8");
    for (const text of [nearestMeanEntry.description.report.noBound, "A toy searches no grid."])
      expect(page).toContain(text);
    expect(page).toMatch(/<code>nearest-mean<\/code> holds no bags out/);
  }, 60_000);

  it("has its row and its options in the page of the docs", () => {
    expect(learnersPage()).toContain("`--shrink`");
    expect(learnersPage()).toContain(nearestMeanEntry.description.title);
  });

  it("is an arm of comparisons", async () => {
    expect(compareMethods().map(({ name }) => name)).toContain("nearest-mean");
    const { arms } = checkedCompare({ methods: ["nearest-mean@data", "auto@true"] });
    expect(describeMethods(arms)[0]).toMatchObject({
      method: "nearest-mean",
      arms: [{ told: expect.stringContaining("no prior") }],
    });
    const context = { truePrior: 0.3, eta: null, seed: 4, audit: undefined };
    const model = await armLearner(parseArm("nearest-mean"), context).fit(trainingSet());
    expect(model.card).toMatchObject({ learner: "nearest-mean", options: { seed: 4 } });
  });

  it("has units of work that run anywhere by their name, with the same bytes", async () => {
    const elsewhere: Execute = async (work, jobs, onDone) => {
      const { run } = await workByName(work.name);
      return jobs.map((job) => {
        onDone();
        return structuredClone(run(structuredClone(job))) as ReturnType<typeof work.run>;
      });
    };
    const learner = nearestMeanEntry.create({});
    const model = await learner.fit(trainingSet(), { execute: elsewhere });
    expect(encodeModel(model)).toEqual(encodeModel(await learner.fit(trainingSet())));
    await expect(workByName("lsdd")).rejects.toThrow(/no units of work/);
  });

  it("leaves the usual learner what it was", () => {
    expect(LEARNERS.filter(({ description }) => description.usual)).toHaveLength(1);
  });
});
