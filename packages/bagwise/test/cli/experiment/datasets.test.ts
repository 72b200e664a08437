import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeData } from "../../experiment/make-data.js";
import { dataFolder, missing } from "../../require-all.js";
import { cliHere } from "../run-cli.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-datasets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const data = dataFolder();

describe("bagwise datasets", () => {
  it.skipIf(missing("the paper's data sets (a folder named by BAGWISE_DATA)", data))(
    "finds all five as in the paper",
    async () => {
      const { status, stdout } = await cliHere(["datasets", "--data", data ?? ""]);
      expect(status).toBe(0);
      for (const name of ["Musk1", "Musk2", "Elephant", "Fox", "Tiger"])
        expect(stdout).toMatch(new RegExp(`${name} +ok +`));
      const printed = JSON.parse((await cliHere(["datasets", "--data", data ?? "", "--json"])).stdout);
      expect(Object.keys(printed)).toEqual(["bagwise", "folders", "downloaded", "datasets"]);
      expect(printed.datasets.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true, true]);
      expect(Object.keys(printed.datasets[0])).toEqual(["name", "file", "ok", "rows", "problem", "source"]);
    },
  );

  it("says what differs, what cannot be read, what is missing, and where to get it", async () => {
    const here = await makeData(join(folder, "some"), ["musk1"]);
    writeFileSync(join(here, "fox.csv"), "bag,label,x\na,1,1\na,1,two\n");
    const { status, stdout, stderr, code } = await cliHere(["datasets", "--data", here]);
    expect([status, code]).toEqual([2, "bad-data-set"]);
    expect(stderr).toMatch(/musk1\.csv .*fox\.csv /);
    expect(stdout).toMatch(/Musk1 +differs +.*musk1\.csv: features 3 .*166.* [\d.]+ .*5\.2\n/);
    expect(stdout).toMatch(/Fox +unreadable +.*fox\.csv, line 3, column 3/);
    expect(stdout).toMatch(/Musk2 +missing +.*https:\/\/archive\.ics\.uci\.edu\/dataset\/75\n/);
    expect(stdout).toMatch(/Tiger +missing +.*http:\/\/www\.cs\.columbia\.edu/);
    expect(stdout).toContain("bagwise datasets --download data");
  });

  it("looks in the folder that the environment of the run names, and says so", async () => {
    const here = await makeData(join(folder, "named"), ["musk1"]);
    const { stdout } = await cliHere(["datasets", "--json"], { cwd: folder, env: { BAGWISE_DATA: here } });
    const { folders, datasets } = JSON.parse(stdout);
    expect(folders).toEqual([here, join(folder, "data")]);
    expect(datasets[0].file).toBe(join(here, "musk1.csv"));
    expect((await cliHere(["datasets"], { cwd: folder, env: {} })).stdout).not.toContain("shared");
  });

  it("prints its JSON before it exits with 2 for a set that differs", async () => {
    const here = await makeData(join(folder, "json"), ["musk1"]);
    const { status, stdout } = await cliHere(["datasets", "--data", here, "--json"]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout).datasets[0]).toMatchObject({ name: "musk1", ok: false });
  });

  it("finds nothing wrong with a folder that has none of them", async () => {
    const { status, stdout, stderr } = await cliHere(["datasets", "--data", join(folder, "empty")]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/ missing /g)).toHaveLength(5);
  });

  it("says in one sentence that the network cannot be reached, with exit code 2, and writes nothing", async () => {
    const fetching = vi
      .spyOn(globalThis, "fetch")
      .mockRejectedValue(
        new TypeError("fetch failed", { cause: Object.assign(new Error("no address"), { code: "ENOTFOUND" }) }),
      );
    const into = join(folder, "never");
    const { status, stdout, stderr } = await cliHere(["datasets", "--download", into]);
    expect(fetching.mock.calls[0][0]).toBe("https://archive.ics.uci.edu/static/public/74/musk+version+1.zip");
    fetching.mockRestore();
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^bagwise: https:\/\/archive\.ics\.uci\.edu\S* .*\(ENOTFOUND\).*\n$/);
    expect(readdirSync(folder)).not.toContain("never");
  });

  it("has help with examples", async () => {
    expect((await cliHere(["datasets", "--help"])).stdout).toMatch(/Examples:\n {2}\$ bagwise datasets/);
  });
});
