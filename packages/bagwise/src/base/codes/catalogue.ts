import { AUDIT } from "./audit.js";
import type { CodeText, Topic } from "./code.js";
import { COPIES } from "./copies.js";
import { DATA } from "./data.js";
import { EVALUATION } from "./evaluation.js";
import { EXPERIMENT } from "./experiment.js";
import { FILES } from "./files.js";
import { FORMATS } from "./formats.js";
import { OPTIONS } from "./options.js";
import { PRIOR } from "./prior.js";
import { PROGRAMMING } from "./programming.js";
import { TABLES } from "./tables.js";
import { TRAINING } from "./training.js";

export type { CodeText, Gravity, Topic } from "./code.js";

/** Every code by topic, in the order in which a user meets them. docs/reference/failure-modes.md is made of it. */
export const TOPICS: readonly Topic[] = [
  FILES,
  TABLES,
  FORMATS,
  DATA,
  COPIES,
  OPTIONS,
  TRAINING,
  PRIOR,
  EVALUATION,
  AUDIT,
  EXPERIMENT,
  PROGRAMMING,
];

/**
 * Every code of an error, note or finding, with its text. Errors and notes import only the types
 * below, so that the texts are loaded by what shows them and by nothing else.
 */
const CATALOGUE = {
  ...FILES.codes,
  ...TABLES.codes,
  ...FORMATS.codes,
  ...DATA.codes,
  ...COPIES.codes,
  ...OPTIONS.codes,
  ...TRAINING.codes,
  ...PRIOR.codes,
  ...EVALUATION.codes,
  ...AUDIT.codes,
  ...EXPERIMENT.codes,
  ...PROGRAMMING.codes,
};

/** A short stable word for programs, such as `"not-a-number"`. It means one thing. */
export type Code = keyof typeof CATALOGUE;

/** How much a code matters. */
export type GravityOf<C extends Code> = (typeof CATALOGUE)[C]["gravity"];

/** The codes of an InputError. */
export type ErrorCode = { [C in Code]: GravityOf<C> extends "error" ? C : never }[Code];

/** The codes of a note: nothing failed. */
export type NoteCode = Exclude<Code, ErrorCode>;

/**
 * Gravity, title, cause and remedy of a code. Undefined for a code that is not known, as in a model
 * file of a newer version.
 */
export function codeText(code: string): CodeText | undefined {
  return Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as Code] : undefined;
}
