import { byName } from "../options/check-options.js";
import type { BagRecipe } from "./instances.js";

/** Test bags of one kind: what their positive and their negative bags hold. */
export interface CheckTest {
  readonly name: string;
  /** The head of its column, such as "poisoned". */
  readonly title: string;
  /** What is in these bags, in one clause. */
  readonly help: string;
  readonly positive: BagRecipe;
  readonly negative: BagRecipe;
}

/**
 * A check of the assumption of multiple-instance learning, that one positive instance makes a bag
 * positive. A method under the assumption does well on all of its test bags. One that goes by
 * something else ranks some of them upside down.
 */
export interface Check {
  readonly name: string;
  readonly title: string;
  /** What it looks for, in one clause. */
  readonly help: string;
  /** Training bags are drawn as these test bags. */
  readonly own: CheckTest;
  /** Test bags in which what is no evidence changes sides; none if there is nothing but evidence. */
  readonly changed: readonly CheckTest[];
  /** Whether a positive instance is also added to each negative test bag, to see its score rise. */
  readonly raises: boolean;
}

/** How many of the copied instances a negative training bag of `frequency` has; a positive one has 1. */
const MANY = 4;
/** How many times as large the larger test bags are, by ordinary instances. */
const LARGER = 4;

const ONE = { witness: 1, poison: 0, common: 0, larger: 1 } as const satisfies BagRecipe;
const NONE = { ...ONE, witness: 0 } as const satisfies BagRecipe;
const RARE = { ...ONE, common: 1 } as const satisfies BagRecipe;
const OFTEN = { ...NONE, common: MANY } as const satisfies BagRecipe;

/** The checks, after Raff and Holt (2023), "Reproducibility in multiple instance learning", NeurIPS. */
export const CHECKS: readonly Check[] = [
  {
    name: "one-instance",
    title: "one instance",
    help: "one positive instance among ordinary ones is the only difference",
    own: { name: "own", title: "AUC", help: "as in training", positive: ONE, negative: NONE },
    changed: [],
    raises: true,
  },
  {
    name: "poison",
    title: "poison",
    help: "in training, negative bags have an instance that positive ones never have; in the test it is the other way round",
    own: { name: "own", title: "as trained", help: "as in training", positive: ONE, negative: { ...NONE, poison: 1 } },
    changed: [
      {
        name: "poisoned",
        title: "poisoned",
        help: "positive bags have the poison too, negative bags do not",
        positive: { ...ONE, poison: 1 },
        negative: NONE,
      },
    ],
    raises: false,
  },
  {
    name: "frequency",
    title: "frequency",
    help: `in training, an instance of a common kind is once in positive bags and ${MANY} times in negative ones`,
    own: { name: "own", title: "as trained", help: "as in training", positive: RARE, negative: OFTEN },
    changed: [
      {
        name: "reversed",
        title: "reversed",
        help: `the common kind is ${MANY} times in positive bags and once in negative ones`,
        positive: { ...ONE, common: MANY },
        negative: { ...NONE, common: 1 },
      },
      {
        name: "larger",
        title: "larger",
        help: `as in training, but ${LARGER} times as large by ordinary instances`,
        positive: { ...RARE, larger: LARGER },
        negative: { ...OFTEN, larger: LARGER },
      },
    ],
    raises: false,
  },
];

/** The check of this name; an InputError that lists them when there is none. */
export function checkByName(name: string): Check {
  return byName(CHECKS, name, "check");
}

/** All test bags of a check, those drawn as in training first. */
export function testsOf({ own, changed }: Check): CheckTest[] {
  return [own, ...changed];
}
