import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "@bagwise/core/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../require-all.js";
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
  let tarballs: string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-pack-"));
    run("npm", ["pack", "--workspaces", "--pack-destination", folder], root);
    tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const paths = tarballs.map((tarball) => join(folder, tarball));
    run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...paths], folder);
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("all have the version that the sources say", () => {
    for (const { name } of PACKAGES) expect(manifest(name).version).toBe(version);
    const called = (name: string) => (name === "bagwise" ? name : `bagwise-${name}`);
    expect(tarballs.sort()).toEqual(PACKAGES.map(({ name }) => `${called(name)}-${version}.tgz`).sort());
  });

  it("hold the build, the licence and the readme, and no sources or tests", () => {
    const filesOf = (...path: string[]) =>
      readdirSync(join(folder, "node_modules", ...path), { recursive: true, encoding: "utf8" }).map((file) =>
        file.replaceAll("\\", "/"),
      );
    for (const { name } of PACKAGES) {
      const files = filesOf(...(name === "bagwise" ? [name] : ["@bagwise", name]));
      const doors = [...entriesOf(name).values()].map((file) => file.replace(/^[^/]+\/src/, "dist"));
      expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
      for (const door of doors) expect(files).toEqual(expect.arrayContaining([door.replace(/\.ts$/, ".js")]));
      expect(files.filter((file) => /tsbuildinfo|\.test\.|^src|^test|build-stamp/.test(file))).toEqual([]);
    }
    const files = filesOf("bagwise");
    expect(files).toEqual(
      expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "dist/node/index.js", "dist/bin/main.js"]),
    );
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
