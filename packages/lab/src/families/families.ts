import type { BagSet } from "@bagwise/core/bags";
import { integer, number, type Random, random, readOptions, withoutUndefined } from "@bagwise/core/base";
import { bagsOf } from "../draws/bags-of.js";
import type { DrawnBags } from "../draws/draw-spec.js";
import { byName } from "../options/check-options.js";
import { FAMILY_DEFINITIONS, type FamilySetting, plainPopulation, USUAL_SETTING } from "./definitions.js";
import { bagLogRatio, type Population, populationBag } from "./population.js";

export interface FamilyInfo {
  readonly name: string;
  readonly title: string;
  /** What it varies: one line, without a final full stop. */
  readonly help: string;
  readonly features: number;
  readonly setting: FamilySetting;
}

/** How the name of a data set that is drawn fresh begins. */
export const FAMILY = "family:";

/** Whether the data set is drawn fresh for every trial. */
export function isFamily(dataset: string): boolean {
  return dataset.startsWith(FAMILY);
}

/** What to draw. Every setting that is left out is that of the family. */
export interface DrawFamilyOptions {
  readonly labeled?: number | undefined;
  readonly unlabeled?: number | undefined;
  readonly test?: number | undefined;
  /** From 0.001 to 0.999. */
  readonly prior?: number | undefined;
  /** The same seed gives the same bits. */
  readonly seed: number;
}

/** The labelled training bags come first; the test bags have both labels. */
export type FamilyDraw = DrawnBags;

/** The families: what the five data sets of the paper do not vary, one thing at a time. */
export const FAMILIES: readonly FamilyInfo[] = Object.entries(FAMILY_DEFINITIONS).map(
  ([name, { title, help, setting }]) => ({
    name,
    title,
    help,
    features: populationOf(name, 0).population.features,
    setting: { ...USUAL_SETTING, ...setting },
  }),
);

/** The family of this name; an InputError that lists them when there is none. */
export function familyByName(name: string): FamilyInfo {
  return byName(FAMILIES, name, "family", { of: " of synthetic bags" });
}

const MOST_BAGS = 1_000_000;
const OPTIONS = {
  labeled: integer({ default: null, range: { min: 1, max: MOST_BAGS }, help: "labelled bags" }),
  unlabeled: integer({ default: null, range: { min: 1, max: MOST_BAGS }, help: "unlabeled bags" }),
  test: integer({ default: null, range: { min: 2, max: MOST_BAGS }, help: "test bags" }),
  prior: number({ default: null, range: { min: 0.001, max: 0.999 }, help: "share of positives" }),
  seed: integer({ default: null, range: { min: 0, max: 2 ** 32 - 1 }, help: "the seed" }),
};

/**
 * Training and test bags of a family, independent draws of one population. Every bag that is not
 * labelled is positive with probability `prior`; test labels are drawn again while all are the
 * same.
 *
 * The seed also chooses the population. Families that differ in their setting alone share it and,
 * at the same prior, the test bags; more labelled or unlabeled bags are the same ones and further
 * ones. Costs O(instances x features).
 */
export function drawFamily(name: string, options: DrawFamilyOptions): FamilyDraw {
  const { setting } = familyByName(name);
  readOptions(OPTIONS, options);
  const { labeled, unlabeled, test, prior } = { ...setting, ...withoutUndefined(options) };
  const { population, sources } = populationOf(name, options.seed);
  const draw = (size: number) => Int8Array.from({ length: size }, () => (sources.labels.uniform() < prior ? 1 : -1));
  let testLabels = draw(test);
  while (new Set(testLabels).size < 2) testLabels = draw(test);
  const hidden = Int8Array.from({ length: unlabeled }, () => (sources.hidden.uniform() < prior ? 1 : -1));

  const truth = new Int8Array(labeled + unlabeled).fill(1, 0, labeled);
  truth.set(hidden, labeled);
  const known = new Int8Array(labeled + unlabeled).fill(1, 0, labeled);
  const sourceOf = (i: number) => (i < labeled ? sources.labeled : sources.unlabeled);
  return {
    training: assemble(population, truth, known, sourceOf, (i) => (i < labeled ? `l${i + 1}` : `u${i - labeled + 1}`)),
    test: assemble(
      population,
      testLabels,
      testLabels,
      () => sources.test,
      (i) => `t${i + 1}`,
    ),
    truth,
  };
}

/**
 * The scores of the best possible method, log p(X | positive) / p(X | negative): their AUC is the
 * most that can be expected. For the family `no-signal` every score is 0.
 */
export function oracleScores(name: string, seed: number, bags: BagSet): Float64Array {
  familyByName(name);
  const { population } = populationOf(name, seed);
  return Float64Array.from(bags, ({ values }) => bagLogRatio(population, values));
}

/** Each part of a draw has its own source, so that the size of one does not change another. */
function populationOf(name: string, seed: number) {
  const generator = random(seed);
  const { population: make = plainPopulation } = FAMILY_DEFINITIONS[name];
  const population = make(generator.fork());
  const sources = {
    labels: generator.fork(),
    hidden: generator.fork(),
    labeled: generator.fork(),
    unlabeled: generator.fork(),
    test: generator.fork(),
  };
  return { population, sources };
}

function assemble(
  population: Population,
  truth: Int8Array,
  labels: Int8Array,
  sourceOf: (bag: number) => Random,
  idOf: (bag: number) => string,
): BagSet {
  const made = Array.from(truth, (label, i) => populationBag(population, label === 1, sourceOf(i)).values);
  return bagsOf(made, {
    ids: made.map((_, i) => idOf(i)),
    labels: labels.slice(),
    features: Array.from({ length: population.features }, (_, j) => `f${j + 1}`),
  });
}
