import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";

/** Sums of squares of values beyond this, about 1e120, come near the largest number. */
export const LARGEST = 2 ** 400;

/**
 * Throws an InputError for the first bag without instances, or for the first value that is not
 * finite or too large to compute with, with its bag and feature. One pass over the values.
 */
export function checkComputable(bags: BagSet): void {
  const { data, dimension } = bags;
  for (let i = 0; i < bags.size; i++) {
    const size = bags.sizeOf(i);
    if (size === 0) {
      throw new InputError({
        code: "empty-bag",
        message: "the bag has no instances, so nothing can be computed from it",
        remedy: "Leave the bag out, or give it at least one instance.",
        where: { bag: bags.idOf(i) },
      });
    }
    const from = bags.startOf(i) * dimension;
    const to = from + size * dimension;
    let largest = 0;
    // NaN makes every maximum NaN.
    for (let at = from; at < to; at++) largest = Math.max(largest, Math.abs(data[at]));
    if (largest <= LARGEST) continue;
    let bad = from;
    while (Math.abs(data[bad]) <= LARGEST) bad++;
    const where = { bag: bags.idOf(i), field: bags.features[(bad - from) % dimension] };
    if (Number.isFinite(data[bad]))
      throw new InputError({
        code: "value-too-large",
        message: "a value is too large to compute with",
        remedy: "Correct it, give the feature in a larger unit, or leave out the bag.",
        where,
      });
    throw new InputError({
      code: "not-finite",
      message: `a value is ${data[bad]}, not a finite number`,
      remedy: "Correct it, leave out the instance, or read the file with missing values replaced.",
      where,
    });
  }
}
