// Loads test files without vitest, and the files of the rooms as changed programs. Runs in Node's thread for this.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve as resolvePath } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse, transpiled, withBranches, withMutants } from "./instrument.mjs";
import { home } from "./rooms.mjs";

/** The built file of a source; undefined for another file. */
const builtOf = (path) => {
  const [name, folder, ...rest] = path.startsWith(`${home}/`) ? path.slice(home.length + 1).split("/") : [];
  return folder === "src" ? [home, name, "dist", ...rest].join("/").replace(/\.ts$/, ".js") : undefined;
};
const files = new Map();
const cache = new Map();

/** What to change: a file has mutants by index, or the number of its first branch. */
export function initialize(given) {
  for (const [number, { file, ids, first }] of given.entries()) {
    files.set(builtOf(file), () => {
      const source = parse(file);
      return first === undefined ? withMutants(source, new Map(ids), number) : withBranches(source, first).code;
    });
  }
}

export async function resolve(name, context, next) {
  if (name === "vitest") return { url: new URL("shim.mjs", import.meta.url).href, shortCircuit: true };
  const parent = context.parentURL?.split("?")[0];
  if (!name.startsWith(".") || !parent?.endsWith(".ts")) return next(name, context);
  const path = resolvePath(dirname(fileURLToPath(parent)), name);
  const source = path.replace(/\.js$/, ".ts");
  const built = builtOf(path);
  if (built !== undefined) return next(pathToFileURL(built).href, context);
  return existsSync(source) ? { url: pathToFileURL(source).href, shortCircuit: true } : next(name, context);
}

export async function load(url, context, next) {
  if (!url.startsWith("file:")) return next(url, context);
  const path = fileURLToPath(url.split("?")[0]);
  const make = files.get(path) ?? (path.endsWith(".ts") ? () => transpiled(readFileSync(path, "utf8")) : undefined);
  if (make === undefined) return next(url, context);
  if (!cache.has(path)) cache.set(path, make());
  return { format: "module", source: cache.get(path), shortCircuit: true };
}
