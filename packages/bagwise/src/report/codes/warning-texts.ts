import { COPIES } from "../warnings/copies.js";
import { DATA } from "../warnings/data.js";
import { EXPERIMENT } from "../warnings/experiment.js";
import { AUDIT, PRIOR } from "../warnings/prior.js";
import { READING } from "../warnings/reading.js";
import { EVALUATION, TRAINING } from "../warnings/training.js";
import type { Warning, WarningGroup } from "../warnings/warning.js";

export type { Warning, WarningGroup } from "../warnings/warning.js";

/**
 * Every warning that bagwise can give, by what it is about. docs/reference/failure-modes.md is made of it.
 */
export const WARNINGS: readonly WarningGroup[] = [
  READING,
  DATA,
  COPIES,
  PRIOR,
  TRAINING,
  EVALUATION,
  AUDIT,
  EXPERIMENT,
];

const BY_CODE = new Map(WARNINGS.flatMap(({ warnings }) => warnings.map((warning) => [warning.code, warning])));

/**
 * Title, cause and remedy of a note or finding; undefined for a code that is not known, as in a
 * model of a newer version.
 */
export function warningOf(code: string): Warning | undefined {
  return BY_CODE.get(code);
}
