import { AUDIT_CODES } from "./audit.js";
import type { CodeText, Topic } from "./code.js";
import { COLUMN_CODES } from "./columns.js";
import { COPY_CODES } from "./copies.js";
import { DATA_CODES } from "./data.js";
import { ENCODE_CODES } from "./encode.js";
import { ENGINE_CODES } from "./engines.js";
import { EVALUATION_CODES } from "./evaluation.js";
import { EXPERIMENT_CODES } from "./experiment.js";
import { EXPORT_CODES } from "./export.js";
import { FILE_CODES } from "./files.js";
import { FORMAT_CODES } from "./formats.js";
import { OPTION_CODES } from "./options.js";
import { PRIOR_CODES } from "./prior.js";
import { PROGRAMMING_CODES } from "./programming.js";
import { REVIEW_CODES } from "./review.js";
import { TABLE_CODES } from "./tables.js";
import { TRAINING_CODES } from "./training.js";

export type { CodeText, Gravity, Topic } from "./code.js";

/** Every code by topic, in the order a user meets them: docs/reference/failure-modes.md. */
export const TOPICS: readonly Topic[] = [
  FILE_CODES,
  TABLE_CODES,
  COLUMN_CODES,
  FORMAT_CODES,
  ENCODE_CODES,
  ENGINE_CODES,
  DATA_CODES,
  COPY_CODES,
  OPTION_CODES,
  TRAINING_CODES,
  PRIOR_CODES,
  EVALUATION_CODES,
  AUDIT_CODES,
  REVIEW_CODES,
  EXPORT_CODES,
  EXPERIMENT_CODES,
  PROGRAMMING_CODES,
];

/**
 * Every code of an error, note or finding, with its text. Errors and notes import only the types
 * below, so the texts are loaded only where they are shown.
 */
const CATALOGUE = {
  ...FILE_CODES.codes,
  ...TABLE_CODES.codes,
  ...COLUMN_CODES.codes,
  ...FORMAT_CODES.codes,
  ...ENCODE_CODES.codes,
  ...ENGINE_CODES.codes,
  ...DATA_CODES.codes,
  ...COPY_CODES.codes,
  ...OPTION_CODES.codes,
  ...TRAINING_CODES.codes,
  ...PRIOR_CODES.codes,
  ...EVALUATION_CODES.codes,
  ...AUDIT_CODES.codes,
  ...REVIEW_CODES.codes,
  ...EXPORT_CODES.codes,
  ...EXPERIMENT_CODES.codes,
  ...PROGRAMMING_CODES.codes,
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
 * Gravity, title, cause and remedy of a code. Undefined for an unknown code, such as one in a model
 * file of a newer version.
 */
export function codeText(code: string): CodeText | undefined {
  return Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as Code] : undefined;
}
