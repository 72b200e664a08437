import { InputError, type Place, quote } from "../base/errors.js";
import { parseDecimal } from "../base/number-text.js";
import { LABEL_CODE, type Label } from "./label.js";

/** 1 positive; 0, blank, ? or NA unlabeled; -1 negative. Case does not matter. */
const DEFAULTS: Readonly<Record<Label, readonly string[]>> = {
  positive: ["1", "positive", "pos"],
  unlabeled: ["0", "", "?", "na", "nan", "null", "unlabeled", "unlabelled"],
  negative: ["-1", "negative", "neg"],
};

/** Which values of a label mean what, besides the usual ones. */
export interface LabelNames {
  /** Values that mean positive. `*` means every other value. Default: 1, positive. */
  readonly positive?: readonly string[] | undefined;
  /** Default: 0, blank, ?, NA, unlabeled. */
  readonly unlabeled?: readonly string[] | undefined;
  /** Default: -1, negative. */
  readonly negative?: readonly string[] | undefined;
}

/**
 * The code (1, 0 or -1) of a label text. Throws an InputError at `where` for an unknown value.
 */
export type LabelReader = (text: string, where: () => Place) => number;

/**
 * A reader of label values. Values named in the options mean what the options say; others keep
 * their default meaning. `*`, at most once, stands for every other value.
 */
export function labelReader({ positive = [], unlabeled = [], negative = [] }: LabelNames): LabelReader {
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
  return (text, where) => {
    const code = codes.get(normalise(text)) ?? other;
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
