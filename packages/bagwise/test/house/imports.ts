import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../require-all.js";
import { PACKAGES } from "./house.js";

/** The folder of the packages. */
export const packages = join(root, "packages");

const slashed = (path: string) => path.replaceAll("\\", "/");

/** All source files of all packages, or of one, by path below `packages/` with forward slashes. */
export function sourceFiles(only?: string): string[] {
  return PACKAGES.filter(({ name }) => only === undefined || name === only).flatMap(({ name }) =>
    readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => slashed(`${name}/src/${path}`))
      .sort(),
  );
}

/** The sources of the browser application, by path below the repository's root. */
export function applicationFiles(): string[] {
  return readdirSync(join(root, "apps", "workbench", "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => slashed(`apps/workbench/src/${path}`));
}

type Exports = Readonly<Record<string, string | { readonly default?: string; readonly node?: { default: string } }>>;

/** What package.json of a package says. */
export function manifest(name: string): {
  readonly exports: Exports;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly version: string;
} {
  return JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
}

/** The entries of a package by the name that others import: `@bagwise/core/bags` is `core/src/bags/index.ts`. */
export function entriesOf(name: string): ReadonlyMap<string, string> {
  const called = name === "bagwise" ? "bagwise" : `@bagwise/${name}`;
  return new Map(
    Object.entries(manifest(name).exports).flatMap(([entry, target]) => {
      const file = typeof target === "string" ? target : (target.node?.default ?? target.default);
      if (file === undefined || entry === "./package.json") return [];
      return [[called + entry.slice(1), file.replace(/^\.\/dist\//, `${name}/src/`).replace(/\.js$/, ".ts")] as const];
    }),
  );
}

const ENTRIES = new Map(PACKAGES.flatMap(({ name }) => [...entriesOf(name)]));

/** What a file imports. */
export interface Import {
  /** As it is written. */
  readonly name: string;
  /** A path below `packages/` for our own files, also by an entry; else as it is written. */
  readonly target: string;
  /** The names that are imported, if they are listed. */
  readonly names: readonly string[];
}

/** What a file imports or exports from elsewhere. Type-only statements are left out if asked. */
export function importsIn(text: string, file: string, { types = true }: { types?: boolean } = {}): Import[] {
  const statement =
    /^\s*(?:import|export)\s+(type\s+)?(?:([^"';]*?)\sfrom\s+)?"([^"]+)"|(\{[^}]*\} =\s+\(?await )?\bimport\(\s*"([^"]+)"\s*\)(\)\.\w+)?/gm;
  const found: Import[] = [];
  for (const [, type, list = "", fixed, destructured = "", dynamic, member = ""] of text.matchAll(statement)) {
    if (type !== undefined && !types) continue;
    const name = fixed ?? dynamic;
    const own = slashed(relative(packages, resolve(packages, dirname(file), name))).replace(/\.js$/, ".ts");
    const names = `${list}${destructured}${member}`.match(/[\w$]+/g) ?? [];
    found.push({ name, target: name.startsWith(".") ? own : (ENTRIES.get(name) ?? name), names });
  }
  return found;
}

/** What a source file of a package imports. */
export function importsOf(file: string, options?: { types?: boolean }): Import[] {
  return importsIn(readFileSync(join(packages, file), "utf8"), file, options);
}
