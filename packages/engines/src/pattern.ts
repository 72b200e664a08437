import { stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { InputError } from "@bagwise/core/base";
import { located } from "./disk/working-folder.js";

/** What has a meaning in a pattern of DuckDB. */
const SIGNS = /[*?[]/g;

/** Whether a path that names nothing can be a pattern. */
export function isPattern(path: string): boolean {
  return path.search(SIGNS) !== -1;
}

/** The pattern of DuckDB that only this path fits. Throws an InputError for one that has no such pattern. */
export function literal(path: string): string {
  const whole = resolve(located(path));
  // In a pattern DuckDB takes a backslash for a separator.
  if (sep === "/" && whole.includes("\\") && isPattern(whole))
    throw new InputError({
      code: "bad-path",
      message: "DuckDB cannot read a path with a backslash and one of * ? [",
      remedy: "Give the file or folder another name.",
      where: { file: path },
    });
  return whole.replace(SIGNS, "[$&]");
}

/** A path that names nothing as a pattern. The folders that it begins with and that exist are meant as themselves. */
export async function patternFrom(path: string): Promise<string> {
  const whole = resolve(located(path));
  let base = dirname(whole);
  while (base !== dirname(base) && !(await exists(base))) base = dirname(base);
  return literal(base) + whole.slice(base.length);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
