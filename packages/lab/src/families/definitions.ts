import type { Random } from "@bagwise/core/base";
import type { Population } from "./population.js";
import { hardNegatives, heavyTails, lowRank, manyScales, normalPopulation, sparseCounts } from "./populations.js";

/** How many bags are drawn, and the share of positives among those that are not labelled. */
export interface FamilySetting {
  readonly labeled: number;
  readonly unlabeled: number;
  readonly test: number;
  readonly prior: number;
}

interface FamilyDefinition {
  readonly title: string;
  readonly help: string;
  /** Where it differs from the usual. */
  readonly setting?: Partial<FamilySetting>;
  /** The population, with directions, places and words that are its own. Default that of `plain`. */
  readonly population?: (generator: Random) => Population;
}

export const USUAL_SETTING: FamilySetting = { labeled: 20, unlabeled: 180, test: 200, prior: 0.3 };

function normal(shape: Parameters<typeof normalPopulation>[0]) {
  return (generator: Random) => normalPopulation(shape, generator);
}

export const plainPopulation = normal({ distance: 2 });

/** Distances were chosen so that the AUC of the likelihood ratio is neither 0.5 nor 1. */
export const FAMILY_DEFINITIONS: Readonly<Record<string, FamilyDefinition>> = {
  plain: {
    title: "Plain",
    help: "10 normal features; bags of 5 to 10 instances, a third of them positive in a positive bag",
  },
  "few-large-bags": {
    title: "Few large bags",
    help: "60 unlabeled bags of 200 instances each, 5 % of them positive in a positive bag",
    setting: { unlabeled: 60 },
    population: normal({ distance: 1.8, bagSize: [200, 200], witnesses: 0.05 }),
  },
  "tiny-witness": {
    title: "Tiny witness",
    help: "bags of 50 instances; a positive bag has one positive instance",
    population: normal({ distance: 4, bagSize: [50, 50], witnesses: "one" }),
  },
  "irrelevant-features": {
    title: "Irrelevant features",
    help: "200 features, 5 of them informative",
    population: normal({ features: 200, informative: 5, distance: 2 }),
  },
  "heavy-tails": {
    title: "Heavy tails",
    help: "Student's t with 2 degrees of freedom, and the values of one bag in twenty ten times as large",
    population: (generator) => heavyTails({ distance: 3 }, generator),
  },
  "tiny-bags": {
    title: "Tiny bags",
    help: "bags of 1 to 3 instances",
    population: normal({ distance: 2, bagSize: [1, 3], witnesses: 0.5 }),
  },
  "sparse-counts": {
    title: "Sparse counts",
    help: "word counts of short texts, 300 words, mostly 0; positive texts have a topic of 15 words",
    population: (generator) => sparseCounts({ topical: 0.15 }, generator),
  },
  "multi-concept": {
    title: "Two concepts",
    help: "two kinds of positive bags, with positive instances in different places",
    population: normal({ distance: 2, concepts: 2 }),
  },
  "shifted-negatives": {
    title: "Hard negatives",
    help: "a fifth of the background instances are near the concept",
    population: (generator) => hardNegatives({ distance: 4, near: 1.5, share: 0.2 }, generator),
  },
  "correlated-features": {
    title: "Correlated features",
    help: "30 features, most of their variance from three hidden factors",
    population: (generator) => lowRank({ distance: 2 }, generator),
  },
  scales: {
    title: "Scales",
    help: "20 features with scales from 1e-3 to 1e4, three of them constant",
    population: (generator) => manyScales({ distance: 2 }, generator),
  },
  "no-signal": {
    title: "No signal",
    help: "positive instances are drawn from the background: there is nothing to learn",
    population: normal({ distance: 0 }),
  },
  "labels-5": {
    title: "5 labels",
    help: "plain, with 5 labelled bags",
    setting: { labeled: 5 },
  },
  "labels-100": {
    title: "100 labels",
    help: "plain, with 100 labelled bags",
    setting: { labeled: 100 },
  },
  "labels-500": {
    title: "500 labels",
    help: "plain, with 500 labelled and 1000 unlabeled bags",
    setting: { labeled: 500, unlabeled: 1000 },
  },
  "prior-0.02": {
    title: "Prior 0.02",
    help: "plain, 2 % of the bags positive",
    setting: { prior: 0.02 },
  },
  "prior-0.9": {
    title: "Prior 0.9",
    help: "plain, 90 % of the bags positive",
    setting: { prior: 0.9 },
  },
};
