import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCompare, compareData, planCompare, runCompareTrial, trialId } from "../../src/entries/lab.js";
import { readBags } from "../../src/node/files/read-bags.js";
import { filesOf, makeData } from "./make-data.js";

/** Threads run built files, so the built function is what is tested. */
const built = new URL("../../dist/experiment/index.js", import.meta.url).href;
const { runCompare }: typeof import("../../src/experiment/index.js") = await import(/* @vite-ignore */ built);

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-compare-"));
  data = await makeData(at("data"), ["wolf", "bear"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GRID = {
  methods: ["pu-skc:given@true", "pu-skc:given@audit:6", "lsdd:default"],
  priors: [0.4],
  trials: 1,
  seeds: [1, 7],
  labeled: [5],
  unlabeled: 16,
  test: 12,
};

describe("runCompare", () => {
  it("gives what the pure functions give, trial by trial, in the order of the plan", async () => {
    const outcome = await runCompare({
      ...GRID,
      data,
      datasets: ["wolf"],
      families: ["plain"],
      out: at("one"),
      workers: 1,
    });
    expect(outcome).toMatchObject({ complete: true, done: 18, total: 18, notes: [] });
    const bags = await readBags(join(data, "wolf.csv"));
    const hash = await contentHash(bags);
    const { specs } = planCompare([compareData("wolf", bags)], checkedCompare(GRID));
    const expected = await Promise.all(
      specs.map(async (spec) => ({
        id: await trialId(spec, hash),
        spec,
        result: (await runCompareTrial(bags, spec)).result,
      })),
    );
    const [header, ...lines] = readFileSync(join(at("one"), "results.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(header)).toMatchObject({ experiment: "compare", data: { wolf: hash, "family:plain": "drawn" } });
    expect(lines.slice(0, 12).map((line) => JSON.parse(line))).toEqual(
      expected.map((each) => expect.objectContaining(each)),
    );
    expect(lines).toHaveLength(18);
    expect(outcome.comparison?.groups).toEqual(["leak-free", "original", "families"]);
    expect(Object.keys(filesOf(at("one")))).toEqual(["cells.csv", "compare.md", "report.html", "results.jsonl"]);
  });

  it("writes the same bytes with two workers, and after an interruption", async () => {
    const options = { ...GRID, data, datasets: ["wolf"], families: ["plain"] };
    await runCompare({ ...options, out: at("two"), workers: 2 });
    expect(filesOf(at("two"))).toEqual(filesOf(at("one")));
    const controller = new AbortController();
    const stopped = await runCompare(
      { ...options, out: at("three"), workers: 1 },
      { signal: controller.signal, onProgress: ({ done }) => done === 5 && controller.abort() },
    );
    expect(stopped).toMatchObject({ complete: false, done: 5, comparison: undefined });
    const seen: number[] = [];
    await runCompare({ ...options, out: at("three"), workers: 1 }, { onProgress: ({ before }) => seen.push(before) });
    expect(new Set(seen)).toEqual(new Set([5]));
    expect(filesOf(at("three"))).toEqual(filesOf(at("one")));
  });

  it("goes on with more methods, seeds and data sets, and refuses fewer", async () => {
    const options = {
      ...GRID,
      methods: ["pu-skc:given"],
      seeds: [1],
      data,
      datasets: ["wolf"],
      out: at("more"),
      workers: 1,
    };
    await runCompare(options);
    const befores: number[] = [];
    const larger = { ...options, methods: ["lsdd:default", "pu-skc:given"], seeds: [1, 2], datasets: ["wolf", "bear"] };
    const { total } = await runCompare(larger, { onProgress: ({ before }) => befores.push(before) });
    expect([befores[0], total]).toEqual([2, 16]);
    await expect(runCompare(options)).rejects.toThrow(/\bbear\b/);
  });

  it("takes families alone when nothing else is named", async () => {
    const { comparison } = await runCompare({
      ...{ methods: ["pu-skc:given"], families: ["tiny-bags", "plain"], trials: 1, out: at("families"), workers: 1 },
    });
    expect(comparison?.data.map(({ name }) => name)).toEqual(["family:plain", "family:tiny-bags"]);
  });

  it("says what is wrong before anything runs", async () => {
    const run = (changes: object) => runCompare({ ...GRID, data, out: at("bad"), ...changes });
    await expect(run({ families: ["wolves"] })).rejects.toThrow(/no family "wolves"/);
    await expect(run({ data: at("nowhere") })).rejects.toThrow(/nowhere/);
    await expect(run({ methods: ["pu-skc@wolf"] })).rejects.toThrow(/"wolf"/);
    await expect(run({ workers: 0 })).rejects.toThrow(/workers/);
    await expect(run({ datasets: ["cat"] })).rejects.toThrow(/no data set "cat"/);
  });
});
