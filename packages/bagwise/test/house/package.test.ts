import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { version } from "@bagwise/core/base";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packedFigures } from "../../../../scripts/budgets.mjs";
import { pack, type Tarball } from "../../../../scripts/pack.mjs";
import { root } from "../require-all.js";
import { overBudget } from "./budgets.js";
import { PACKAGES } from "./house.js";
import { entriesOf, manifest } from "./imports.js";

const home = join(root, "packages", "bagwise");
const windows = process.platform === "win32";

/** Runs npm or npx in a folder; returns what it printed. */
function run(command: "npm" | "npx", args: readonly string[], cwd: string): string {
  return execFileSync(windows ? `${command}.cmd` : command, args, {
    cwd,
    encoding: "utf8",
    shell: windows,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("the packed packages", () => {
  let folder: string;
  let tarballs: Tarball[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-pack-"));
    const packed = join(folder, "packed");
    mkdirSync(packed);
    tarballs = await pack(packed);
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const paths = tarballs.map(({ path }) => path);
    run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...paths], folder);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("all have the version that the sources say", () => {
    for (const { name } of PACKAGES) expect(manifest(name).version).toBe(version);
    const called = (name: string) => (name === "bagwise" ? name : `bagwise-${name}`);
    const files = tarballs.map(({ path }) => basename(path));
    expect(files.sort()).toEqual(PACKAGES.map(({ name }) => `${called(name)}-${version}.tgz`).sort());
  });

  it("come in an order in which each finds those that it needs", () => {
    const released: string[] = [];
    for (const { name } of tarballs) {
      const { dependencies = {} } = manifest(name.replace("@bagwise/", ""));
      for (const each of Object.keys(dependencies).filter((each) => each.startsWith("@bagwise/")))
        expect(released, name).toContain(each);
      released.push(name);
    }
  });

  it("stay within their budgets of files and bytes", () => {
    expect(overBudget(packedFigures(tarballs))).toEqual([]);
  });

  it("hold the build, the licence and the readme, and no sources or tests", () => {
    const filesOf = (...path: string[]) =>
      readdirSync(join(folder, "node_modules", ...path), { recursive: true, encoding: "utf8" }).map((file) =>
        file.replaceAll("\\", "/"),
      );
    for (const { name } of PACKAGES) {
      const files = filesOf(...(name === "bagwise" ? [name] : ["@bagwise", name]));
      expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
      expect(files.filter((file) => /tsbuildinfo|\.test\.|^src|^test|build-stamp/.test(file))).toEqual([]);
    }
    expect(filesOf("bagwise")).toEqual(
      expect.arrayContaining([
        "dist/js/index.js",
        "dist/js/index.d.ts",
        "dist/js/main.js",
        "dist/workbench/index.html",
      ]),
    );
  });

  it("open every door, and need nothing but packages that they name", () => {
    const doors = PACKAGES.flatMap(({ name }) => [...entriesOf(name).keys()]);
    const script = `for (const door of ${JSON.stringify(doors)}) await import(door); console.log("all");`;
    const inFolder = { cwd: folder, encoding: "utf8" } as const;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], inFolder);
    expect(printed.trim()).toBe("all");
  });

  it("have types for every door, without the sources and without optional packages", () => {
    const doors = PACKAGES.flatMap(({ name }) => [...entriesOf(name).keys()]);
    const program = join(folder, "program.ts");
    writeFileSync(
      program,
      `${doors.map((door, k) => `export * as door${k} from "${door}";\n`).join("")}
      import { learnerByName } from "@bagwise/core/learners";
      import { auto, type BagSet, readBags } from "bagwise";
      export const bags: BagSet = await readBags({ text: "bag,x", name: "t.csv" });
      export const model = await auto({ prior: 0.3 }).fit(bags);
      export const same: typeof model = await learnerByName("auto").create({}).fit(bags);
      export const text: string = model.rank(bags)[0].bag;
      // @ts-expect-error
      auto({ prior: true });`,
    );
    const options = {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      typeRoots: [join(root, "node_modules", "@types")],
      types: ["node"],
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([program], options));
    // Plot's own declarations name the types of d3, which it does not bring.
    const ours = found.filter(({ file }) => !file?.fileName.includes("@observablehq"));
    expect(ours.map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`)).toEqual([]);
  });

  it("imports from an empty folder, both entries", () => {
    const script =
      'const a = await import("bagwise"); const b = await import("bagwise/node"); console.log(a.version, typeof a.BagSet, typeof b.writeBags)';
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(printed.trim()).toBe(`${version} function function`);
  });

  it("answers npx bagwise --version", () => {
    expect(run("npx", ["bagwise", "--version"], folder).trim()).toBe(version);
  });

  it("train in threads and rank, with the numbers of the build", () => {
    const built = (...args: string[]) =>
      execFileSync(process.execPath, [join(home, "dist", "bin", "main.js"), ...args]);
    const at = (name: string) => join(folder, name);
    run("npx", ["bagwise", "synth", "bags.csv", "--seed", "1"], folder);
    run("npx", ["bagwise", "train", "bags.csv", "--workers", "2", "--out", "packed.model"], folder);
    built("train", at("bags.csv"), "--out", at("built.model"));
    expect(readFileSync(at("packed.model"))).toEqual(readFileSync(at("built.model")));
    const { bags } = JSON.parse(run("npx", ["bagwise", "rank", "packed.model", "bags.csv", "--json"], folder));
    expect(bags).toEqual(JSON.parse(built("rank", at("packed.model"), at("bags.csv"), "--json").toString()).bags);
    expect(bags.length).toBeGreaterThan(10);
  });
});

describe("the bundled command line", () => {
  /** The files that a file of the bundle loads before it runs, itself included. */
  function loaded(file: string, seen = new Set<string>()): Set<string> {
    seen.add(file);
    const code = readFileSync(join(home, "dist", "bin", file), "utf8");
    for (const [, next] of code.matchAll(/(?:^|[;}\s])import\s*(?:[^"'()]*from\s*)?"\.\/([^"]+)"/g))
      if (!seen.has(next)) loaded(next, seen);
    return seen;
  }

  it("loads few files until it knows the command", () => {
    expect(loaded("main.js").size).toBeGreaterThan(1);
    expect(loaded("main.js").size).toBeLessThan(10);
  });

  it("has every module that threads run", () => {
    const bin = join(home, "dist", "bin");
    const named = readdirSync(bin).flatMap((file) =>
      [...readFileSync(join(bin, file), "utf8").matchAll(/new URL\([`"']\.\/([^`"']+)[`"'],import\.meta\.url\)/g)].map(
        ([, name]) => name,
      ),
    );
    expect(named).toEqual(expect.arrayContaining(["worker.js", "trial-worker.js"]));
    for (const name of named) expect(readdirSync(bin)).toContain(name);
  });
});

describe("a clone of the repository", () => {
  it("answers npx bagwise --version, although it was installed before it was built", () => {
    expect(run("npx", ["--no-install", "bagwise", "--version"], root).trim()).toBe(version);
  });
});
