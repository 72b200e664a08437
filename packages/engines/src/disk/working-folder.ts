import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";

const folders = new AsyncLocalStorage<string>();

/** Runs some work with relative paths starting at this folder and not at the process's. */
export async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  return await folders.run(folder, work);
}

/** A path for the file system. Messages name the path as given. */
export function located(path: string): string {
  const folder = folders.getStore();
  return folder === undefined ? path : resolve(folder, path);
}
