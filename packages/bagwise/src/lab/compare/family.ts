import type { DrawnBags } from "../data/draw-spec.js";
import { drawSeed } from "../data/draw-spec.js";
import { drawFamily, type FamilyInfo, familyByName } from "../families/families.js";
import type { CompareSpec } from "./spec.js";

/** How the name of a data set that is drawn fresh begins. */
export const FAMILY = "family:";

/** Whether the data set is drawn fresh for every trial. */
export function isFamily(dataset: string): boolean {
  return dataset.startsWith(FAMILY);
}

/** The family behind the name of a data set; an InputError when there is none. */
export function familyOf(dataset: string): FamilyInfo {
  return familyByName(dataset.slice(FAMILY.length));
}

/** Fresh bags of a family for a trial; what is drawn depends on `drawSeed(spec)` alone. */
export function drawFromFamily(spec: CompareSpec): DrawnBags {
  const { labeled, unlabeled, test, prior } = spec;
  return drawFamily(spec.dataset.slice(FAMILY.length), { labeled, unlabeled, test, prior, seed: drawSeed(spec) });
}
