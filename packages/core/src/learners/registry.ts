import { InputError, quote } from "../base/errors.js";
import { autoEntry } from "./auto/auto.js";
import { baggingEntry } from "./bagging/bagging.js";
import { dsddEntry } from "./dsdd/dsdd.js";
import type { LearnerEntry } from "./learner.js";
import { lsddEntry } from "./lsdd/lsdd.js";
import { puInstanceEntry } from "./pu-instance/pu-instance.js";
import { puMilEntry } from "./pu-mil/pu-mil.js";
import { puSkcEntry } from "./pu-skc/pu-skc.js";
import type { Work } from "./work.js";

const registered: LearnerEntry[] = [
  autoEntry,
  puSkcEntry,
  puInstanceEntry,
  baggingEntry,
  lsddEntry,
  dsddEntry,
  puMilEntry,
];

/** All learners. Whatever lists, offers, checks or compares learners reads this list. */
export const LEARNERS: readonly LearnerEntry[] = registered;

/** The modules that learners of other packages come from. */
const modules = new Map<LearnerEntry, string>();

export interface RegisterOptions {
  /**
   * The address of the module that brings the learner, and exports it in the list `learners`: `import.meta.url` there,
   * or `import.meta.resolve(PACKAGE)`. Worker threads load it. Default: none, and worker threads do not know the
   * learner; train it in one thread.
   */
  readonly module?: string | undefined;
}

/**
 * Adds a learner of your own for the rest of the program. Commands, reports and comparisons then
 * know it like any other. Returns a function that removes it again. Throws an InputError if the name is taken.
 */
export function registerLearner(entry: LearnerEntry, { module }: RegisterOptions = {}): () => void {
  const { name } = entry.description;
  if (findLearner(name) !== undefined)
    throw new InputError({
      code: "learner",
      message: `there is already a method ${quote(name)}`,
      remedy: "Choose another name.",
    });
  registered.push(entry);
  if (module !== undefined) modules.set(entry, module);
  return () => {
    const at = registered.indexOf(entry);
    if (at >= 0) registered.splice(at, 1);
    modules.delete(entry);
  };
}

/** The addresses of all modules that registered learners name, each once: what another thread loads to know them. */
export function learnerModules(): string[] {
  return [...new Set(modules.values())];
}

/** The learner with this name; undefined if there is none, as for a model made elsewhere. */
export function findLearner(name: string): LearnerEntry | undefined {
  return LEARNERS.find(({ description }) => description.name === name);
}

/**
 * The learner with this name. Throws an InputError if there is none: a model file names its learner, but never the
 * package that brings it, so that opening one runs nothing.
 */
export function learnerByName(name: string): LearnerEntry {
  const entry = findLearner(name);
  if (entry !== undefined) return entry;
  throw new InputError({
    code: "learner",
    message: `there is no method ${quote(name)}`,
    remedy: `Choose one of ${namesOf(LEARNERS)}. A method of another package is known if you name it: --learner PACKAGE on the command line, registerLearner in a program; the workbench has none of them.`,
  });
}

/** The learner to use by default. */
export function usualLearner(): LearnerEntry {
  return LEARNERS.find(({ description }) => description.usual) ?? LEARNERS[0];
}

/** Names in a sentence: "lsdd, dsdd". */
export function namesOf(entries: readonly LearnerEntry[]): string {
  return entries.map(({ description }) => description.name).join(", ");
}

/** The unit of work of a learner. Throws an InputError if the learner has none. */
export async function workByName(name: string): Promise<Work> {
  const { work } = learnerByName(name);
  if (work !== undefined) return work();
  throw new InputError({
    code: "learner",
    message: `the method ${quote(name)} has no units of work`,
    remedy: "Train it in one thread.",
  });
}
