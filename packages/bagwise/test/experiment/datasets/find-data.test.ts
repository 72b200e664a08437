import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inFolder } from "@bagwise/engines/disk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  dataFolders,
  type Environment,
  findDataSet,
  findDataSets,
} from "../../../src/experiment/datasets/find-data.js";

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
  it("looks in the folder of BAGWISE_DATA first, then in data", async () => {
    const at = (env: Environment) => inFolder(folder, async () => dataFolders(undefined, env));
    expect(await at({ BAGWISE_DATA: "/somewhere" })).toEqual(["/somewhere", join(folder, "data")]);
    expect(await at({ BAGWISE_DATA: "" })).toEqual([join(folder, "data")]);
  });

  it("takes the environment of the process where none is given", () => {
    vi.stubEnv("BAGWISE_DATA", "/somewhere");
    expect(dataFolders()[0]).toBe("/somewhere");
  });

  it("looks in a folder of data beside the working folder only where there is one", async () => {
    mkdirSync(join(folder, "shared", "data"), { recursive: true });
    const folders = await inFolder(join(folder, "a"), async () => dataFolders(undefined, {}));
    expect(folders).toEqual([join(folder, "shared", "data"), join(folder, "a", "data")]);
  });

  it("looks nowhere else than in a folder that is named", () => {
    expect(dataFolders("here", { BAGWISE_DATA: "/somewhere" })).toEqual(["here"]);
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
    const find = () => findDataSets(["musk1", "tiger", "musk2"], [join(folder, "a"), "data"]);
    expect(find).toThrowError(expect.objectContaining({ code: "no-data" }));
    for (const part of ["tiger.csv, musk2.csv", join(folder, "a"), "--data", "BAGWISE_DATA", "bagwise datasets"])
      expect(find).toThrow(part);
  });
});
