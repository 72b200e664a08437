import { InputError, quote } from "../../base/errors.js";
import { listNames } from "./roles.js";

/**
 * The positions of the features to keep when `ignore` names others to leave out, for formats whose
 * features are apart from bag and label. Default: all. A name that is no feature is an InputError.
 */
export function keptFeatures(
  features: readonly string[],
  ignore: readonly string[] | undefined,
  file: string,
): number[] {
  const out = new Set(ignore);
  for (const name of out) {
    if (features.includes(name)) continue;
    throw new InputError({
      code: "no-such-column",
      message: `there is no feature ${quote(name)} (the option ignore)`,
      remedy: `The features are ${listNames(features)}.`,
      where: { file },
    });
  }
  return features.flatMap((name, i) => (out.has(name) ? [] : [i]));
}

/** The names of features that came without: f1, f2, ... */
export function numberedFeatures(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `f${i + 1}`);
}
