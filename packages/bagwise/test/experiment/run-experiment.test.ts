import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planGrid, runTrial, trialId } from "../../src/entries/lab.js";
import { readBags } from "../../src/node/files/read-bags.js";
import { filesOf, makeData, SMALL } from "./make-data.js";

/** Threads run built files, so the built function is what is tested. */
const built = new URL("../../dist/experiment/index.js", import.meta.url).href;
const { runExperiment }: typeof import("../../src/experiment/index.js") = await import(/* @vite-ignore */ built);

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-experiment-"));
  data = await makeData(at("data"), ["musk1", "fox"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GRID = { ...SMALL, datasets: ["musk1"], methods: ["pu-skc:given"], priors: [0.3, 0.6], trials: 2 };
const FINAL = ["report.html", "results.jsonl", "table.csv", "table.md", "table.tex"];
const ids = (out: string, file: string) =>
  readFileSync(join(out, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id)
    .filter((id) => id !== undefined);

describe("runExperiment", () => {
  it("gives what the pure functions give, trial by trial, in the order of the grid", async () => {
    const seen: number[] = [];
    const outcome = await runExperiment(
      { ...GRID, data, out: at("one"), workers: 1 },
      { onProgress: ({ done }) => seen.push(done) },
    );
    expect(outcome).toMatchObject({ complete: true, done: 4, total: 4 });
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    const bags = await readBags(join(data, "musk1.csv"));
    const hash = await contentHash(bags);
    const expected = await Promise.all(
      planGrid("paper", GRID).map(async (spec) => ({
        id: await trialId(spec, hash),
        spec,
        result: (await runTrial(bags, spec)).result,
      })),
    );
    const [header, ...lines] = readFileSync(join(at("one"), "results.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(header)).toMatchObject({
      experiment: "paper",
      options: { seed: 1, test: 12 },
      data: { musk1: hash },
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual(expected.map((each) => expect.objectContaining(each)));
    expect(outcome.summary?.cells.map(({ prior, trials }) => [prior, trials])).toEqual([
      [0.3, 2],
      [0.6, 2],
    ]);
    expect(Object.keys(filesOf(at("one")))).toEqual(FINAL);
  });

  it("writes the same bytes with two workers", async () => {
    await runExperiment({ ...GRID, data, out: at("two"), workers: 2 });
    expect(filesOf(at("two"))).toEqual(filesOf(at("one")));
  });

  it("stops at the signal, keeps what is done, and goes on with the rest alone", async () => {
    const controller = new AbortController();
    const out = at("stopped");
    const first = await runExperiment(
      { ...GRID, data, out, workers: 1 },
      { signal: controller.signal, onProgress: ({ done }) => done === 2 && controller.abort() },
    );
    expect(first).toMatchObject({ complete: false, done: 2, total: 4, summary: undefined, files: [] });
    expect(existsSync(join(out, ".lock"))).toBe(false);
    const kept = ids(out, "results.jsonl");
    expect(kept).toHaveLength(2);
    const seen: number[] = [];
    await runExperiment(
      { ...GRID, data, out, workers: 1 },
      { onProgress: ({ done, before }) => seen.push(done, before) },
    );
    expect(seen).toEqual([2, 2, 3, 2, 4, 2]);
    expect(ids(out, "timings.jsonl").slice(0, 2)).toEqual(kept);
    expect(new Set(ids(out, "timings.jsonl")).size).toBe(4);
    expect(filesOf(out)).toEqual(filesOf(at("one")));
  });

  it("extends a finished grid by trials, priors and data sets to what a fresh run gives", async () => {
    const larger = { ...GRID, datasets: ["fox", "musk1"], priors: [0.6, 0.3, 0.5], trials: 3, data, workers: 1 };
    const out = at("grown");
    cpSync(at("one"), out, { recursive: true });
    const seen: number[] = [];
    await runExperiment({ ...larger, out }, { onProgress: ({ before }) => seen.push(before) });
    expect(seen[0]).toBe(4);
    expect(ids(out, "timings.jsonl")).toHaveLength(18);
    await runExperiment({ ...larger, out: at("fresh") });
    expect(filesOf(out)).toEqual(filesOf(at("fresh")));
    await expect(runExperiment({ ...GRID, data, out })).rejects.toMatchObject({ code: "other-experiment" });
  });

  it("warns of data that are not those of the paper, and runs on them", async () => {
    const early: string[] = [];
    const { notes, run } = await runExperiment(
      { ...GRID, trials: 1, priors: [0.3], data, out: at("warned"), workers: 1 },
      { onProgress: (progress) => progress.done === 0 && early.push(...progress.notes.map(({ message }) => message)) },
    );
    expect(notes).toHaveLength(1);
    expect(notes[0].message).toMatch(/^musk1\.csv .*\b3 features .*\b166/);
    expect(run.notes).toEqual(notes);
    expect(early).toEqual(notes.map(({ message }) => message));
    expect(readFileSync(join(at("warned"), "report.html"), "utf8")).toContain(`Note: ${notes[0].message}.`);
  });

  it("measures seconds for `time`, on one thread unless told otherwise", async () => {
    const { summary, run } = await runExperiment({
      ...GRID,
      experiment: "time",
      priors: [0.3],
      trials: 1,
      data,
      out: at("time"),
    });
    expect(run.workers).toBe(1);
    expect(summary?.cells[0].seconds?.mean).toBeGreaterThan(0);
  });

  it("shows experiments of other kinds in the same report, and refuses two of one kind at once", async () => {
    const tiny = { ...GRID, priors: [0.3], trials: 1, data, workers: 1 };
    const out = at("both");
    await runExperiment({ ...tiny, out, also: [at("time")] });
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toMatch(
      /bagwise experiment time --datasets musk1 .* --seed 1 --out experiment-time\nbagwise experiment paper .* --also experiment-time</,
    );
    await expect(runExperiment({ ...tiny, out: at("unmade"), also: [at("one")] })).rejects.toThrow(/\bpaper\b/);
    await expect(runExperiment({ ...tiny, out: at("unmade"), also: [at("empty")] })).rejects.toMatchObject({
      code: "also",
    });
    expect(existsSync(at("unmade"))).toBe(false);
  });

  it("refuses bad options before it writes anything", async () => {
    const out = at("never");
    for (const [options, message] of [
      [{ workers: 0 }, /workers is 0/],
      [{ methods: ["svm"] }, /no method "svm"/],
      [{ trials: 0 }, /trials is 0/],
      [{ data: at("nowhere") }, /musk1\.csv .*nowhere/],
    ] as const)
      await expect(runExperiment({ ...GRID, data, out, ...options })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });

  it("makes folders, and refuses a file in their place with a sentence", async () => {
    const tiny = { ...GRID, priors: [0.3], trials: 1, data, workers: 1 };
    const file = at("a-file");
    writeFileSync(file, "mine");
    for (const out of [file, join(file, "below")])
      await expect(runExperiment({ ...tiny, out })).rejects.toMatchObject({ code: "not-a-folder", where: { file } });
    expect(readFileSync(file, "utf8")).toBe("mine");
    const deep = at(join("deep", "er"));
    expect((await runExperiment({ ...tiny, out: deep })).complete).toBe(true);
  });

  it("refuses a folder in which another run is at work", async () => {
    const out = at("busy");
    let second: Promise<unknown> | undefined;
    await runExperiment(
      { ...GRID, data, out, workers: 1 },
      {
        onProgress: ({ done }) => {
          if (done === 1) second = runExperiment({ ...GRID, data, out }).catch((error: unknown) => error);
        },
      },
    );
    expect(await second).toMatchObject({ code: "locked" });
  });
});
