import { count } from "../../base/errors.js";
import type { BagSet } from "../bag-set.js";
import { example, type Finding, indices, named } from "../finding.js";
import type { Label } from "../label.js";
import { duplicates } from "./duplicates.js";
import { type NearDuplicatesOptions, nearDuplicates } from "./near-duplicates.js";

const REMEDY =
  "Keep one bag of each, or keep copies together: set the option groups to auto, or give them a common group. Otherwise the model trains on one copy while the other is held out.";

/** What `check` says about bags that are equal or nearly so. */
export function* checkCopies(bags: BagSet, options: NearDuplicatesOptions): Iterable<Finding> {
  const same = duplicates(bags);
  if (same.length > 0) {
    const members = same.flat();
    yield {
      gravity: "warning",
      code: "duplicate-bags",
      message: `${count(members.length, "bag")} form ${count(same.length, "set")} with the same instances${contradiction(bags, same)}${example(bags, same[0])}`,
      remedy: REMEDY,
      ...named(bags, members),
    };
  }
  // One bag of each set of duplicates represents the set.
  const behind = new Map(same.map((cluster) => [cluster[0], cluster]));
  const repeated = new Set(same.flatMap((cluster) => cluster.slice(1)));
  const distinct = indices(bags).filter((i) => !repeated.has(i));
  const { clusters, compared, unseen } = nearDuplicates(bags.subset(distinct), options);
  const near = clusters.map((cluster) => cluster.map((k) => distinct[k]));
  const all = near.map((cluster) => cluster.flatMap((i) => behind.get(i) ?? [i]));
  if (near.length > 0) {
    const members = near.flat();
    yield {
      gravity: "warning",
      code: "near-duplicate-bags",
      message: `${count(members.length, "bag")} form ${count(near.length, "set")} of near-copies${contradiction(bags, all)}${example(bags, near[0])}`,
      remedy: REMEDY,
      ...named(bags, members),
    };
  }
  const inNear = new Set(near.flat());
  yield* checkLabelsOfCopies(bags, [...all, ...same.filter(([first]) => !inNear.has(first))]);
  if (unseen > 0 && compared > 0) {
    yield {
      gravity: "info",
      code: "near-duplicates-unseen",
      message: `only the first ${count(compared, "bag")} were compared for near-copies; ${count(unseen, "bag was", "bags were")} not`,
      remedy: "Raise the option mostBags to compare all. The time grows with the square of their number.",
      count: unseen,
    };
  }
}

/**
 * An unlabeled copy of a positive bag is more than a leak: it reveals a label, or that one is
 * wrong.
 */
function* checkLabelsOfCopies(bags: BagSet, sets: readonly (readonly number[])[]): Iterable<Finding> {
  const mixed = sets.filter((set) => has(bags, set, "positive") && has(bags, set, "unlabeled"));
  if (mixed.length === 0) return;
  const members = mixed.flatMap((set) => set.filter((i) => bags.labelOf(i) === "unlabeled"));
  const pair = [mixed[0].find((i) => bags.labelOf(i) === "positive") ?? mixed[0][0], members[0]];
  yield {
    gravity: "warning",
    code: "copies-across-labels",
    message: `${count(members.length, "unlabeled bag is a copy", "unlabeled bags are copies")} of a positive one, in ${count(mixed.length, "set")}${example(bags, pair)}`,
    remedy:
      "Label the copy positive, or leave one out if it is there by mistake. Until then set the option groups to auto, which keeps them together.",
    ...named(bags, members),
  };
}

/** `, and 1 set holds positive and negative bags`; nothing for none. */
function contradiction(bags: BagSet, sets: readonly (readonly number[])[]): string {
  const conflict = sets.filter((set) => has(bags, set, "positive") && has(bags, set, "negative")).length;
  return conflict === 0 ? "" : `, and ${count(conflict, "set holds", "sets hold")} positive and negative bags`;
}

function has(bags: BagSet, set: readonly number[], label: Label): boolean {
  return set.some((i) => bags.labelOf(i) === label);
}
