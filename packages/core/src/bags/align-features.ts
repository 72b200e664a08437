import { count, InputError, quote } from "../base/errors.js";
import { BagSet } from "./bag-set.js";
import { LABEL_CODE } from "./label.js";
import { offsetsOf } from "./offsets-of.js";

/**
 * The same bags with their features in this order, matched by name. If they are in this order
 * already, returns the bags themselves; otherwise copies in O(instances x features). Throws an
 * InputError that names missing and unknown features.
 */
export function alignFeatures(features: readonly string[], bags: BagSet): BagSet {
  const width = bags.dimension;
  if (features.length === width && features.every((name, j) => name === bags.features[j])) return bags;
  const columns = matchFeatures(features, bags.features);
  const data = bags.toMatrix();
  const row = new Float64Array(width);
  for (let at = 0; width > 0 && at < data.length; at += width) {
    row.set(data.subarray(at, at + width));
    for (let j = 0; j < width; j++) data[at + j] = row[columns[j]];
  }
  const { blocks } = bags.withMatrix(new Float64Array(bags.instances * width));
  const labels = Int8Array.from(bags.labels(), (label) => LABEL_CODE[label]);
  return BagSet.own({
    data,
    offsets: offsetsOf(bags),
    ids: bags.ids(),
    labels,
    features,
    groups: bags.groups(),
    blocks,
  });
}

/** The column of each wanted feature. */
function matchFeatures(wanted: readonly string[], given: readonly string[]): number[] {
  const column = new Map(given.map((name, j) => [name, j]));
  const missing = wanted.filter((name) => !column.has(name));
  const known = new Set(wanted);
  const extra = given.filter((name) => !known.has(name));
  if (missing.length > 0 || extra.length > 0) {
    const parts: string[] = [];
    if (missing.length > 0)
      parts.push(`${count(missing.length, "feature is", "features are")} missing: ${list(missing)}`);
    if (extra.length > 0) parts.push(`${count(extra.length, "feature is", "features are")} unknown: ${list(extra)}`);
    throw new InputError({
      code: "features",
      message: parts.join("; "),
      remedy: "Give bags with the features of the training data, and ignore other columns.",
    });
  }
  return wanted.map((name) => column.get(name) ?? 0);
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => quote(name));
  return names.length > 5 ? `${shown.join(", ")} and ${names.length - 5} more` : shown.join(", ");
}
