import type { GravityOf } from "../base/codes/catalogue.js";
import { quote } from "../base/errors.js";
import type { BagSet } from "./bag-set.js";

/** How many names a finding lists. */
const NAMED = 20;

/** What `check` may find. */
export type FindingCode =
  | "no-bags"
  | "no-features"
  | "not-finite"
  | "empty-bag"
  | "no-positive-labels"
  | "few-positive-labels"
  | "only-positive"
  | "constant-features"
  | "near-constant-features"
  | "tiny-features"
  | "duplicate-bags"
  | "near-duplicate-bags"
  | "copies-across-labels"
  | "near-duplicates-unseen";

/** Something in the data that you should know before you train on it. Plain data. */
export type Finding = { [C in FindingCode]: FindingOf<C> }[FindingCode];

interface FindingOf<C extends FindingCode> {
  /** An error stops training, a warning may spoil it, a caution is worth a look. */
  readonly gravity: GravityOf<C>;
  /** A short stable word for programs, such as `"duplicate-bags"`. */
  readonly code: C;
  /** What is wrong: a clause without a final full stop. */
  readonly message: string;
  /** What to do about it: a full sentence. */
  readonly remedy: string;
  /** Ids of the bags concerned, the first 20. */
  readonly bags?: string[];
  /** Names of the features concerned, the first 20. */
  readonly features?: string[];
  /** The total number of bags, features or values concerned. */
  readonly count: number;
}

/** 0 to the number of bags less one. */
export function indices(bags: BagSet): number[] {
  return Array.from({ length: bags.size }, (_, i) => i);
}

/** The first ids of these bags and how many bags there are. */
export function named(bags: BagSet, members: readonly number[]): { bags: string[]; count: number } {
  return { bags: members.slice(0, NAMED).map((i) => bags.idOf(i)), count: members.length };
}

/** The names of the first of these features. */
export function namedFeatures(bags: BagSet, columns: readonly number[]): string[] {
  return columns.slice(0, NAMED).map((j) => bags.features[j]);
}

/** `, such as "a" and "b"`. */
export function example(bags: BagSet, members: readonly number[]): string {
  return `, such as ${members
    .slice(0, 2)
    .map((i) => quote(bags.idOf(i)))
    .join(" and ")}`;
}
