import { applyScaling, type BagSet, fitScaling, LABEL_CODE, type Label } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { DataSetInfo } from "../datasets/data-sets.js";
import { type DrawInfo, type DrawnBags, type DrawSpec, drawSeed, firstDraw, tooFewBags } from "./draw-spec.js";

/** Of the positive originals: the others are needed among the unlabeled and the test bags. */
const LABELED_SHARE = 0.4;

/**
 * How many bags are drawn where every original is used at most once. Labelled: as asked, but at
 * most 40 % of the positives, and at least one. Unlabeled and test bags: as asked, but at most so
 * many that the expected positives and negatives are there with one standard deviation to spare.
 * Undefined below one unlabeled and two test bags. Costs O(asked).
 */
export function originalSizes(
  { positive, negative }: Pick<DataSetInfo, "positive" | "negative">,
  { labeled, unlabeled, test, prior }: Pick<DrawSpec, "labeled" | "unlabeled" | "test" | "prior">,
): Pick<DrawSpec, "labeled" | "unlabeled" | "test"> | undefined {
  const known = Math.max(1, Math.min(labeled, Math.floor(LABELED_SHARE * positive)));
  const fits = (n: number) => {
    const spare = Math.sqrt(n * prior * (1 - prior));
    return n * prior + spare <= positive - known && n * (1 - prior) + spare <= negative;
  };
  let n = Math.min(unlabeled + test, positive - known + negative);
  while (n > 0 && !fits(n)) n--;
  if (n < 3) return undefined;
  const tested = Math.min(n - 1, Math.max(2, Math.round((n * test) / (unlabeled + test))));
  return { labeled: known, unlabeled: n - tested, test: tested };
}

/**
 * The bags of a trial with the protocol `original`: no copies, no noise, no bag twice, in the sizes
 * of `originalSizes`. Of unlabeled and test bags Binomial(n, prior) are positive, as far as there
 * are so many. The scaling is that of the training bags. A draw with test bags of one label is made
 * again; an InputError when that never helps. Costs O(bags).
 */
export function drawOriginal(bags: BagSet, spec: DrawSpec, { scaling: method }: DrawInfo): DrawnBags {
  const all = Array.from({ length: bags.size }, (_, i) => i);
  const positive = all.filter((i) => bags.labelOf(i) === "positive");
  const negative = all.filter((i) => bags.labelOf(i) === "negative");
  const sizes = originalSizes({ positive: positive.length, negative: negative.length }, spec);
  if (sizes === undefined) throw tooFewBags(bags, spec);
  const generator = random(drawSeed(spec));
  const shuffled = (from: readonly number[]) => Array.from(generator.permutation(from.length), (k) => from[k]);
  return firstDraw(bags, spec, () => {
    const positives = shuffled(positive);
    const negatives = shuffled(negative);
    const known = positives.splice(0, sizes.labeled);
    const mixed = sizes.unlabeled + sizes.test;
    let wanted = 0;
    for (let k = 0; k < mixed; k++) if (generator.uniform() < spec.prior) wanted++;
    const share = Math.min(positives.length, Math.max(mixed - negatives.length, wanted));
    const together = shuffled([...positives.slice(0, share), ...negatives.slice(0, mixed - share)]);
    const judged = together.splice(0, sizes.test);
    const found = judged.filter((i) => bags.labelOf(i) === "positive").length;
    if (found === 0 || found === judged.length) return undefined;
    const chosen = bags.subset([...known, ...together]);
    const fitted = fitScaling(chosen, { method });
    const truth = Int8Array.from(chosen.labels(), (label) => LABEL_CODE[label]);
    const labels = chosen.labels().map((label, k): Label => (k < known.length ? label : "unlabeled"));
    return {
      training: applyScaling(fitted, chosen).withLabels(labels),
      test: applyScaling(fitted, bags.subset(judged)),
      truth,
    };
  });
}
