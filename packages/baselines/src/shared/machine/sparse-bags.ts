import type { MachineTask } from "@bagwise/core/training";
import type { Samples } from "./samples.js";

/**
 * The convex problem of sMIL (Bunescu and Mooney 2007). If at least one of the n instances of a
 * positive bag has a value of 1 and the others have at least -1, their mean is at least (2 - n) / n,
 * and so much every positive bag should reach. Every instance of another bag should have at most -1.
 */
export interface SparseBags extends Samples {
  readonly margins: Float64Array;
  /** How many of the samples, which come first, are positive bags. */
  readonly positives: number;
}

/**
 * The samples of sMIL: positive bags first, each the mean of its rows, then every row of the others.
 * A positive bag costs what its task says. The others share the costs of their bags evenly among
 * their instances, so that both classes weigh the same in all, as in the paper.
 */
export function sparseBags({ bags, signs, costs }: Pick<MachineTask, "bags" | "signs" | "costs">): SparseBags {
  const positive = bags.filter((_, i) => signs[i] > 0);
  const alone = bags.flatMap((bag, i) => (signs[i] > 0 ? [] : Array.from(bag, (row) => Uint32Array.of(row))));
  const each = evenly(costsOf(costs, signs, -1), alone.length);
  return {
    rows: [...positive, ...alone],
    signs: Int8Array.from([...positive.map(() => 1), ...alone.map(() => -1)]),
    costs: Float64Array.from([...costs.filter((_, i) => signs[i] > 0), ...alone.map(() => each)]),
    margins: Float64Array.from([...positive.map((bag) => 2 / bag.length - 1), ...alone.map(() => 1)]),
    positives: positive.length,
  };
}

/** What all bags of a sign cost. */
export function costsOf(costs: Float64Array, signs: Int8Array, sign: number): number {
  return costs.reduce((sum, cost, i) => (signs[i] === sign ? sum + cost : sum), 0);
}

/** The part of each of so many. */
export function evenly(total: number, count: number): number {
  return total / Math.max(1, count);
}
