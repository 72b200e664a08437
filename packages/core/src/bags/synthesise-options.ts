import {
  badOption,
  boolean,
  integer,
  integerPair,
  number,
  numberPair,
  type OptionsOf,
  readOptions,
} from "../base/option.js";

const MOST = 10_000_000;
/** How many bags are labelled by default, but at most a tenth. */
const LABELED = 20;

/** The options of the generator. */
export const SYNTHESISE_OPTIONS = {
  bags: integer({ default: 200, range: { min: 1, max: MOST }, help: "number of bags" }),
  labeled: integer({
    default: null,
    range: { min: 0, max: MOST },
    help: `number of bags labelled positive; default ${LABELED}, but at most a tenth of the bags`,
  }),
  prior: number({
    default: 0.3,
    range: { min: 0, max: 1 },
    help: "share of positive bags among the unlabeled ones, exact up to rounding",
  }),
  witnessRate: number({
    default: 0.3,
    range: { min: 0, max: 1 },
    help: "share of positive instances in a positive bag, rounded, but at least one instance",
  }),
  dimensions: integer({ default: 10, range: { min: 1, max: 100_000 }, help: "number of features" }),
  distance: number({
    default: 3,
    range: { min: 0, max: 1e6 },
    help: "distance between the means of positive and negative instances, in the unit of spread",
  }),
  /** One number for both classes, or [negative, positive]. */
  spread: numberPair({
    default: 1,
    range: { min: 0, max: 1e6 },
    help: "standard deviation of every feature, for both classes or as negative,positive",
  }),
  relevant: integer({
    default: null,
    range: { min: 1, max: 100_000 },
    help: "number of features, the first ones, that differ between the classes; default all",
  }),
  /** One number for all bags, or [least, greatest]. */
  bagSize: integerPair({
    default: [3, 8],
    range: { min: 1, max: 1_000_000 },
    help: "smallest and largest number of instances in a bag, all equally likely",
  }),
  reveal: boolean({ default: false, help: "give every bag its true label, positive or negative" }),
  seed: integer({ default: 0, range: { min: 0, max: 2 ** 32 - 1 }, help: "the same seed gives the same bags" }),
};

/** What you may give, all optional. */
export interface SynthesiseOptions extends OptionsOf<typeof SYNTHESISE_OPTIONS> {}

/** The options with defaults and pairs filled in. Throws an InputError if one is out of range. */
export function checkedSynthesiseOptions(options: SynthesiseOptions) {
  const read = readOptions(SYNTHESISE_OPTIONS, options);
  const { bags, dimensions, bagSize } = read;
  const labeled = read.labeled ?? Math.min(LABELED, Math.ceil(bags / 10));
  const relevant = read.relevant ?? dimensions;
  if (labeled > bags) throw badOption("labeled", labeled, `at most the number of bags, ${bags}`);
  if (relevant > dimensions) throw badOption("relevant", relevant, `at most the dimensions, ${dimensions}`);
  if (bagSize[0] > bagSize[1]) throw badOption("bagSize", bagSize, "the smaller size first");
  return { ...read, labeled, relevant };
}
