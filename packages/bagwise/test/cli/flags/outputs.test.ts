import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryFor } from "@bagwise/engines/disk";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseOverwrite } from "../../../src/cli/flags/outputs.js";
import { program, withSubcommands } from "../../../src/cli/run.js";
import { cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-outputs-"));
  for (const name of ["inner", "data", "done"]) mkdirSync(at(name));
  writeFileSync(at("bags.csv"), "bag,label,x\na,1,1\nb,0,2\n");
  writeFileSync(at("m.model"), "a model");
  writeFileSync(at("seen.csv"), "bag,label\nbag-01,1\n");
  writeFileSync(at("regions.onnx"), "an ONNX model");
  writeFileSync(at("labels.csv"), "bag,label\na,1\n");
  symlinkSync(folder, at("inner/up"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A path that a command reads, or writes. */
type Part = string | { readonly path: string; readonly writes: boolean };
const reads = (path: string): Part => ({ path, writes: false });
const writes = (path: string): Part => ({ path, writes: true });

/** The paths of every command that reads bags, besides the bags. */
const LABELS: readonly Part[] = ["--labels", reads("labels.csv"), "--encoder", reads("regions.onnx")];

/** How each command is called with all the paths that it can take at once. */
const CALLS: Readonly<Record<string, readonly (readonly Part[])[]>> = {
  inspect: [[reads("bags.csv"), ...LABELS]],
  prior: [[reads("bags.csv"), ...LABELS, "--audited", reads("seen.csv")]],
  train: [
    [
      reads("bags.csv"),
      ...LABELS,
      ...["--out", writes("new.model"), "--audited", reads("seen.csv")],
      ...["--method", "pu-skc"],
    ],
  ],
  rank: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.csv")]],
  predict: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.csv")]],
  explain: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.csv")]],
  evaluate: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--trained-on", reads("seen.csv")]],
  audit: [
    [reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.csv")],
    [reads("m.model"), reads("bags.csv"), ...LABELS, "--answers", reads("seen.csv"), "--refit", writes("new.model")],
  ],
  next: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.csv")]],
  review: [
    [
      reads("bags.csv"),
      ...LABELS,
      ...["--answers", reads("seen.csv"), "--session", writes("new.review.json")],
      ...["--out", writes("new.csv"), "--export", writes("new-labels.csv")],
    ],
  ],
  threshold: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.model"), "--by", "score=1"]],
  calibrate: [[reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.model")]],
  report: [
    [reads("m.model"), reads("bags.csv"), ...LABELS, "--out", writes("new.html")],
    [reads("m.model"), "--data", reads("bags.csv"), ...LABELS, "--out", writes("new.html")],
  ],
  export: [[reads("m.model"), "--out", writes("new.js"), "--to", "js"]],
  serve: [[reads("m.model"), "--token-file", reads("seen.csv")]],
  workbench: [[reads("bags.csv")]],
  completion: [["bash"]],
  methods: [["svm"]],
  convert: [[reads("bags.csv"), writes("new.csv"), ...LABELS, "--to", "csv"]],
  sample: [["letters", "--out", writes("new.csv"), "--truth", writes("truth.csv")]],
  synth: [[writes("new.csv"), "--truth", writes("truth.csv"), "--to", "csv"]],
  ...Object.fromEntries(
    ["paper", "labels", "time"].map((kind) => [
      `experiment ${kind}`,
      [["--data", reads("data"), "--out", writes("new"), "--also", reads("done")]],
    ]),
  ),
  "experiment compare": [["--data", reads("data"), "--out", writes("new")]],
  "experiment cv": [["--data", reads("data"), "--out", writes("new")]],
  "experiment checks": [["--out", writes("new")]],
  "experiment review": [["--data", reads("bags.csv"), ...LABELS, "--out", writes("new")]],
  // A download replaces no file, so the folder may be the one that is looked at.
  datasets: [["--data", reads("data"), "--download", reads("data")]],
};

/** What the values of flags and arguments are that are no paths. */
const NO_PATHS = new Set(
  "name column columns choice character values value number share shares rule method what id bags level k,... counts kind text names numbers words package sign sheet shell sql seconds table a[,b] a[,b...]".split(
    " ",
  ),
);

/** The arguments, by place, and the flags that take a path. */
function pathsOf(command: Command): string[] {
  const isPath = (text: string) => !NO_PATHS.has(text);
  return [
    ...command.registeredArguments.flatMap((argument, k) => (isPath(argument.name()) ? [`argument ${k + 1}`] : [])),
    ...command.options.flatMap(({ flags, long }) => {
      const placeholder = /[<[](.+)[>\]]$/.exec(flags)?.[1];
      // Counts, or the path of a file.
      const either = long === "--audited";
      return either || (placeholder !== undefined && isPath(placeholder)) ? [String(long)] : [];
    }),
  ];
}

/** The same names for the paths of a call. */
function pathsIn(call: readonly Part[]): string[] {
  let places = 0;
  return call.flatMap((part, k) => {
    if (typeof part === "string") return [];
    const before = call[k - 1];
    return [typeof before === "string" ? before : `argument ${++places}`];
  });
}

function named(root: Command): [name: string, command: Command][] {
  return withSubcommands(root)
    .filter((command) => command.commands.length === 0)
    .map((command) => [command.parent === root ? command.name() : `experiment ${command.name()}`, command]);
}

it("the calls below have every path that a command can take", async () => {
  const commands = named(await program([]));
  expect(Object.keys(CALLS).sort()).toEqual(commands.map(([name]) => name).sort());
  for (const [name, command] of commands)
    expect([...new Set(CALLS[name].flatMap(pathsIn))].sort(), name).toEqual(pathsOf(command).sort());
});

/** Other ways to say the same path; the last two are other names of a file that is there. */
function spellings(path: string): string[] {
  const plain = [path, `./${path}`, at(path), `inner/../${path}`, `inner/up/${path}`];
  if (!existsSync(at(path))) return plain;
  rmSync(at("link"), { force: true });
  symlinkSync(path, at("link"));
  rmSync(at("hard"), { force: true });
  if (!path.includes(".")) return [...plain, "link"];
  linkSync(at(path), at("hard"));
  return [...plain, "link", "hard"];
}

const PAIRS = Object.entries(CALLS).flatMap(([name, calls]) =>
  calls.flatMap((call) =>
    call.flatMap((part, k) =>
      call.flatMap((other, j): [string, string, string, readonly Part[], number][] => {
        if (typeof part === "string" || typeof other === "string" || !part.writes || j === k) return [];
        return other.writes && j > k ? [] : [[name, part.path, other.path, call, k]];
      }),
    ),
  ),
);

describe("no command writes a file twice, or one that it reads, by whatever path", () => {
  it.each(PAIRS)("%s: %s as %s", async (name, _, same, call, k) => {
    const kept = ["bags.csv", "seen.csv", "m.model"];
    const before = kept.map((file) => readFileSync(at(file)));
    for (const spelling of spellings(same)) {
      const args = call.map((part, i) => (typeof part === "string" ? part : i === k ? spelling : part.path));
      const { status, code } = await cliHere([...name.split(" "), ...args], { cwd: folder });
      expect({ status, code }, `${name} ${args.join(" ")}`).toEqual({ status: 2, code: "overwrite" });
    }
    expect(kept.map((file) => readFileSync(at(file)))).toEqual(before);
    expect(readdirSync(folder).filter((file) => file.startsWith("new"))).toEqual([]);
  });

  it("but others, standard input and standard output are fine", async () => {
    for (const path of [at("new.csv"), at("seen.csv"), "-", undefined, "/dev/null"])
      await refuseOverwrite({ out: path }, { in: at("bags.csv") });
    await refuseOverwrite({ out: "-" }, { in: "-" });
  });
});

describe("a place where nothing can be written", () => {
  it.each([
    [".", "directory"],
    ["inner", "directory"],
    ["inner/", "directory"],
    ["no/such/x.csv", "no-such-file"],
    ["new/", "no-such-file"],
    ["bags.csv/x.csv", "not-a-folder"],
    [`${"n".repeat(300)}.csv`, "bad-path"],
  ])("is refused before any work: %s", async (out, code) => {
    expect(await cliHere(["predict", "no.model", "no.csv", "--out", out], { cwd: folder })).toMatchObject({
      status: 2,
      code,
    });
  });
});

describe("a temporary file that a killed run left", () => {
  const mark = (pid: number) => `.scores.csv.${pid}-`;

  it("is named and removed by the next one; that of a living process stays", async () => {
    const args = ["convert", "bags.csv", "scores.csv", "--force"];
    const own = temporaryFor(at("scores.csv"));
    const dead = own.replace(mark(process.pid), mark(2 ** 30));
    for (const path of [own, dead]) writeFileSync(path, "half");
    const { status, stderr } = await cliHere(args, { cwd: folder });
    expect(status).toBe(0);
    expect(stderr).toContain(mark(2 ** 30));
    expect([existsSync(own), existsSync(dead)]).toEqual([true, false]);
    expect((await cliHere(args, { cwd: folder })).stderr).toBe("");
    rmSync(own);
  });
});
