import { expect } from "vitest";
import type { BagSet } from "../../src/bags/bag-set.js";
import { explain } from "../../src/explain/explain.js";
import type { Model } from "../../src/model/model.js";
import { bagSet } from "../bags/make.js";

type Rows = readonly (readonly number[])[];

/** The rows of bag i. */
export function rowsOf(bags: BagSet, i: number): number[][] {
  const bag = bags.bag(i);
  return Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]);
}

/** The score of a bag of these rows. */
export function scoreOf(model: Model, rows: Rows, features: readonly string[]): number {
  return model.scores(bagSet([rows.map((row) => [...row])], { features: [...features] }))[0];
}

/**
 * g(X) - g(X without x), by scoring the bag without each of its instances; g(X) in a bag of one.
 */
export function contributionsOf(model: Model, rows: Rows, features: readonly string[]): number[] {
  const score = scoreOf(model, rows, features);
  if (rows.length === 1) return [score];
  return rows.map((_, i) => score - scoreOf(model, rows.toSpliced(i, 1), features));
}

/**
 * For each feature, how much the score of the bag falls when instance i has the mean of the others
 * in it.
 */
export function effectsOf(model: Model, rows: Rows, i: number, features: readonly string[]): number[] {
  const score = scoreOf(model, rows, features);
  return features.map((_, j) => {
    const others = rows.filter((_, k) => k !== i).map((row) => row[j]);
    const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
    return score - scoreOf(model, rows.with(i, rows[i].with(j, mean)), features);
  });
}

/** Expects the contributions, and the effects of the features of the witness, of all bags to be exact. */
export async function expectExplained(model: Model, bags: BagSet): Promise<void> {
  const scale = Math.max(...model.scores(bags).map(Math.abs));
  for (const { index, contributions, witness, features } of await explain(model, bags, { features: Infinity })) {
    const rows = rowsOf(bags, index);
    const wanted = contributionsOf(model, rows, bags.features);
    for (const [k, value] of contributions.entries())
      expect(Math.abs(value - wanted[k])).toBeLessThanOrEqual(1e-9 * scale);
    if (rows.length === 1) continue;
    const effects = effectsOf(model, rows, witness.instance, bags.features);
    for (const { name, effect } of features)
      expect(Math.abs(effect - effects[bags.features.indexOf(name)])).toBeLessThanOrEqual(1e-9 * scale);
  }
}
