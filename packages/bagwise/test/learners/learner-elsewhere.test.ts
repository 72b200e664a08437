import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findLearner, type LearnerEntry, learnerModules, registerLearner } from "@bagwise/core/learners";
import { encodeModel, Model } from "@bagwise/core/model";
import { readBags, workerExecutor } from "bagwise";
import { loadModel } from "bagwise/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli, cliHere } from "../cli/run-cli.js";
import { root } from "../require-all.js";

const PACKAGE = "bagwise-first-feature";
const fixture = fileURLToPath(new URL("./fixture-package/", import.meta.url));

describe("a learner in a package of its own", () => {
  let folder = "";
  const inFolder = (args: readonly string[]) => cliHere(args, { cwd: folder });
  const train = (...flags: readonly string[]) =>
    inFolder(["train", "bags.csv", "--out", "m.model", "--force", "--method", "first-feature", ...flags]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-elsewhere-"));
    const modules = join(folder, "node_modules");
    mkdirSync(modules);
    cpSync(fixture, join(modules, PACKAGE), { recursive: true });
    symlinkSync(join(root, "node_modules", "@bagwise"), join(modules, "@bagwise"), "junction");
    expect((await inFolder(["synth", "bags.csv", "--bags", "40", "--seed", "1"])).status).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is not known before its package is named, whatever a model file says", async () => {
    const { status, stderr } = await train();
    expect([status, stderr.includes("first-feature")]).toEqual([2, true]);
    expect((await train("--learner", "bagwise-not-there")).code).toBe("missing-package");
    writeFileSync(join(folder, "empty.js"), "export const methods = [];");
    expect((await train("--learner", "./empty.js")).code).toBe("learner");
  });

  it("trains in threads by its name, saves its model, and the model is loaded", async () => {
    expect((await train("--learner", PACKAGE, "--workers", "2")).status).toBe(0);
    const model = await loadModel(join(folder, "m.model"));
    expect(model).toBeInstanceOf(Model);
    expect(model.card).toMatchObject({ learner: "first-feature", chosen: { threads: 2 } });
    const inProcess = ["train", "bags.csv", "--out", "p.model", "--method", "first-feature", "--workers", "2"];
    expect(cli([...inProcess, "--learner", PACKAGE], { cwd: folder })).toMatchObject({ status: 0 });
    expect(encodeModel(await loadModel(join(folder, "p.model")))).toEqual(encodeModel(model));
    // Nothing is left of it in this process.
    expect([findLearner("first-feature"), learnerModules()]).toEqual([undefined, []]);
  });

  it("shows its options and its text where commands list the methods", async () => {
    const { stdout } = await inFolder(["methods", `--learner=${PACKAGE}`, "--json"]);
    expect(stdout).toContain("First feature, a toy in a package of its own");
    expect((await inFolder(["methods"])).stdout).not.toContain("First feature");
    expect((await inFolder(["train", "--help"])).stdout).toContain("--learner <package>");
  });

  it("is needed to train again, and not to score", async () => {
    expect((await train("--learner", PACKAGE)).status).toBe(0);
    expect((await inFolder(["rank", "m.model", "bags.csv"])).status).toBe(0);
    expect((await inFolder(["rank", "m.model", "bags.csv", "--learner", PACKAGE])).status).toBe(2);
    const evaluate = ["evaluate", "m.model", "bags.csv", "--folds", "3"];
    const { status, code, stderr } = await inFolder(evaluate);
    expect([status, code]).toEqual([2, "learner"]);
    expect(stderr).toContain("--learner PACKAGE");
    expect((await inFolder([...evaluate, "--learner", PACKAGE])).status).toBe(0);
  });

  it("trains in the threads of a program that registers it with its module", async () => {
    const module = pathToFileURL(join(folder, "node_modules", PACKAGE, "index.js")).href;
    const { learners }: { learners: readonly LearnerEntry[] } = await import(module);
    const remove = registerLearner(learners[0], { module });
    const { execute, close } = workerExecutor(2);
    try {
      const bags = await readBags(join(folder, "bags.csv"));
      const learner = learners[0].create({});
      const [here, there] = [await learner.fit(bags), await learner.fit(bags, { execute })];
      expect([here, there].map(({ card }) => card.chosen)).toEqual([{ threads: 0 }, { threads: 2 }]);
      expect(there.rank(bags)).toEqual(here.rank(bags));
      expect(encodeModel(there).length).toBeGreaterThan(100);
    } finally {
      remove();
      await close();
    }
    expect(learnerModules()).toEqual([]);
  });
});
