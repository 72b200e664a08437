import { InputError, quote } from "../../base/errors.js";
import { asPrinted } from "./as-printed.js";
import { bbe } from "./bbe.js";
import { elkanNoto } from "./elkan-noto.js";
import { km2 } from "./km2.js";
import { median } from "./median.js";
import { isPriorMethodName, PRIOR_METHOD_NAMES, type PriorMethod, type PriorMethodName } from "./method.js";
import { pe } from "./pe.js";
import { plainRatio } from "./plain-ratio.js";
import { ratio } from "./ratio.js";

/** The class-prior estimators by name. To add one, add a file and a line here. */
export const PRIOR_METHODS: Readonly<Record<PriorMethodName, PriorMethod>> = {
  ratio,
  bbe,
  "elkan-noto": elkanNoto,
  "plain-ratio": plainRatio,
  km2,
  pe,
  median,
  "as-printed": asPrinted,
};

/** The estimator of this name. Throws an InputError that lists the choices if there is none. */
export function priorMethod(name: string): PriorMethod {
  if (isPriorMethodName(name)) return PRIOR_METHODS[name];
  throw new InputError({
    code: "prior-method",
    message: `there is no prior estimator ${quote(name)}`,
    remedy: `Choose one of ${PRIOR_METHOD_NAMES.join(", ")}.`,
  });
}
