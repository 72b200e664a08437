import { count, quote } from "../base/errors.js";
import { badOption } from "../base/option.js";
import type { BagSet } from "./bag-set.js";
import { checkCopies } from "./copies/check-copies.js";
import { example, type Finding, indices, named, namedFeatures } from "./finding.js";
import { dullFeatures } from "./near-constant.js";

export interface CheckOptions {
  /**
   * A feature with one value in at least this share of the instances is near-constant. Above 0.5 to
   * 1, default 0.995.
   */
  readonly nearConstant?: number | undefined;
  /**
   * A feature is tiny if its standard deviation is below this share of the 0.9-quantile of all of
   * them. Default 0.001; 0 for never.
   */
  readonly tiny?: number | undefined;
  /** Warn below this many positive bags. Default 5. */
  readonly fewPositive?: number | undefined;
  /** How far apart noisy copies may be; 1 is the typical distance of two instances. Default 0.2. */
  readonly tolerance?: number | undefined;
  /**
   * How many bags, the first ones, to search for near-duplicates; 0 for none. Default 20,000.
   */
  readonly mostBags?: number | undefined;
}

const DEFAULTS = { nearConstant: 0.995, tiny: 0.001, fewPositive: 5 } as const;

/**
 * What looks wrong with the bags, the most serious first, in a fixed order. An empty list means
 * that nothing does.
 *
 * Costs a few passes over the instances, and for near-duplicates O(bags^2) times a few columns: up
 * to 20 s for 20,000 bags.
 */
export function check(bags: BagSet, options: CheckOptions = {}): Finding[] {
  const { nearConstant = DEFAULTS.nearConstant, tiny = DEFAULTS.tiny, fewPositive = DEFAULTS.fewPositive } = options;
  if (!(nearConstant > 0.5 && nearConstant <= 1)) {
    throw badOption("nearConstant", nearConstant, "a share of the instances above 0.5 and at most 1");
  }
  if (bags.size === 0) {
    return [
      { gravity: "error", code: "no-bags", message: "there are no bags", remedy: "Give at least one bag.", count: 0 },
    ];
  }
  const findings = [
    ...checkShape(bags),
    ...checkFinite(bags),
    ...checkLabels(bags, fewPositive),
    ...checkFeatures(bags, { share: nearConstant, tiny }),
    ...checkCopies(bags, options),
  ];
  const rank = { error: 0, warning: 1, caution: 2, info: 3 };
  return findings.sort((a, b) => rank[a.gravity] - rank[b.gravity]);
}

function* checkShape(bags: BagSet): Iterable<Finding> {
  if (bags.dimension === 0 && bags.blocks.length === 0) {
    const remedy = "Give at least one numeric column besides bag, label and group.";
    yield { gravity: "error", code: "no-features", message: "there are no features", remedy, count: 0 };
  }
  const empty = indices(bags).filter((i) => bags.sizeOf(i) === 0);
  if (empty.length > 0) {
    yield {
      gravity: "error",
      code: "empty-bag",
      message: `${count(empty.length, "bag has", "bags have")} no instances${example(bags, empty)}`,
      remedy: "Leave these bags out, or find out where their instances went.",
      ...named(bags, empty),
    };
  }
}

function* checkFinite(bags: BagSet): Iterable<Finding> {
  let total = 0;
  let first = "";
  const hit = new Set<number>();
  const columns = new Set<number>();
  for (const bag of bags) {
    for (let at = 0; at < bag.values.length; at++) {
      if (Number.isFinite(bag.values[at])) continue;
      const column = at % bags.dimension;
      const row = Math.floor(at / bags.dimension) + 1;
      first ||= `${bag.values[at]} in bag ${quote(bag.id)}, instance ${row}, feature ${quote(bags.features[column])}`;
      total++;
      hit.add(bag.index);
      columns.add(column);
    }
  }
  if (total === 0) return;
  const where = `in ${count(hit.size, "bag")} and ${count(columns.size, "feature")}`;
  yield {
    gravity: "error",
    code: "not-finite",
    message: `${count(total, "value is", "values are")} not finite, ${where}; the first is ${first}`,
    remedy: "Correct these values, leave out the instances, or read the file with missing values replaced.",
    ...named(bags, [...hit]),
    features: namedFeatures(
      bags,
      [...columns].sort((a, b) => a - b),
    ),
    count: total,
  };
}

function* checkLabels(bags: BagSet, fewPositive: number): Iterable<Finding> {
  const positive = indices(bags).filter((i) => bags.labelOf(i) === "positive").length;
  if (positive === 0) {
    const remedy = "To train, label some bags positive. To score bags with a model, this is fine.";
    yield { gravity: "warning", code: "no-positive-labels", message: "no bag is labelled positive", remedy, count: 0 };
  } else if (positive < fewPositive) {
    const message = `only ${count(positive, "bag is", "bags are")} labelled positive`;
    const remedy = "Label more positive bags: with so few you can trust neither a ranking nor a check of it.";
    yield { gravity: "warning", code: "few-positive-labels", message, remedy, count: positive };
  }
  if (positive === bags.size) {
    const remedy = "To train, add unlabeled bags: without them there is nothing to tell the positive ones from.";
    yield {
      gravity: "warning",
      code: "only-positive",
      message: "every bag is labelled positive",
      remedy,
      count: positive,
    };
  }
}

type DullCode = "constant-features" | "near-constant-features" | "tiny-features";

function* checkFeatures(bags: BagSet, limits: { share: number; tiny: number }): Iterable<Finding> {
  const { constant, nearConstant, tiny } = dullFeatures(bags, limits);
  const finding = (code: DullCode, columns: number[], message: string, remedy: string): Finding => {
    const features = namedFeatures(bags, columns);
    return { gravity: "caution", code, message, remedy, features, count: columns.length };
  };
  if (constant.length > 0) {
    const message = `${count(constant.length, "feature has", "features have")} the same value in every instance`;
    yield finding("constant-features", constant, message, "Ignore them: they tell nothing.");
  }
  if (nearConstant.length > 0) {
    const share = `${Number((100 * limits.share).toPrecision(6))} %`;
    const message = `${count(nearConstant.length, "feature has", "features have")} one value in ${share} of the instances or more`;
    const remedy = "Ignore them, or scale with floored-z-score, which does not blow up the few other values.";
    yield finding("near-constant-features", nearConstant, message, remedy);
  }
  if (tiny.length > 0) {
    const message = `${count(tiny.length, "feature varies", "features vary")} less than ${limits.tiny} times as much as the others`;
    const remedy = "If only their unit is larger, scale with z-score; if they are noise, with floored-z-score.";
    yield finding("tiny-features", tiny, message, remedy);
  }
}
