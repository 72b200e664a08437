import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planGrid, runTrial, type TrialSpec } from "../../../src/entries/lab.js";
import work from "../../../src/experiment/threads/trial-worker.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { makeData, SMALL } from "../make-data.js";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-worker-"));
  file = join(await makeData(folder), "musk1.csv");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [spec] = planGrid("paper", { ...SMALL, datasets: ["musk1"], methods: ["pu-skc"], priors: [0.3], trials: 1 });

describe("a worker", () => {
  it("answers with the record and the times of a trial", async () => {
    const bags = await readBags(file);
    const answer = await work({ id: "a", spec, file, hash: await contentHash(bags) });
    const { result } = await runTrial(bags, spec);
    expect(answer).toEqual({
      record: { id: "a", spec, result },
      timing: { id: "a", draw: expect.any(Number), train: expect.any(Number), score: expect.any(Number) },
    });
  });

  it("complains of a file with another content than the one that was planned for", async () => {
    expect(await work({ id: "a", spec, file, hash: "another" })).toEqual({
      complaint: expect.objectContaining({ code: "changed", where: { file } }),
    });
  });

  it("complains of a trial that its data cannot give", async () => {
    const hash = await contentHash(await readBags(file));
    const few: TrialSpec = { ...spec, labeled: 3 };
    const answer = await work({ id: "a", spec: few, file, hash });
    expect(answer).toMatchObject({ complaint: { message: expect.stringContaining("folds") } });
  });
});
