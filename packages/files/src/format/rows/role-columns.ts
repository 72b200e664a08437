import type { BagSet } from "@bagwise/core/bags";
import { InputError, quote } from "@bagwise/core/base";
import { assignRoles } from "./roles.js";

/** Names for the columns that are not features, the preferred one first. */
const NAMES = {
  bag: ["bag", "bag_id", "bag_name"],
  label: ["label", "class", "target"],
  group: ["group", "group_id", "groups"],
} as const;

/** The names of the columns to write left of the features, in this order. */
export interface RoleColumns {
  readonly bag: string;
  readonly label: string;
  /** Only if the bags have groups. */
  readonly group?: string;
}

/**
 * Column names for bag, label and group that no feature has, so that the reader guesses them right.
 *
 * A writer puts them first: bag, label, group, then the features. Throws an InputError if the
 * reader would still take a feature for a role: a first feature called `group` of bags without
 * groups.
 */
export function roleColumns(bags: BagSet): RoleColumns {
  const features = new Set(bags.features);
  const free = (role: keyof typeof NAMES) => {
    const usual = NAMES[role].find((name) => !features.has(name));
    if (usual !== undefined) return usual;
    // Readers ignore an underscore at the end, so there is always a free name.
    let name: string = NAMES[role][0];
    while (features.has(name)) name += "_";
    return name;
  };
  const columns = { bag: free("bag"), label: free("label"), ...(bags.grouped ? { group: free("group") } : {}) };
  const left = Object.values(columns);
  const { bag, label, group } = assignRoles([...left, ...bags.features], {}, "");
  if (bag === 0 && label === 1 && group === (bags.grouped ? 2 : undefined)) return columns;
  const taken = [bag, label, group].find((at) => at !== undefined && at >= left.length) ?? left.length;
  throw new InputError({
    code: "feature-name",
    message: `the feature ${quote(bags.features[taken - left.length])} would be taken for a group when the file is read back`,
    remedy: "Rename the feature.",
  });
}
