import { badOption, checkOptions, type OptionDescription } from "../base/option.js";

/** Options of the generator. Every one is optional; defaults stand in SYNTHESISE_OPTIONS. */
export interface SynthesiseOptions {
  readonly bags?: number | undefined;
  readonly labeled?: number | undefined;
  readonly prior?: number | undefined;
  readonly witnessRate?: number | undefined;
  readonly dimensions?: number | undefined;
  readonly distance?: number | undefined;
  readonly spread?: number | readonly [negative: number, positive: number] | undefined;
  readonly relevant?: number | undefined;
  readonly bagSize?: number | readonly [min: number, max: number] | undefined;
  readonly reveal?: boolean | undefined;
  readonly seed?: number | undefined;
}

const DEFAULTS = {
  bags: 200,
  labeled: 20,
  prior: 0.3,
  witnessRate: 0.3,
  dimensions: 10,
  distance: 3,
  spread: 1,
  bagSize: [3, 8],
  reveal: false,
  seed: 0,
} as const;

const MOST = 10_000_000;

/** What the generator can be told, as data. */
export const SYNTHESISE_OPTIONS: readonly OptionDescription[] = [
  {
    name: "bags",
    type: "integer",
    default: DEFAULTS.bags,
    range: { min: 1, max: MOST },
    help: "number of bags in all",
  },
  {
    name: "labeled",
    type: "integer",
    default: null,
    range: { min: 0, max: MOST },
    help: "how many of the bags are labelled positive; default 20, but at most a tenth of the bags",
  },
  {
    name: "prior",
    type: "number",
    default: DEFAULTS.prior,
    range: { min: 0, max: 1 },
    help: "share of positive bags among the unlabeled ones, exact up to rounding",
  },
  {
    name: "witnessRate",
    type: "number",
    default: DEFAULTS.witnessRate,
    range: { min: 0, max: 1 },
    help: "share of positive instances in a positive bag, rounded, but at least one instance",
  },
  {
    name: "dimensions",
    type: "integer",
    default: DEFAULTS.dimensions,
    range: { min: 1, max: 100_000 },
    help: "number of features",
  },
  {
    name: "distance",
    type: "number",
    default: DEFAULTS.distance,
    range: { min: 0, max: 1e6 },
    help: "distance between the means of positive and negative instances, in the unit of spread",
  },
  {
    name: "spread",
    type: "number pair",
    default: DEFAULTS.spread,
    range: { min: 0, max: 1e6 },
    help: "standard deviation of every feature, for both classes or as negative,positive",
  },
  {
    name: "relevant",
    type: "integer",
    default: null,
    range: { min: 1, max: 100_000 },
    help: "how many features, the first ones, differ between the classes; default all",
  },
  {
    name: "bagSize",
    type: "integer pair",
    default: DEFAULTS.bagSize,
    range: { min: 1, max: 1_000_000 },
    help: "least and greatest number of instances in a bag, all equally likely",
  },
  {
    name: "reveal",
    type: "boolean",
    default: DEFAULTS.reveal,
    help: "label every bag with the truth, positive or negative",
  },
  {
    name: "seed",
    type: "integer",
    default: DEFAULTS.seed,
    range: { min: 0, max: 2 ** 32 - 1 },
    help: "the same seed gives the same bags",
  },
];

/** The options with defaults filled in and pairs spelled out; throws when one is out of range. */
export function checkedSynthesiseOptions(options: SynthesiseOptions) {
  checkOptions(SYNTHESISE_OPTIONS, options);
  const bags = options.bags ?? DEFAULTS.bags;
  const dimensions = options.dimensions ?? DEFAULTS.dimensions;
  const plan = {
    bags,
    labeled: options.labeled ?? Math.min(DEFAULTS.labeled, Math.ceil(bags / 10)),
    prior: options.prior ?? DEFAULTS.prior,
    witnessRate: options.witnessRate ?? DEFAULTS.witnessRate,
    dimensions,
    distance: options.distance ?? DEFAULTS.distance,
    spread: pair(options.spread ?? DEFAULTS.spread),
    relevant: options.relevant ?? dimensions,
    bagSize: pair(options.bagSize ?? DEFAULTS.bagSize),
    reveal: options.reveal ?? DEFAULTS.reveal,
    seed: options.seed ?? DEFAULTS.seed,
  };
  if (plan.labeled > plan.bags) throw badOption("labeled", plan.labeled, `at most the number of bags, ${plan.bags}`);
  if (plan.relevant > dimensions) throw badOption("relevant", plan.relevant, `at most the dimensions, ${dimensions}`);
  if (plan.bagSize[0] > plan.bagSize[1]) throw badOption("bagSize", plan.bagSize, "the smaller size first");
  return plan;
}

function pair(value: number | readonly [number, number]): readonly [number, number] {
  return typeof value === "number" ? [value, value] : value;
}
