import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dataFolders, findDataSet, findDataSets } from "../../../../src/lab/node/datasets/find-data.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-find-"));
  for (const [inner, name] of [
    ["a", "musk1"],
    ["b", "musk1"],
    ["b", "fox"],
  ]) {
    mkdirSync(join(folder, inner), { recursive: true });
    writeFileSync(join(folder, inner, `${name}.csv`), "");
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("finding data", () => {
  it("looks in the folder of BAGWISE_DATA first, then in two usual ones", () => {
    vi.stubEnv("BAGWISE_DATA", "/somewhere");
    expect(dataFolders()).toEqual(["/somewhere", join("..", "shared", "data"), "data"]);
    vi.stubEnv("BAGWISE_DATA", "");
    expect(dataFolders()).toEqual([join("..", "shared", "data"), "data"]);
  });

  it("looks nowhere else than in a folder that is named", () => {
    vi.stubEnv("BAGWISE_DATA", "/somewhere");
    expect(dataFolders("here")).toEqual(["here"]);
  });

  it("takes each data set from the first folder that has it", () => {
    const folders = [join(folder, "a"), join(folder, "b")];
    expect(findDataSets(["musk1", "fox"], folders)).toEqual([
      { name: "musk1", file: join(folder, "a", "musk1.csv") },
      { name: "fox", file: join(folder, "b", "fox.csv") },
    ]);
    expect(findDataSet("tiger", folders)).toBeUndefined();
  });

  it("says which are missing, where it looked and what to do", () => {
    expect(() => findDataSets(["musk1", "tiger", "musk2"], [join(folder, "a"), "data"])).toThrow(
      `tiger.csv, musk2.csv are not in ${join(folder, "a")}, nor in data. Name the folder with --data or BAGWISE_DATA; \`bagwise datasets\` says`,
    );
  });
});
