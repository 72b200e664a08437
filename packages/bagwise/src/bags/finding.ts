import { quote } from "../base/errors.js";
import type { BagSet } from "./bag-set.js";

/** So many names stand in a finding. */
const NAMED = 20;

/** Something in the data that a person should know before training on it. Plain data. */
export interface Finding {
  /** An error stops training; a warning may spoil it; a note is for information. */
  readonly level: "error" | "warning" | "note";
  /** A short stable word for programs, such as `"duplicate-bags"`. */
  readonly code: FindingCode;
  /** What is the matter: a clause without a final full stop. */
  readonly message: string;
  /** What to do about it: a full sentence. */
  readonly remedy: string;
  /** Ids of the bags concerned, the first 20. */
  readonly bags?: string[];
  /** Names of the features concerned, the first 20. */
  readonly features?: string[];
  /** How many bags, features or values are concerned in all. */
  readonly count: number;
}

export type FindingCode =
  | "no-bags"
  | "no-features"
  | "not-finite"
  | "empty-bags"
  | "constant-features"
  | "near-constant-features"
  | "tiny-features"
  | "duplicate-bags"
  | "near-duplicate-bags"
  | "copies-across-labels"
  | "near-duplicates-unseen"
  | "no-positive"
  | "only-positive"
  | "few-positive";

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
