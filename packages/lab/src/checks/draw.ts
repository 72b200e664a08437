import type { BagSet } from "@bagwise/core/bags";
import { integer, number, type Random, random, readOptions, withoutUndefined } from "@bagwise/core/base";
import { bagsOf } from "../draws/bags-of.js";
import { type CheckTest, checkByName, testsOf } from "./checks.js";
import { CHECK_FEATURES, type DrawnInstances, drawBag, drawInstances, type InstanceKind } from "./instances.js";

/** What the training bags that are not labelled positive are: known negatives, or unlabeled bags. */
export const CHECK_LABELS = ["negative", "unlabeled"] as const;
export type CheckLabels = (typeof CHECK_LABELS)[number];

/** How many bags a check has. */
export const CHECK_SIZES = {
  /** Training bags labelled positive. */
  positive: 30,
  /** Training bags labelled negative. */
  negative: 30,
  /** Training bags without label, instead of negative ones. */
  unlabeled: 50,
  /** The share of positives among these. */
  prior: 0.3,
  /** Test bags of each label. */
  test: 50,
} as const;

/** What to draw. Sizes default to `CHECK_SIZES`. */
export interface DrawCheckOptions extends Partial<Record<keyof typeof CHECK_SIZES, number | undefined>> {
  readonly labels: CheckLabels;
  /** The same seed gives the same bits. */
  readonly seed: number;
}

/** Bags with the kind of each instance, in the order of their rows. */
export interface CheckBags {
  readonly bags: BagSet;
  readonly kinds: readonly InstanceKind[];
}

export interface DrawnCheck {
  /** Labelled as asked for, the positive ones first. */
  readonly training: CheckBags;
  /** What the training bags truly are, 1 or -1; no method sees it. */
  readonly truth: Int8Array;
  /** Test bags by the name of their kind, `own` first; half of them positive. */
  readonly tests: Readonly<Record<string, CheckBags>>;
  /**
   * The negative test bags of `own`, each with one positive instance added; null for a check that does
   * not look at it.
   */
  readonly raised: CheckBags | null;
}

const MOST = 100_000;
const SIZE = { default: null, range: { min: 1, max: MOST } };
const OPTIONS = {
  positive: integer({ ...SIZE, help: "training bags labelled positive" }),
  negative: integer({ ...SIZE, help: "training bags labelled negative" }),
  unlabeled: integer({ ...SIZE, help: "training bags without label" }),
  prior: number({ default: null, range: { min: 0, max: 1 }, help: "share of positives among unlabeled bags" }),
  test: integer({ ...SIZE, help: "test bags of each label" }),
  seed: integer({ default: null, range: { min: 0, max: 2 ** 32 - 1 }, help: "the seed" }),
};

/**
 * Training and test bags of a check. round(prior x unlabeled) of the unlabeled bags are positive.
 * Test bags and labelled positive bags are the same for both settings of the labels. Throws an
 * InputError for an unknown check and for sizes out of range. Costs O(instances).
 */
export function drawCheck(name: string, { labels, seed, ...sizes }: DrawCheckOptions): DrawnCheck {
  const check = checkByName(name);
  readOptions(OPTIONS, { seed, ...sizes });
  const { positive, negative, unlabeled, prior, test } = { ...CHECK_SIZES, ...withoutUndefined(sizes) };
  const generator = random(seed);
  const [labelled, others, added] = [generator.fork(), generator.fork(), generator.fork()];
  const rest = labels === "negative" ? negative : unlabeled;
  const hidden = labels === "negative" ? 0 : Math.round(prior * unlabeled);

  const truth = new Int8Array(positive + rest).fill(-1).fill(1, 0, positive + hidden);
  const known = new Int8Array(positive + rest).fill(labels === "negative" ? -1 : 0).fill(1, 0, positive);
  const training = [
    ...drawn(check.own, truth.subarray(0, positive), labelled),
    ...drawn(check.own, truth.subarray(positive), others),
  ];
  const testTruth = new Int8Array(2 * test).fill(-1).fill(1, 0, test);
  const tests = testsOf(check).map((each) => ({ name: each.name, bags: drawn(each, testTruth, generator.fork()) }));
  return {
    training: assembled(training, known),
    truth,
    tests: Object.fromEntries(tests.map((each) => [each.name, assembled(each.bags, testTruth)])),
    raised: check.raises ? assembled(withWitness(tests[0].bags.slice(test), added), testTruth.subarray(0, test)) : null,
  };
}

function drawn({ positive, negative }: CheckTest, truth: Int8Array, source: Random): DrawnInstances[] {
  return Array.from(truth, (label) => drawBag(label === 1 ? positive : negative, source));
}

function withWitness(bags: readonly DrawnInstances[], source: Random): DrawnInstances[] {
  return bags.map(({ values, kinds }) => {
    const added = drawInstances(["witness"], source);
    return { values: Float64Array.of(...values, ...added.values), kinds: [...kinds, ...added.kinds] };
  });
}

function assembled(bags: readonly DrawnInstances[], labels: Int8Array): CheckBags {
  return {
    bags: bagsOf(
      bags.map(({ values }) => values),
      {
        ids: bags.map((_, i) => `b${i + 1}`),
        labels: labels.slice(),
        features: Array.from({ length: CHECK_FEATURES }, (_, j) => `f${j + 1}`),
      },
    ),
    kinds: bags.flatMap(({ kinds }) => kinds),
  };
}
