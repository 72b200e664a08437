import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";

const folders = new AsyncLocalStorage<string>();

/** Does some work for which relative paths start at this folder instead of the process's. */
export async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  return await folders.run(folder, work);
}

/** Where a path is, for the file system. Messages name the path as it was given. */
export function located(path: string): string {
  const folder = folders.getStore();
  return folder === undefined ? path : resolve(folder, path);
}
