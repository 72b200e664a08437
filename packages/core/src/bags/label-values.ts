import { InputError, type Place, quote } from "../base/errors.js";
import type { OnNote } from "../base/note.js";
import { parseDecimal } from "../base/number-text.js";
import { LABEL_CODE, type Label } from "./label.js";

/** Words that may mean negative, or that nobody looked. They are read as unlabeled, with a note. */
const DOUBTFUL: readonly string[] = ["0", "no", "false", "inactive", "n", "f"];

/** 1 positive; 0, blank, ? or NA unlabeled; -1 negative. Case does not matter. */
const DEFAULTS: Readonly<Record<Label, readonly string[]>> = {
  positive: ["1", "positive", "pos", "yes", "true", "active", "y", "t"],
  unlabeled: [...DOUBTFUL, "", "?", "na", "nan", "null", "unlabeled", "unlabelled", "unknown"],
  negative: ["-1", "negative", "neg"],
};

/** Instead of a code: the text is blank, so it says nothing about the bag. */
export const NOT_SAID = 2;

/** Whether a label may mean negative, or that nobody looked. */
export function isDoubtfulLabel(text: string): boolean {
  return DOUBTFUL.includes(normalise(text));
}

/** Which values of a label mean what, besides the usual ones. */
export interface LabelNames {
  /** Values that mean positive. `*` means every other value. Default: 1, positive, yes, true, active. */
  readonly positive?: readonly string[] | undefined;
  /** Default: 0, blank, ?, NA, unlabeled, no, false, inactive. */
  readonly unlabeled?: readonly string[] | undefined;
  /** Default: -1, negative. */
  readonly negative?: readonly string[] | undefined;
}

/**
 * The code (1, 0 or -1) of a label text; NOT_SAID for a blank one. Throws an InputError at `where` for
 * an unknown value.
 */
export type LabelReader = (text: string, where: () => Place) => number;

/**
 * A reader of label values. Values named in the options mean what the options say; others keep
 * their default meaning. `*`, at most once, stands for every other value. A value that may mean
 * negative or unlabeled, such as `0` or `no`, is noted once, unless you named it or the file is read
 * like another one. With `labels`, a file of their own, values of the file of bags say nothing.
 */
export function labelReader({
  positive = [],
  unlabeled = [],
  negative = [],
  onNote,
  recipe,
  labels,
}: LabelNames & {
  readonly onNote?: OnNote | undefined;
  readonly recipe?: object | undefined;
  readonly labels?: unknown;
}): LabelReader {
  if (labels !== undefined) return () => NOT_SAID;
  const named: [Label, readonly string[]][] = [
    ["positive", positive],
    ["unlabeled", unlabeled],
    ["negative", negative],
  ];
  const codes = new Map<string, number>();
  for (const label of ["positive", "unlabeled", "negative"] as const) {
    for (const value of DEFAULTS[label]) codes.set(value, LABEL_CODE[label]);
  }
  const claimed = new Map<string, Label>();
  let other: number | undefined;
  for (const [label, values] of named) {
    for (const value of values) {
      const key = normalise(value);
      const before = claimed.get(key);
      if (before !== undefined && before !== label) {
        throw new InputError({
          code: "label-named-twice",
          message: `the label value ${quote(value)} means both ${before} and ${label}`,
          remedy: "Name each value once.",
        });
      }
      claimed.set(key, label);
      if (key === "*") other = LABEL_CODE[label];
      else codes.set(key, LABEL_CODE[label]);
    }
  }
  const doubtful = new Set(DOUBTFUL.filter((word) => !claimed.has(word)));
  return (text, where) => {
    const word = normalise(text);
    const code = codes.get(word) ?? other;
    if (word === "" && !claimed.has(word)) return NOT_SAID;
    if (doubtful.delete(word) && recipe === undefined)
      onNote?.({
        code: "labels-not-known",
        message: `the label ${quote(text.trim())} is read as not known; if it means negative, name it in the option negative`,
      });
    if (code !== undefined) return code;
    throw new InputError({
      code: "label-value",
      message: `the label ${quote(text.trim())} is neither positive (1), unlabeled (0, blank, ?, NA) nor negative (-1)`,
      remedy: `Say what it means: name ${quote(text.trim())} in one of the options positive, unlabeled and negative.`,
      where: where(),
    });
  };
}

/** `1`, `+1`, `1.0` and ` 1` are one value; words are compared without case. */
function normalise(text: string): string {
  const trimmed = text.trim();
  const number = parseDecimal(trimmed);
  return number === undefined ? trimmed.toLowerCase() : String(number);
}
