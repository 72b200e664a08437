import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const run = (...args: string[]) => cliHere(args, { cwd: folder });

/** How each command writes each kind of output. */
const WRITES = {
  model: ["train", "bags.csv", "-o"],
  threshold: ["threshold", "m.model", "--by", "score=1", "-o"],
  calibrate: ["calibrate", "m.model", "-o"],
  report: ["report", "m.model", "-o"],
  scores: ["predict", "m.model", "bags.csv", "-o"],
  ranking: ["rank", "m.model", "bags.csv", "-o"],
  contributions: ["explain", "m.model", "bags.csv", "-n", "1", "-o"],
  audit: ["audit", "m.model", "bags.csv", "-n", "5", "-o"],
  bags: ["convert", "bags.csv"],
  synthetic: ["synth", "--bags", "8"],
} as const;
const ENDING: Readonly<Record<string, string>> = {
  model: ".model",
  threshold: ".model",
  calibrate: ".model",
  report: ".html",
};
const nameOf = (what: string) => `out-${what}${ENDING[what] ?? ".csv"}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-overwriting-"));
  const make = "--bags 30 --labeled 10 --dimensions 2 --distance 5 --bag-size 1,3 --seed 3".split(" ");
  await printed(["synth", "bags.csv", ...make], { cwd: folder });
  await printed(["train", "bags.csv", "-o", "m.model"], { cwd: folder });
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a file of yours", () => {
  it.each(Object.entries(WRITES))("is not replaced by %s, but with --force", async (what, call) => {
    for (const content of ["my notes\n", "bag,label,x\na,1,2\n", '{"mine":1}\n']) {
      writeFileSync(at(nameOf(what)), content);
      const refused = await run(...call, nameOf(what));
      expect({ code: refused.code, status: refused.status, stdout: refused.stdout }).toEqual({
        code: "exists",
        status: 2,
        stdout: "",
      });
      expect(refused.stderr).toContain("--force");
      expect(readFileSync(at(nameOf(what)), "utf8")).toBe(content);
    }
    expect(await run(...call, nameOf(what), "--force")).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(at(nameOf(what)), "utf8")).not.toContain("mine");
  });

  it("is refused before anything is read", async () => {
    writeFileSync(at("mine.csv"), "my notes\n");
    expect(await run("predict", "no.model", "no.csv", "-o", "mine.csv")).toMatchObject({ status: 2, code: "exists" });
    writeFileSync(at("mine.model"), "my notes\n");
    expect(await run("train", "no.csv", "-o", "mine.model")).toMatchObject({ status: 2, code: "exists" });
  });

  it("is not lost to an output of another kind either", async () => {
    const before = readFileSync(at("m.model"));
    for (const call of [
      ["report", "other.model", "-o"],
      [...WRITES.bags, "--to", "csv"],
      [...WRITES.synthetic, "--to", "csv"],
    ])
      expect((await run(...call, "m.model")).code).toBe("exists");
    expect(readFileSync(at("m.model"))).toEqual(before);
  });
});

describe("an output of bagwise", () => {
  const own = Object.entries(WRITES).filter(([what]) => what !== "bags" && what !== "synthetic");

  it.each(own)("is replaced by the next one: %s", async (what, call) => {
    for (const _ of [1, 2])
      expect(await run(...call, `again-${nameOf(what)}`)).toMatchObject({ status: 0, stderr: "" });
  });

  it.each(["tsv", "csv.gz", "json", "jsonl", "jsonl.gz", "parquet", "xlsx", "arrow"])(
    "is known as .%s",
    async (ending) => {
      for (const call of [WRITES.scores, WRITES.ranking, WRITES.contributions])
        expect(await run(...call, `known.${ending}`)).toMatchObject({ status: 0, stderr: "" });
      await run("audit", "m.model", "bags.csv", "-o", `blank.${ending}`);
      expect(await run(...WRITES.audit, `blank.${ending}`)).toMatchObject({ status: 0, stderr: "" });
      // An audit may become answers, so no other table replaces it.
      expect((await run(...WRITES.scores, `blank.${ending}`)).code).toBe("exists");
    },
  );

  it("of another version is known, too, and an empty file has nothing to lose", async () => {
    for (const content of ["bag,score,predicted,probability\na,1,positive,\n", ""]) {
      for (const packed of [content, gzipSync(content)]) {
        writeFileSync(at("old.csv"), packed);
        expect(await run(...WRITES.scores, "old.csv")).toMatchObject({ status: 0, stderr: "" });
      }
    }
  });
});

describe("an output that cannot be written", () => {
  it.each(Object.entries(WRITES))("is refused before anything is read: %s", async (what, call) => {
    const blind = call.map((arg) => (/^(bags\.csv|m\.model)$/.test(arg) ? `no-${arg}` : arg));
    const refused = await run(...blind, `no/such/${nameOf(what)}`);
    expect(refused).toMatchObject({ status: 2, code: "no-such-file", stdout: "" });
    expect(refused.stderr).toContain("no/such");
    mkdirSync(at(`dir-${nameOf(what)}`), { recursive: true });
    expect(await run(...blind, `dir-${nameOf(what)}`)).toMatchObject({ status: 2, code: "directory" });
  });

  it.skipIf(process.getuid?.() === 0)("in a folder where you may not write", async () => {
    mkdirSync(at("closed"));
    chmodSync(at("closed"), 0o500);
    expect((await run("train", "no.csv", "-o", "closed/m.model")).code).toBe("no-permission");
  });

  it("has an ending that says no format", async () => {
    for (const call of [WRITES.scores, WRITES.ranking, WRITES.contributions, WRITES.audit])
      expect((await run(...call, "scores.docx")).code).toBe("unknown-format");
  });
});

describe("standard output and devices", () => {
  it("take tables as CSV, and a report as the page alone", async () => {
    for (const call of [WRITES.scores, WRITES.ranking, WRITES.contributions, WRITES.audit]) {
      const text = await printed([...call, "-"], { cwd: folder });
      expect(text).toMatch(/^(rank,)?bag,/);
      expect(text).not.toContain("written");
    }
    expect(await printed([...WRITES.report, "-"], { cwd: folder })).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/);
    expect(existsSync(at("-"))).toBe(false);
  });

  it("take no model, because that is not text", async () => {
    for (const call of [WRITES.model, WRITES.threshold, WRITES.calibrate])
      expect(await run(...call, "-")).toMatchObject({ status: 2, code: "option", stdout: "" });
    expect(existsSync(at("-"))).toBe(false);
  });

  it("are written to as they are", async () => {
    for (const call of [WRITES.model, WRITES.scores, WRITES.report, WRITES.audit])
      expect(await run(...call, "/dev/null")).toMatchObject({ status: 0, stderr: "" });
  });

  it.skipIf(process.platform === "win32")("such as a pipe, which gets CSV", async () => {
    expect(spawnSync("mkfifo", [at("pipe")]).status).toBe(0);
    const reading = import("node:fs/promises").then(({ readFile }) => readFile(at("pipe"), "utf8"));
    expect((await run(...WRITES.scores, "pipe")).status).toBe(0);
    expect(await reading).toMatch(/^bag,score,/);
  });
});
