import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originals } from "../../../lab/test/make.js";
import { checkedCv, compareData, planCv, runCvTrial, trialId } from "../../src/entries/lab.js";
import { readBags } from "../../src/node/files/read-bags.js";
import { writeBags } from "../../src/node/files/write-bags.js";
import { filesOf, makeData } from "./make-data.js";

/** Threads run built files, so the built function is what is tested. */
const built = new URL("../../dist/experiment/index.js", import.meta.url).href;
const { runCv }: typeof import("../../src/experiment/index.js") = await import(/* @vite-ignore */ built);

/** Enough for two folds, and soon trained. */
const FEW = { bags: 30 };

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-cv-"));
  data = await makeData(at("data"), ["wolf", "bear"], FEW);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GRID = { methods: ["pu-skc:given", "pu-skc:given@data"], folds: 2, repeats: 2, seed: 5 };
const WOLF = { ...GRID, datasets: ["wolf"] };
const linesOf = (out: string) =>
  readFileSync(join(at(out), "results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("runCv", () => {
  it("gives what the pure functions give, trial by trial, in the order of the plan", async () => {
    const outcome = await runCv({ ...WOLF, data, out: at("one"), workers: 1 });
    expect(outcome).toMatchObject({ complete: true, done: 8, total: 8, notes: [] });
    const bags = await readBags(join(data, "wolf.csv"));
    const hash = await contentHash(bags);
    const expected = await Promise.all(
      planCv([compareData("wolf", bags)], checkedCv(GRID)).map(async (spec) => ({
        id: await trialId(spec, hash),
        spec,
        result: (await runCvTrial(bags, spec)).result,
      })),
    );
    const [header, ...lines] = linesOf("one");
    expect(header).toMatchObject({ experiment: "cv", options: { folds: 2, seed: 5 }, data: { wolf: hash } });
    expect(lines).toEqual(expected.map((each) => expect.objectContaining(each)));
    expect(outcome.summary?.cells.map(({ method, trainings }) => [method, trainings])).toEqual([
      ["pu-skc:given", 4],
      ["pu-skc:given@data", 4],
    ]);
  });

  it("writes the same bytes with two workers and after an interruption, and runs nothing twice", async () => {
    const controller = new AbortController();
    const stopped = await runCv(
      { ...WOLF, data, out: at("two"), workers: 2 },
      { signal: controller.signal, onProgress: ({ done }) => (done >= 3 ? controller.abort() : undefined) },
    );
    expect(stopped).toMatchObject({ complete: false, summary: undefined, files: [] });
    const kept = linesOf("two").slice(1);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(8);
    // A kill in the middle of a line.
    const path = join(at("two"), "results.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").slice(0, -20));
    const before: number[] = [];
    const finished = await runCv(
      { ...WOLF, data, out: at("two"), workers: 2 },
      { onProgress: (progress) => before.push(progress.before) },
    );
    expect(finished.complete).toBe(true);
    expect(new Set(before)).toEqual(new Set([kept.length - 1]));
    expect(filesOf(at("two"))).toEqual(filesOf(at("one")));
    expect(Object.keys(filesOf(at("two")))).toEqual([
      "report.html",
      "results.jsonl",
      "table.csv",
      "table.md",
      "table.tex",
    ]);
  });

  it("keeps what is done when more repeats, methods or data sets are asked for", async () => {
    const done = linesOf("two").slice(1);
    const larger = { ...GRID, repeats: 3, methods: [...GRID.methods, "svm"], datasets: ["bear", "wolf"] };
    const records: number[] = [];
    await runCv(
      { ...larger, data, out: at("two"), workers: 2 },
      { onProgress: (progress) => records.push(progress.before) },
    );
    expect(records[0]).toBe(done.length);
    expect(linesOf("two")).toEqual(expect.arrayContaining(done));
    await runCv({ ...larger, data, out: at("fresh"), workers: 1 });
    expect(filesOf(at("fresh"))).toEqual(filesOf(at("two")));
  });

  it("refuses a folder with other folds or seeds, or with trials that are not asked for", async () => {
    const run = (changes: object) => runCv({ ...WOLF, data, out: at("one"), workers: 1, ...changes });
    await expect(run({ folds: 4 })).rejects.toMatchObject({ code: "other-experiment" });
    await expect(run({ seed: 6 })).rejects.toMatchObject({ code: "other-experiment" });
    await expect(run({ repeats: 1 })).rejects.toThrow(/wolf, pu-skc:given, repeat 2, fold 1/);
    await expect(run({ methods: ["auto"] })).rejects.toMatchObject({ code: "other-experiment" });
  });
});

describe("the data sets of a cross-validation", () => {
  const small = { methods: ["pu-skc:given"], folds: 2, repeats: 1, workers: 1 };
  const namesOf = ({ run }: Awaited<ReturnType<typeof runCv>>) => run.data.map(({ name }) => name);

  it("are the paper's that the folder has, in the paper's order, with a note on the others", async () => {
    const mixed = await makeData(at("mixed"), ["fox", "ant", "musk1"], FEW);
    const outcome = await runCv({ ...small, data: mixed, out: at("paper") });
    expect(namesOf(outcome)).toEqual(["musk1", "fox"]);
    const codes = outcome.notes.map(({ code }) => code);
    // These are not the data sets of the literature, so nothing published stands beside them.
    expect(codes).toEqual(["other-data", "not-table-2", "not-table-2"]);
    expect(outcome.notes[0].message).toContain("ant");
    const all = await runCv({ ...small, data: mixed, datasets: ["all"], out: at("all") });
    expect(namesOf(all)).toEqual(["musk1", "fox", "ant"]);
  });

  it("are all files of a folder without any of the paper's", async () => {
    expect(namesOf(await runCv({ ...small, data, out: at("own") }))).toEqual(["bear", "wolf"]);
  });

  it("must be there, labelled, of both labels, and large enough for the folds", async () => {
    const bags = originals({ positive: 4, negative: 9 });
    const bad = { ...small, data: await makeData(at("bad-data"), ["wolf"]), out: at("bad") };
    const add = async (name: string, of: typeof bags) => {
      await writeBags(of, join(at("bad-data"), `${name}.csv`));
      return { ...bad, datasets: [name] };
    };
    const unlabeled = bags.withLabels(bags.labels().map((label, i) => (i === 2 ? "unlabeled" : label)));
    await expect(runCv(await add("unknown", unlabeled))).rejects.toMatchObject({ code: "unlabeled" });
    await expect(runCv(await add("one", bags.positive()))).rejects.toMatchObject({ code: "one-class" });
    const few = { ...(await add("few", bags)), folds: 5 };
    await expect(runCv(few)).rejects.toMatchObject({ code: "too-few-bags" });
    await expect(runCv({ ...few, folds: 4 })).resolves.toMatchObject({ complete: true });
    await expect(runCv({ ...bad, data: at("nowhere") })).rejects.toMatchObject({ code: "no-data" });
    await expect(runCv({ ...bad, datasets: ["cat"] })).rejects.toMatchObject({ code: "data-set" });
    await expect(runCv({ ...bad, workers: 0 })).rejects.toThrow(/workers/);
  });
});
