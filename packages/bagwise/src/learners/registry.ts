import { InputError, quote } from "../base/errors.js";
import { autoEntry } from "./auto/auto.js";
import { dsddEntry } from "./dsdd/dsdd.js";
import type { LearnerEntry } from "./learner.js";
import { lsddEntry } from "./lsdd/lsdd.js";
import { puMilEntry } from "./pu-mil/pu-mil.js";
import { puSkcEntry } from "./pu-skc/pu-skc.js";

/** All learners. The contract suite runs over this list, and the command line offers it. */
export const LEARNERS: readonly LearnerEntry[] = [autoEntry, puSkcEntry, lsddEntry, dsddEntry, puMilEntry];

/** The learner with this name; an InputError for a name nobody has. */
export function learnerByName(name: string): LearnerEntry {
  const entry = LEARNERS.find(({ description }) => description.name === name);
  if (entry !== undefined) return entry;
  throw new InputError({
    code: "learner",
    message: `there is no method ${quote(name)}`,
    remedy: `Choose one of ${LEARNERS.map(({ description }) => description.name).join(", ")}.`,
  });
}
