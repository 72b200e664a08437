import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "@bagwise/core/base";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf } from "../../../lab/src/report/reproduce.js";
import { type ExperimentKind, type GridOptions, planGrid, trialId } from "../../src/entries/lab.js";
import { begin, type JournalHeader } from "../../src/experiment/folder/journal.js";
import { openTimings } from "../../src/experiment/folder/timings.js";
import { readFinished } from "../../src/experiment/read-finished.js";
import { record } from "./make-records.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-finished-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const GRID: GridOptions = { datasets: ["musk2", "fox"], methods: ["pu-skc"], trials: 2 };
const DATA: Record<string, string> = { musk2: "aa", fox: "bb" };
const OPTIONS = {
  unlabeled: 180,
  test: 200,
  noise: "reference",
  priorEstimate: "as-printed",
  centres: null,
  seed: 1,
};
const own: JournalHeader = { bagwise: version, experiment: "paper", options: OPTIONS, data: { fox: "bb" } };

/** Invented results of a whole grid, as a finished run leaves them. */
async function finished(
  experiment: ExperimentKind,
  grid: GridOptions = GRID,
  header: Partial<JournalHeader> = {},
  keep: (k: number) => boolean = () => true,
): Promise<number> {
  const whole: JournalHeader = { ...own, experiment, data: DATA, ...header };
  const specs = planGrid(experiment, grid);
  const records = await Promise.all(
    specs.map(async (spec, k) => ({ ...record(k, spec), id: await trialId(spec, whole.data[spec.dataset]), spec })),
  );
  await begin(
    join(folder, "results.jsonl"),
    whole,
    records.filter((_, k) => keep(k)),
  );
  writeFileSync(join(folder, "report.html"), "");
  const timings = openTimings(join(folder, "timings.jsonl"));
  // The first trial was never timed, the second one twice.
  for (const [k, train] of [
    [1, 9],
    [1, 2],
    [2, 4],
  ])
    timings.append({ id: records[k].id, draw: 0, train, score: 0 });
  timings.close();
  return records.length;
}

describe("readFinished", () => {
  it("gives the summary, and the command that makes the same grid again, with numbers cut to what each data set has", async () => {
    const total = await finished("labels");
    const { also, notes } = await readFinished([folder], own);
    expect(notes).toEqual([]);
    expect(also).toHaveLength(1);
    const [{ summary, recipe }] = also;
    expect(summary).toMatchObject({ experiment: "labels", datasets: ["musk2", "fox"], trials: 2 });
    expect(2 * summary.cells.length).toBe(total);
    expect(commandOf(recipe)).toBe(
      "bagwise experiment labels --datasets musk2,fox --methods pu-skc --priors 0.7 --trials 2 --protocol paper --unlabeled 180 --test 200 --noise reference --prior-estimate as-printed --seed 1",
    );
    expect(recipe).toMatchObject({ version, seed: 1, data: [{ name: "musk2", hash: "aa" }, { name: "fox" }] });
  });

  it("names the numbers of labelled bags that somebody asked for", async () => {
    await finished("labels", { ...GRID, labeled: [5, 9] });
    const [{ recipe }] = (await readFinished([folder], own)).also;
    expect(recipe.options).toMatchObject({ labeled: [5, 9] });
  });

  it("takes times over the trainings that were timed, the last one of each", async () => {
    await finished("time", { ...GRID, datasets: ["fox"], trials: 4 }, { data: { fox: "bb" } });
    const [{ timings }] = (await readFinished([folder], own)).also;
    expect(timings).toEqual([{ dataset: "fox", method: "pu-skc", trainings: 2, seconds: { mean: 3, sd: Math.SQRT2 } }]);
  });

  it("notes options that differ from those of the report's own experiment", async () => {
    await finished("labels", { ...GRID, seed: 7, centres: 50 }, { options: { ...OPTIONS, seed: 7, centres: 50 } });
    const { notes, also } = await readFinished([folder], own);
    expect(notes.map(({ code }) => code)).toEqual(["experiments-differ", "experiments-differ"]);
    expect(notes[0].message).toMatch(/\bcentres 50\b.*\bunset$/);
    expect(notes[1].message).toMatch(/\bseed 7\b.*\b1$/);
    expect(also[0].recipe.seed).toBe(7);
  });

  it.each<[string, Partial<JournalHeader>, RegExp]>([
    ["of another version", { bagwise: "9.9.9" }, /9\.9\.9, not /],
    ["of other data", { data: { ...DATA, fox: "cc" } }, /\bfox\b/],
    ["of data that no trial is there for", { data: { ...DATA, tiger: "dd" } }, /not complete/],
  ])("refuses results %s", async (_, header, message) => {
    await finished("labels", GRID, header);
    await expect(readFinished([folder], own)).rejects.toThrow(message);
  });

  it.each([
    ["the last trial", (k: number) => k < 23],
    ["a trial in the middle", (k: number) => k !== 5],
    ["a number of labelled bags", (k: number) => k < 22],
  ])("refuses results without %s", async (_, keep) => {
    expect(await finished("labels", GRID, {}, keep)).toBe(24);
    await expect(readFinished([folder], own)).rejects.toThrow(/results\.jsonl: .*not complete/);
  });

  it("refuses results whose run never came to its end, although it stopped between two cells", async () => {
    await finished("labels");
    rmSync(join(folder, "report.html"));
    await expect(readFinished([folder], own)).rejects.toThrow(/not complete/);
  });

  it("refuses a comparison, which has a report of its own", async () => {
    await finished("labels", GRID, { experiment: "compare" });
    await expect(readFinished([folder], own)).rejects.toThrow(/\bcompare\b/);
  });

  it("refuses two of one kind, and a folder without results", async () => {
    await finished("labels");
    await expect(readFinished([folder, folder], own)).rejects.toThrow(/\blabels\b/);
    await expect(readFinished([join(folder, "none")], own)).rejects.toMatchObject({ code: "also" });
  });
});
