import type { Random } from "@bagwise/core/base";

/** What an instance of a check is. Only a witness is evidence. */
export type InstanceKind = "ordinary" | "witness" | "poison" | "common";

/** How many instances of each kind are in a bag. The rest are ordinary. */
export interface BagRecipe {
  /** Positive instances: 1 in a positive bag, 0 in a negative one. */
  readonly witness: number;
  readonly poison: number;
  readonly common: number;
  /** How many times its usual size the bag has, by more ordinary instances. */
  readonly larger: number;
}

/** The number of features of all checks. */
export const CHECK_FEATURES = 5;
/** A bag has from 6 to 10 instances of all kinds together, before it is made larger. */
export const BAG_SIZE: readonly [least: number, most: number] = [6, 10];

/**
 * Normal distributions with the same spread in every feature. A witness and one of the common kind
 * stick out as far from the ordinary instances. Poison sticks out farther and is more alike, so that
 * it is the easiest thing to learn.
 */
export const INSTANCES: Readonly<
  Record<InstanceKind, { readonly centre: readonly number[]; readonly spread: number }>
> = {
  ordinary: { centre: [0, 0, 0, 0, 0], spread: 1 },
  witness: { centre: [3, 3, 0, 0, 0], spread: 0.5 },
  poison: { centre: [0, 0, -5, 0, 0], spread: 0.25 },
  common: { centre: [0, 0, 0, 4, 0], spread: 0.5 },
};

/** The row-major values of a bag, and the kind of each row. */
export interface DrawnInstances {
  readonly values: Float64Array;
  readonly kinds: readonly InstanceKind[];
}

/**
 * One bag, its instances in random order. Its size does not depend on the recipe but for `larger`:
 * other instances take the place of ordinary ones, so that size never tells the label.
 */
export function drawBag(recipe: BagRecipe, source: Random): DrawnInstances {
  const [least, most] = BAG_SIZE;
  const size = least + source.below(most - least + 1);
  const special = (["witness", "poison", "common"] as const).flatMap((kind) => copies(kind, recipe[kind]));
  const ordinary = copies("ordinary", recipe.larger * size - special.length);
  const all: readonly InstanceKind[] = [...special, ...ordinary];
  return drawInstances(
    Array.from(source.permutation(all.length), (at) => all[at]),
    source,
  );
}

/** Instances of these kinds, in this order. */
export function drawInstances(kinds: readonly InstanceKind[], source: Random): DrawnInstances {
  const values = new Float64Array(kinds.length * CHECK_FEATURES);
  for (const [row, kind] of kinds.entries()) {
    const { centre, spread } = INSTANCES[kind];
    for (let j = 0; j < CHECK_FEATURES; j++) values[row * CHECK_FEATURES + j] = centre[j] + spread * source.normal();
  }
  return { values, kinds };
}

function copies(kind: InstanceKind, times: number): InstanceKind[] {
  return Array.from({ length: times }, () => kind);
}
