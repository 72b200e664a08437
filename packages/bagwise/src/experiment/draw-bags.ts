import { applyScaling, BagSet, fitScaling, LABEL_CODE, split } from "../bags/index.js";
import { crc32 } from "../base/crc32.js";
import { count, InputError } from "../base/errors.js";
import { type Random, random } from "../base/random.js";
import { addNoise } from "./augment.js";
import { dataSetByName } from "./data-sets.js";
import { mixture, type PoolBag, poolOf, take } from "./pool.js";
import type { TrialSpec } from "./trial.js";
import { canonical } from "./trial-id.js";

/** What a method trains on and what it is judged by. */
export interface DrawnBags {
  /** Labelled "positive" and "unlabeled". */
  readonly training: BagSet;
  /** Labelled "positive" and "negative". */
  readonly test: BagSet;
}

/** So many draws may fail by chance; where that many do, the bags are too few. */
const MOST_DRAWS = 100;

/**
 * The training and test bags of a trial, from the bags of its data set with all labels known: the paper's Algorithm 1 on the augmented set.
 *
 * The instances are scaled as the data set asks for, then copies are made and noised. `paper`: the scaling is learned from all bags; the labelled bags, then
 * unlabeled and test bags together, of which Binomial(U + T, prior) are positive, are drawn from one augmented set. `leak-free`: the originals are
 * halved first; scaling, labelled and unlabeled bags come from the one half, with Binomial(U, prior) positives, and the test bags from the other, with
 * Binomial(T, prior). A draw whose test bags are all of one label, or that needs more bags than there are, is made again; an InputError when that never helps.
 *
 * What is drawn depends on `drawSeed(spec)` alone. A bag is called `<original>~<copy>`; copy 0 is the original without noise. Costs O(drawn instances x features).
 */
export function drawBags(bags: BagSet, spec: TrialSpec): DrawnBags {
  checkLabels(bags);
  const generator = random(drawSeed(spec));
  const sides = spec.protocol === "paper" ? oneSide(bags, spec) : twoSides(bags, spec, generator);
  for (let attempt = 0; attempt < MOST_DRAWS; attempt++) {
    const drawn = choose(sides, spec, generator);
    if (drawn === undefined) continue;
    const training = drawn.training.map((bag) => make(bag, spec, generator));
    const test = drawn.test.map((bag) => make(bag, spec, generator));
    return { training: assemble(training, bags.features), test: assemble(test, bags.features) };
  }
  throw new InputError({
    code: "too-few-bags",
    message: `${count(bags.size, "bag")} of ${spec.dataset} do not give ${spec.labeled} labelled, ${spec.unlabeled} unlabeled and ${spec.test} test bags of both labels at a prior of ${spec.prior}`,
    remedy: "Ask for fewer bags, or for another prior.",
  });
}

/** The seed of the draw. It knows neither the method nor what the method is told, so that all methods get the same bags. */
export function drawSeed(spec: TrialSpec): number {
  const { dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed } = spec;
  const text = canonical({ dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed });
  return crc32(new TextEncoder().encode(text));
}

/** The scaled originals that training bags, and that test bags, are copies of: the same, or the two halves. */
interface Sides {
  readonly training: BagSet;
  readonly test: BagSet;
}

function oneSide(bags: BagSet, { dataset }: TrialSpec): Sides {
  const scaled = applyScaling(fitScaling(bags, { method: dataSetByName(dataset).scaling }), bags);
  return { training: scaled, test: scaled };
}

/** Halves by label; the test half has no say in the scaling. */
function twoSides(bags: BagSet, { dataset }: TrialSpec, generator: Random): Sides {
  const { train, test } = split(bags, { test: 0.5, by: "stratified", seed: generator.below(2 ** 32) });
  const scaling = fitScaling(train, { method: dataSetByName(dataset).scaling });
  return { training: applyScaling(scaling, train), test: applyScaling(scaling, test) };
}

/** Algorithm 1, on one augmented set or on two. Undefined when there are too few bags, or test bags of one label only. */
function choose(
  sides: Sides,
  { dataset, labeled, unlabeled, test, prior }: TrialSpec,
  generator: Random,
): { training: PoolBag[]; test: PoolBag[] } | undefined {
  const { multiple } = dataSetByName(dataset);
  const pool = poolOf(sides.training, multiple, generator);
  const known = take(pool.positive, labeled);
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

interface MadeBag extends PoolBag {
  readonly rows: Float64Array;
}

function make(bag: PoolBag, { noise }: TrialSpec, generator: Random): MadeBag {
  const rows = bag.from.bag(bag.original).values.slice();
  if (bag.copy > 0) addNoise(rows, bag.from.dimension, noise, generator);
  return { ...bag, rows };
}

function assemble(chosen: readonly MadeBag[], features: readonly string[]): BagSet {
  const offsets = new Uint32Array(chosen.length + 1);
  for (const [k, { from, original }] of chosen.entries()) offsets[k + 1] = offsets[k] + from.sizeOf(original);
  const data = new Float64Array(offsets[chosen.length] * features.length);
  for (const [k, { rows }] of chosen.entries()) data.set(rows, offsets[k] * features.length);
  return BagSet.own({
    data,
    offsets,
    ids: chosen.map(({ from, original, copy }) => `${from.idOf(original)}~${copy}`),
    labels: Int8Array.from(chosen, ({ label }) => LABEL_CODE[label]),
    features,
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
