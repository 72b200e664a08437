import { type BagSet, type Label, synthesise } from "../../src/bags/index.js";
import { type PuSkcOptions, puSkc } from "../../src/learners/index.js";
import type { Model } from "../../src/model/index.js";
import { bagSet } from "../bags/make.js";

/** A model of a few bags. */
export async function tinyModel(options: PuSkcOptions = {}): Promise<Model> {
  const { bags } = synthesise({ bags: 14, labeled: 5, dimensions: 2, bagSize: [1, 3], seed: 4 });
  return await puSkc({ prior: 0.3, degree: 2, lambda: 0.01, ...options }).fit(bags);
}

/** Bags made of whole numbers alone, the same on every machine and for ever: the golden scores are theirs. */
export function goldenBags(): BagSet {
  const rows = Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: 1 + (i % 3) }, (_, j) => [
      ((7 * i + 3 * j) % 11) - 5,
      ((5 * i + j * j) % 13) / 4,
      (i * j) % 4,
    ]),
  );
  const labels = rows.map((_, i): Label => (i % 3 === 0 ? "positive" : "unlabeled"));
  return bagSet(rows, { labels, features: ["weight", "größe", "f,3"] });
}
