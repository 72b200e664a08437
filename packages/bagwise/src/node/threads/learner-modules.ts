import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError, quote } from "@bagwise/core/base";
import { type LearnerEntry, registerLearner } from "@bagwise/core/learners";
import { located } from "@bagwise/engines/disk";

/**
 * The address of a package, or of a module by its path, as somebody in the working folder names it. Throws an
 * InputError if it is not there.
 */
export function learnerModule(name: string): string {
  if (/^\.{0,2}[\\/]/.test(name)) return pathToFileURL(located(name)).href;
  try {
    return pathToFileURL(createRequire(resolve(located("any.js"))).resolve(name)).href;
  } catch {
    throw new InputError({
      code: "missing-package",
      message: `there is no package ${quote(name)} here`,
      remedy: `Install it with: npm install ${name}. A file is named by a path: ./${name}`,
    });
  }
}

/**
 * Registers the learners that a module exports in the list `learners`, for this program and the threads that it
 * starts; again changes nothing. Returns a function that removes them. Throws an InputError if the module cannot be
 * loaded or has no such list, or if a name is taken.
 */
export async function registerFrom(module: string): Promise<() => void> {
  const learners = await learnersOf(module);
  const known = loaded.get(module);
  if (known !== undefined) return known;
  const removes = learners.map((entry) => registerLearner(entry, { module }));
  const remove = () => {
    for (const each of removes) each();
    loaded.delete(module);
  };
  loaded.set(module, remove);
  return remove;
}

/** What removes the learners of each module. */
const loaded = new Map<string, () => void>();

async function learnersOf(module: string): Promise<readonly LearnerEntry[]> {
  let learners: unknown;
  try {
    ({ learners } = await import(module));
  } catch (error) {
    throw new InputError({
      code: "learner",
      message: `the methods of ${quote(module)} cannot be loaded: ${error instanceof Error ? error.message : error}`,
      remedy: "Name a package that exports `learners`, a list of methods.",
    });
  }
  if (Array.isArray(learners) && learners.every((each) => typeof each?.description?.name === "string")) return learners;
  throw new InputError({
    code: "learner",
    message: `${quote(module)} has no methods`,
    remedy: "Name a package that exports `learners`, a list of methods.",
  });
}
