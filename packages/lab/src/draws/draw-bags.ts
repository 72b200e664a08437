import { applyScaling, type BagSet, fitScaling, LABEL_CODE, split } from "@bagwise/core/bags";
import { InputError, type Random, random } from "@bagwise/core/base";
import { dataSetByName } from "../datasets/data-sets.js";
import { addNoise, mixture, type PoolBag, poolOf, take } from "./augment.js";
import { bagsOf } from "./bags-of.js";
import { drawOriginal } from "./draw-original.js";
import { type DrawInfo, type DrawnBags, type DrawSpec, drawSeed, firstDraw } from "./draw-spec.js";

/**
 * The training and test bags of a trial, from bags with all labels known: the paper's Algorithm 1.
 *
 * Instances are scaled as the data set asks for, then copied and noised. `paper`: scaling from all
 * bags; labelled bags, then unlabeled and test bags together, Binomial(U + T, prior) positive, come
 * from one augmented set. `leak-free`: the originals are halved first; scaling and training bags
 * come from one half, Binomial(U, prior) positive, test bags from the other, Binomial(T, prior).
 * `disjoint`: also, labelled and unlabeled bags have no positive original in common. `original`:
 * see `drawOriginal`. A draw with test bags of one label, or that needs too many bags, is made
 * again; an InputError when that never helps.
 *
 * Depends on `drawSeed(spec)` and on `info` alone, by default the paper's for the data set. A bag
 * is called `<original>~<copy>`. Costs O(drawn instances x features).
 */
export function drawBags(bags: BagSet, spec: DrawSpec, info: DrawInfo = dataSetByName(spec.dataset)): DrawnBags {
  checkLabels(bags);
  if (spec.protocol === "original") return drawOriginal(bags, spec, info);
  const generator = random(drawSeed(spec));
  const sides = sidesOf(bags, spec, info, generator);
  const drawn = firstDraw(bags, spec, () => choose(sides, spec, info, generator));
  const truth = Int8Array.from(drawn.training, ({ from, original }) => LABEL_CODE[from.labelOf(original)]);
  return { training: made(drawn.training, spec, generator), test: made(drawn.test, spec, generator), truth };
}

/** The scaled originals of training and of test bags: the same, or the two halves. */
interface Sides {
  readonly training: BagSet;
  readonly test: BagSet;
  /** Where labelled bags have originals of their own: those. */
  readonly known?: BagSet;
}

function sidesOf(bags: BagSet, spec: DrawSpec, info: DrawInfo, generator: Random): Sides {
  if (spec.protocol === "paper") return oneSide(bags, info);
  const sides = twoSides(bags, info, generator);
  return spec.protocol === "disjoint" ? withOwnPositives(sides, spec, generator) : sides;
}

function oneSide(bags: BagSet, { scaling: method }: DrawInfo): Sides {
  const scaled = applyScaling(fitScaling(bags, { method }), bags);
  return { training: scaled, test: scaled };
}

/** Halves by label; the test half has no say in the scaling. */
function twoSides(bags: BagSet, { scaling: method }: DrawInfo, generator: Random): Sides {
  const { train, test } = split(bags, { test: 0.5, by: "stratified", seed: generator.below(2 ** 32) });
  const scaling = fitScaling(train, { method });
  return { training: applyScaling(scaling, train), test: applyScaling(scaling, test) };
}

/** Positive originals are shared out in proportion to the copies wanted, at least one each. */
function withOwnPositives(
  { training, test }: Sides,
  { labeled, unlabeled, prior }: DrawSpec,
  generator: Random,
): Sides {
  const numbers = Array.from({ length: training.size }, (_, i) => i);
  const positives = numbers.filter((i) => training.labelOf(i) === "positive");
  const share = Math.round((positives.length * labeled) / (labeled + unlabeled * prior));
  const own = new Set<number>();
  for (const k of generator.sample(positives.length, Math.max(1, Math.min(positives.length - 1, share))))
    own.add(positives[k]);
  return { training: training.filter((i) => !own.has(i)), test, known: training.filter((i) => own.has(i)) };
}

/** Undefined when there are too few bags, or test bags of one label only. */
function choose(
  sides: Sides,
  { labeled, unlabeled, test, prior }: DrawSpec,
  { multiple }: DrawInfo,
  generator: Random,
): { training: PoolBag[]; test: PoolBag[] } | undefined {
  const pool = poolOf(sides.training, multiple, generator);
  const known = take((sides.known === undefined ? pool : poolOf(sides.known, multiple, generator)).positive, labeled);
  const together = sides.training === sides.test;
  const mixed = mixture(pool, together ? unlabeled + test : unlabeled, prior, generator);
  const judged = together
    ? mixed?.splice(0, test)
    : mixture(poolOf(sides.test, multiple, generator), test, prior, generator);
  if (known === undefined || mixed === undefined || judged === undefined) return undefined;
  const positives = judged.filter(({ label }) => label === "positive").length;
  if (positives === 0 || positives === judged.length) return undefined;
  return { training: [...known, ...mixed.map((bag): PoolBag => ({ ...bag, label: "unlabeled" }))], test: judged };
}

function made(chosen: readonly PoolBag[], { noise }: DrawSpec, generator: Random): BagSet {
  const values = chosen.map(({ from, original, copy }) => {
    const rows = from.bag(original).values.slice();
    if (copy > 0) addNoise(rows, from.dimension, noise, generator);
    return rows;
  });
  return bagsOf(values, {
    ids: chosen.map(({ from, original, copy }) => `${from.idOf(original)}~${copy}`),
    labels: Int8Array.from(chosen, ({ label }) => LABEL_CODE[label]),
    features: chosen[0].from.features,
  });
}

function checkLabels(bags: BagSet): void {
  const bag = bags.labels().indexOf("unlabeled");
  if (bag < 0) return;
  throw new InputError({
    code: "unlabeled",
    message: "the bag has no label, but an experiment needs to know the truth",
    remedy: "Give every bag the label 1 or -1.",
    where: { bag: bags.idOf(bag) },
  });
}
