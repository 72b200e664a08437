import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../require-all.js";

export const src = join(root, "packages", "bagwise", "src");

/** All source files, by path below src/ with forward slashes. */
export function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/**
 * What a source file imports: paths below src/ for our own files, names for packages and built-ins.
 * Type-only imports are left out if asked.
 */
export function importsOf(file: string, { types = true }: { types?: boolean } = {}): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const found: string[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;
  for (const [, type, name, dynamic] of text.matchAll(statement)) {
    if (type !== undefined && !types) continue;
    const target = name ?? dynamic;
    found.push(
      target.startsWith(".")
        ? relative(src, resolve(src, dirname(file), target))
            .replaceAll("\\", "/")
            .replace(/\.js$/, ".ts")
        : target,
    );
  }
  return found;
}
