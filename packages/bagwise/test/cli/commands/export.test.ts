import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed, refusal } from "../run-cli.js";

const golden = (name: string) => fileURLToPath(new URL(`../../golden/${name}.model`, import.meta.url));
const auto = golden("learner-auto");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-export-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise export", () => {
  it("writes what the name of the file ends like, and replaces its own files alone", async () => {
    for (const [name, head] of [
      ["m.js", "// Scores bags of "],
      ["m.sql", "-- Scores bags, for DuckDB: method auto, made by bagwise"],
    ]) {
      for (const _ of ["once", "again"])
        expect(await printed(["export", auto, "-o", name], { cwd: folder })).toContain(`written to ${name}`);
      expect(readFileSync(join(folder, name), "utf8").slice(0, head.length)).toBe(head);
    }
    await printed(["export", auto, "-o", "m.onnx"], { cwd: folder });
    await printed(["export", auto, "-o", "m.onnx", "--float32"], { cwd: folder });
    writeFileSync(join(folder, "mine.js"), "export const mine = 1;");
    expect(await refusal(["export", auto, "-o", "mine.js"], { cwd: folder })).toContain("--force");
  });

  it("prints text, and tells programs what it wrote", async () => {
    expect(await printed(["export", golden("learner-pu-skc"), "--to", "js"])).toContain("export function score");
    const said = JSON.parse(await printed(["export", auto, "-o", "x.onnx", "--json"], { cwd: folder }));
    expect(said).toMatchObject({ to: "onnx", out: "x.onnx", features: ["weight", "größe", "f,3"] });
    expect(said.bytes).toBe(readFileSync(join(folder, "x.onnx")).length);
  });

  it("names the table, the bags and the view in SQL", async () => {
    const args = ["--dialect", "postgres", "--table", "lab.conformers", "--bag", "molecule", "--view", "scores"];
    const text = await printed(["export", golden("learner-pu-skc"), "--to", "sql", ...args]);
    expect(text).toContain('CREATE VIEW "scores" AS');
    expect(text).toContain('FROM "lab"."conformers" WHERE "molecule" IS NOT NULL');
  });

  it.each([
    [[auto], "Give --to, one of js, sql, onnx"],
    [[auto, "--to", "onnx"], "an ONNX file is not text"],
    [[auto, "--to", "js", "--table", "x"], "--table is for sql, not for js"],
    [[auto, "--to", "sql", "--bag", "weight"], "cannot be the bag and a feature"],
    [[golden("kernel-normalised-edge-graph-gaussian"), "--to", "js"], "edge-graph"],
  ])("refuses %j with a remedy", async (args, words) => {
    expect(await refusal(["export", ...args], { cwd: folder })).toContain(words);
  });
});
