import type { BagSet } from "./bag-set.js";
import { featureNames } from "./recipe.js";

/** Features that form a vector with one metric, such as an embedding. */
export interface VectorFeatures {
  /** What the vector is called: the column of lists, or the beginning of the names. */
  readonly name: string;
  /** The positions of its features, ascending. */
  readonly columns: Uint32Array;
  /** Whether nobody said so, and the names alone tell. */
  readonly recognised: boolean;
}

/** Fewer features with such names are no vector. */
const FEWEST = 8;
/** Names of embeddings, with a number at the end: `emb_12`, `vec3`, `clip.7`. */
const NAMED = /^(.*(?:emb|embed|embedding|embeddings|vec|vector|latent|bert|clip|encoding)[\s_.\-[]*)\d+\]?$/i;

/**
 * The features that form vectors: those of a column of lists, those whose names begin with one of
 * `prefixes`, and those with the name of an embedding and a number, if there are at least eight. A
 * feature belongs to the first vector that has it. `prefixes` that no feature has give none.
 */
export function vectorFeatures(bags: BagSet, prefixes: readonly string[] = []): VectorFeatures[] {
  const { features, recipe } = bags;
  const taken = new Set<number>();
  const found: VectorFeatures[] = [];
  const add = (name: string, columns: readonly number[], recognised: boolean) => {
    const own = columns.filter((j) => !taken.has(j));
    if (own.length < 2) return;
    for (const j of own) taken.add(j);
    found.push({ name, columns: Uint32Array.from(own).sort(), recognised });
  };
  const starting = (start: string) => features.flatMap((name, j) => (name.startsWith(start) ? [j] : []));
  for (const prefix of prefixes) add(prefix, starting(prefix), false);
  const place = new Map(features.map((name, j) => [name, j]));
  for (const column of recipe?.columns ?? [])
    if (column.use.as === "vector")
      add(
        column.name,
        featureNames(column).flatMap((name) => place.get(name) ?? []),
        false,
      );
  const named = new Map<string, number[]>();
  for (const [j, name] of features.entries()) {
    const start = NAMED.exec(name)?.[1];
    if (start !== undefined) named.set(start, [...(named.get(start) ?? []), j]);
  }
  for (const [start, columns] of named) if (columns.length >= FEWEST) add(start, columns, true);
  return found;
}
