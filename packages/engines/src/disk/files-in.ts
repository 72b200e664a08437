import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "./file-source.js";
import { located } from "./working-folder.js";

/**
 * All files of a folder and those below, by their paths within it, with slashes. Links to folders are not
 * followed, and hidden ones not entered.
 */
export async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (below: string) => {
    const entries = await readdir(located(join(folder, below)), { withFileTypes: true }).catch((error: unknown) => {
      throw fileError(join(folder, below), error);
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      else found.push(path);
    }
  };
  await visit("");
  return found;
}
