import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";

/**
 * Throws an InputError for the first bag without instances, or for the first value that is not
 * finite, with its bag and feature. One pass over the values.
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
    let odd = 0;
    // x - x is 0 for every finite number and NaN for the others.
    for (let at = from; at < to; at++) odd += data[at] - data[at];
    if (odd === 0) continue;
    let bad = from;
    while (Number.isFinite(data[bad])) bad++;
    throw new InputError({
      code: "not-finite",
      message: `a value is ${data[bad]}, not a finite number`,
      remedy: "Correct it, leave out the instance, or read the file with missing values replaced.",
      where: { bag: bags.idOf(i), field: bags.features[(bad - from) % dimension] },
    });
  }
}
