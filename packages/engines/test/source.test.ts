import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readBags } from "../../bagwise/src/node/files/read-bags.js";
import { sourceNamed } from "../src/source.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-source-"));
  for (const [name, files] of Object.entries({
    mixed: ["a.csv", "b.tsv"],
    upper: ["A.CSV", "B.CSV"],
    none: ["a.txt"],
  })) {
    mkdirSync(join(folder, name));
    for (const [k, file] of files.entries())
      writeFileSync(join(folder, name, file), `bag,label,x\nb${k},1,1\nc${k},0,2\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a folder with tables of several kinds is refused, and none of them is left out silently", async () => {
  await expect(sourceNamed(join(folder, "mixed"))).rejects.toMatchObject({ code: "unknown-format" });
  await expect(sourceNamed(`duckdb:${join(folder, "mixed")}`)).rejects.toThrow(/\.csv.*\.tsv/);
});

it("a folder whose files end in capitals is read whole", async () => {
  const bags = await readBags(join(folder, "upper"));
  expect([...bags.ids()].sort()).toEqual(["b0", "b1", "c0", "c1"]);
});

it("a folder without tables is none, unless DuckDB is asked to read it", async () => {
  expect(await sourceNamed(join(folder, "none"))).toBeUndefined();
  await expect(sourceNamed(`duckdb:${join(folder, "none")}`)).rejects.toMatchObject({ code: "unknown-format" });
});

it.skipIf(process.platform === "win32")(
  "a pipe or a device among the tables of a folder is refused, and not waited for",
  async () => {
    for (const kind of ["pipe", "zero"]) {
      const own = join(folder, kind);
      mkdirSync(own);
      writeFileSync(join(own, "a.csv"), "bag,label,x\nb,1,1\n");
      const odd = join(own, "odd.csv");
      if (kind === "pipe") execFileSync("mkfifo", [odd]);
      else symlinkSync("/dev/zero", odd);
      for (const asked of [own, `duckdb:${own}`, `duckdb:${odd}`])
        await expect(sourceNamed(asked)).rejects.toMatchObject({ code: "not-a-file", where: { file: odd } });
    }
  },
);
