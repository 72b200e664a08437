import type { Random } from "../base/random.js";
import type { BagSet } from "./bag-set.js";
import { LABEL_CODE } from "./label.js";

/** Positive, unlabeled, negative, and all bags. */
const MEASURES = 4;

/**
 * The bag numbers of each group, in the order of their first bags. Empty if the bags have no
 * groups.
 */
export function groupsOf(bags: BagSet): number[][] {
  const byName = new Map<string, number[]>();
  (bags.groups() ?? []).forEach((name, i) => {
    const members = byName.get(name);
    if (members === undefined) byName.set(name, [i]);
    else members.push(i);
  });
  return [...byName.values()];
}

/**
 * The part of each bag when whole groups go to parts with the given shares, which add up to 1.
 *
 * Greedy: groups are placed from the largest to the smallest (random among equals), each where the
 * sum over parts p and measures l of bags_pl^2 / (share_p x bags_l) grows least. That sum is least
 * when every part has its share of every label and of all bags. There must be as many groups as
 * parts; no part stays empty. Costs O(groups x parts).
 */
export function assignGroups(
  bags: BagSet,
  groups: readonly number[][],
  shares: readonly number[],
  generator: Random,
): Uint16Array {
  const order = generator.permutation(groups.length);
  const largestFirst = Array.from(order, (k) => groups[k]).sort((a, b) => b.length - a.length);
  const total = measure(
    bags,
    Array.from({ length: bags.size }, (_, i) => i),
  );
  const held = shares.map(() => new Float64Array(MEASURES));
  const part = new Uint16Array(bags.size);
  largestFirst.forEach((group, placed) => {
    const size = measure(bags, group);
    const empty = held.filter((of) => of[MEASURES - 1] === 0).length;
    const mustFill = empty === groups.length - placed;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    held.forEach((of, p) => {
      if (mustFill && of[MEASURES - 1] > 0) return;
      let growth = 0;
      for (let l = 0; l < MEASURES; l++) {
        if (size[l] > 0) growth += (size[l] * (size[l] + 2 * of[l])) / (shares[p] * total[l]);
      }
      if (growth < least) {
        least = growth;
        best = p;
      }
    });
    for (let l = 0; l < MEASURES; l++) held[best][l] += size[l];
    for (const i of group) part[i] = best;
  });
  return part;
}

function measure(bags: BagSet, members: readonly number[]): Float64Array {
  const counts = new Float64Array(MEASURES);
  for (const i of members) counts[1 - LABEL_CODE[bags.labelOf(i)]]++;
  counts[MEASURES - 1] = members.length;
  return counts;
}
