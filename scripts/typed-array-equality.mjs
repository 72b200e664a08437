// Matchers compare typed arrays by looking up each index as a property, which takes seconds for the bytes of a model.
// Arrays that are the same in every number are found here; whatever differs is left to the matcher, with its message.
import { expect } from "vitest";

expect.addEqualityTesters([
  (a, b) => {
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a instanceof DataView || b instanceof DataView)
      return undefined;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || a.length !== b.length) return undefined;
    for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return undefined;
    return true;
  },
]);
