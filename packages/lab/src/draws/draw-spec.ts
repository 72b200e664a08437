import type { BagSet } from "@bagwise/core/bags";
import { count, crc32, InputError } from "@bagwise/core/base";
import type { DataSetInfo } from "../datasets/data-sets.js";
import type { NoiseWay } from "./augment.js";

/**
 * How training and test bags are drawn, see `drawBags`. `paper`: from one augmented set (Algorithm
 * 1), so that noisy copies of one original are on both sides. `leak-free`: the originals are halved
 * first.
 */
export const PROTOCOLS = ["paper", "leak-free"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * A comparison has two more. `disjoint`: leak-free, and labelled and unlabeled bags are copies of
 * different originals. `original`: no copies, no noise, every original at most once.
 */
export const COMPARE_PROTOCOLS = [...PROTOCOLS, "disjoint", "original"] as const;
export type AnyProtocol = (typeof COMPARE_PROTOCOLS)[number];

export interface DrawnBags {
  /** Labelled "positive" and "unlabeled". */
  readonly training: BagSet;
  /** Labelled "positive" and "negative". */
  readonly test: BagSet;
  /** What the training bags truly are, 1 or -1: for audits only; no method sees it. */
  readonly truth: Int8Array;
}

/** The part of a trial's specification that the draw depends on. */
export interface DrawSpec {
  readonly dataset: string;
  readonly protocol: AnyProtocol;
  /** The true share of positives in the unlabeled and in the test bags. */
  readonly prior: number;
  readonly labeled: number;
  readonly unlabeled: number;
  readonly test: number;
  readonly noise: NoiseWay;
  /** From 0. */
  readonly trial: number;
  /** The seed of the whole experiment. */
  readonly seed: number;
}

/** What a draw needs to know about the data set besides its bags. */
export type DrawInfo = Pick<DataSetInfo, "scaling" | "multiple">;

/** The seed of the draw; it does not depend on the method, so that all get the same bags. */
export function drawSeed(spec: DrawSpec): number {
  const { dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed } = spec;
  const text = canonical({ dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed });
  return crc32(new TextEncoder().encode(text));
}

/** If this many draws fail, it is not by chance: the bags are too few. */
const MOST_DRAWS = 100;

/** The first draw that succeeds; an InputError when none does. */
export function firstDraw<T>(bags: BagSet, spec: DrawSpec, draw: () => T | undefined): T {
  for (let attempt = 0; attempt < MOST_DRAWS; attempt++) {
    const drawn = draw();
    if (drawn !== undefined) return drawn;
  }
  throw tooFewBags(bags, spec);
}

export function tooFewBags(bags: BagSet, spec: DrawSpec): InputError {
  return new InputError({
    code: "too-few-bags",
    message: `${count(bags.size, "bag")} of ${spec.dataset} are not enough for ${spec.labeled} labelled, ${spec.unlabeled} unlabeled and ${spec.test} test bags of both labels at a prior of ${spec.prior}`,
    remedy: "Ask for fewer bags, or for another prior.",
  });
}

/** JSON of a flat object with its keys sorted. */
export function canonical(value: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}
