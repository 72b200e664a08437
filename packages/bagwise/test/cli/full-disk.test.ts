import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBags } from "../../../files/test/format/parts-of.js";
import { program } from "../../src/cli/run.js";
import { allOf, outlineOf } from "../../src/cli/shell/outline.js";
import { writeBags } from "../../src/node/files/write-bags.js";
import { fillDisk } from "../full-disk.js";
import { cliHere } from "./run-cli.js";

/** Flags and arguments with the name of something to read, or with names that are none of files. */
const READ = new Set([
  ...["--labels", "--encoder", "--table", "--trained-on", "--answers", "--token-file", "--data", "--also", "model"],
  ...["file", "in"],
]);
/** What looks like the name of something to write or read in the description of a command. */
const PATHS = /^[<[](file|model|folder|folders|table|path)[>\]]$/;
/** Arguments that are no names of files. */
const WORDS = new Set(["name", "id", "command", "shell"]);

const MODEL = ["own.model", "bags.csv"];
const CHECKS = ["--checks", "one-instance", "--methods", "svm:minimax", "--repeats", "1", "--workers", "1"];

/** A call for every command and every one of its files to write. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "train --out": ["train", "bags.csv", "--method", "pu-skc", "--prior", "0.3", "-o", "x.model"],
  "rank --out": ["rank", ...MODEL, "-o", "ranked.csv"],
  "predict --out": ["predict", ...MODEL, "-o", "scores.parquet"],
  "explain --out": ["explain", ...MODEL, "-o", "parts.jsonl"],
  "audit --out": ["audit", ...MODEL, "-n", "6", "-o", "drawn.csv"],
  "audit --refit": ["audit", ...MODEL, "--answers", "answered.csv", "--refit", "refit.model"],
  "next --out": ["next", ...MODEL, "-n", "4", "-o", "next.xlsx"],
  "review --session --out --export": [
    ...[
      "review",
      "bags.csv",
      "--answers",
      "yes.csv",
      "--session",
      "s.json",
      "-o",
      "list.csv",
      "--export",
      "labels.csv",
    ],
  ],
  "threshold --out": ["threshold", "own.model", "--by", "recall=0.8", "-o", "t.model"],
  "threshold --in-place": ["threshold", "own.model", "--by", "recall=0.8", "--in-place"],
  "calibrate --out": ["calibrate", "own.model", "-o", "c.model"],
  "calibrate --in-place": ["calibrate", "own.model", "--in-place"],
  "report --out": ["report", "own.model", "-o", "r.html"],
  "export --out": ["export", "own.model", "-o", "e.sql"],
  "convert out": ["convert", "bags.csv", "b.arrow", "--force"],
  "sample --out --truth": ["sample", "letters", "-o", "n.csv", "--truth", "nt.csv", "--force"],
  "synth out --truth": ["synth", "s.csv", "--bags", "30", "--truth", "st.csv", "--force"],
  "experiment checks --out": ["experiment", "checks", ...CHECKS, "--out", "results"],
};
/** What writes in the same way as another one, or is not tried here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["paper", "labels", "time", "compare", "cv", "review"].map((name) => [`experiment ${name} --out`, "as checks"]),
  ),
  "predict --into": "a table of a database, which says itself that its disk is full",
  "datasets --download": "downloads: lab/node/datasets",
};

let template: string;
let folder: string;
let turn = 0;
const hereIn = async (own: string, call: readonly string[]) => await cliHere(call, { cwd: own });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-full-"));
  template = join(folder, "template");
  mkdirSync(template);
  await writeBags(makeBags({ count: 40, seed: 1, shift: 0.5 }), join(template, "bags.csv"));
  const make = async (...call: string[]) => {
    const { status, stderr } = await hereIn(template, call);
    expect({ status, call }, stderr).toMatchObject({ status: 0 });
  };
  await make("train", "bags.csv", "--method", "lsdd", "--prior", "0.3", "-q", "--out", "own.model");
  await make("audit", ...MODEL, "-n", "32", "--out", "answered.csv");
  const drawn = readFileSync(join(template, "answered.csv"), "utf8").split("\n");
  writeFileSync(
    join(template, "answered.csv"),
    drawn.map((line, k) => (k === 0 || line === "" ? line : line.replace(/,,/, `,${k % 3 ? -1 : 1},`))).join("\n"),
  );
  writeFileSync(join(template, "yes.csv"), "bag,answer\nbag 1,1\nbag 2,-1\n");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content of every file of a folder without its times, by its path. */
function filesOf(own: string): Map<string, string> {
  const entries = readdirSync(own, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => [join(entry.parentPath, entry.name).slice(own.length + 1), join(entry.parentPath, entry.name)])
      .map(([name, path]) => [name, readFileSync(path, "latin1").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")]),
  );
}

function copyOf(own: string): string {
  const copy = join(folder, `${++turn}`);
  cpSync(own, copy, { recursive: true });
  return copy;
}

it("every command that writes is tried on a full disk", async () => {
  const tried = Object.keys(CALLS).flatMap((key) => {
    const [, command, rest] = /^(\w+(?: (?!out\b)\w+)?) ((?:--|out).*)$/.exec(key) ?? [];
    return rest.split(" ").map((what) => `${command} ${what}`);
  });
  const writes = allOf(outlineOf(await program([]))).flatMap(({ path, flags, arguments: all }) => [
    ...flags
      .filter(({ long = "", value = "" }) => (PATHS.test(value) && !READ.has(long)) || long === "--in-place")
      .map(({ long }) => [...path, long].join(" ")),
    ...all.filter(({ name }) => !READ.has(name) && !WORDS.has(name)).map(({ name }) => [...path, name].join(" ")),
  ]);
  expect([...tried, ...Object.keys(ELSEWHERE)].sort()).toEqual(writes.sort());
});

describe("where the disk is full, a command says so, and leaves what was there", () => {
  it.each(Object.keys(CALLS))(
    "%s",
    async (key) => {
      // Outputs of before, which may be replaced. A review and an experiment go on instead.
      const old = copyOf(template);
      const first = await hereIn(old, CALLS[key]);
      expect(first.status, first.stderr).toBe(0);
      const whole = copyOf(old);
      const isFresh = /^(review|experiment)/.test(key);
      if (!isFresh) expect((await hereIn(whole, CALLS[key])).status).toBe(0);
      const [before, after] = [filesOf(isFresh ? template : old), filesOf(isFresh ? old : whole)];
      for (let file = 1; ; file++) {
        const own = copyOf(isFresh ? template : old);
        const disk = await fillDisk(file);
        const result = await hereIn(own, CALLS[key]).finally(disk.restore);
        if (!disk.hit) {
          expect(result.status).toBe(0);
          expect(file).toBeGreaterThan(key.startsWith("experiment") ? 0 : key.split(" --").length - 1);
          return;
        }
        expect(result, result.stderr).toMatchObject({ status: 2, code: "disk-full" });
        for (const [name, content] of filesOf(own)) {
          // The journal of an experiment may end in half a line, which the next run cuts off, and measured times.
          if (name.startsWith("results/")) expect([...after.keys()], `file ${file}`).toContain(name);
          else expect([before.get(name), after.get(name)], `${name}, file ${file}`).toContain(content);
        }
        for (const name of before.keys()) expect(filesOf(own).has(name), name).toBe(true);
        expect((await hereIn(own, CALLS[key])).status, "again, with room").toBe(0);
      }
    },
    60_000,
  );
});
