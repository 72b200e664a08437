import type { BagSet } from "@bagwise/core/bags";
import { withinFile } from "@bagwise/core/base";
import type { BagExplanation, ExplainOptions, FeatureEffect } from "@bagwise/core/explain";
import type { Model } from "@bagwise/core/model";
import { progressLine } from "./progress.js";
import { shownTexts } from "./shown.js";

/** Explains the bags of a file in so many threads, default one, with a progress line when it takes long. */
export async function explainWithProgress(
  model: Model,
  bags: BagSet,
  file: string,
  { workers = 1, ...options }: ExplainOptions & { readonly workers?: number | undefined } = {},
): Promise<BagExplanation[]> {
  const progress = progressLine("explaining");
  try {
    // Threads are loaded only for those who explain.
    const { explainInThreads } = await import("../../node/score/score-threads.js");
    return await withinFile(file, () =>
      explainInThreads(model, bags, { ...options, workers, onProgress: progress.update }),
    );
  } finally {
    progress.end();
  }
}

/** The feature or word that carries the witness: the largest effect on its side. Words have no direction. */
export function leadingFeature({
  features,
  terms,
  witness,
}: BagExplanation): (Pick<FeatureEffect, "name" | "effect"> & { readonly direction: "high" | "low" | "" }) | undefined {
  const all = [...features, ...terms.map(({ term, effect }) => ({ name: term, effect, direction: "" as const }))];
  const found = all.sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  return found.find(({ effect }) => effect > 0 === witness.contribution > 0) ?? found[0];
}

/** What programs get of the witness of bag i: counted from 1, as in all files, and named by its place. */
export function witnessForPrograms(bags: BagSet, i: number, explanation: BagExplanation) {
  const { instance, contribution, tied } = explanation.witness;
  return {
    instance: instance + 1,
    place: bags.instanceName(i, instance),
    contribution,
    tied,
    decides: explanation.decides,
    feature: leadingFeature(explanation)?.name ?? null,
    ...(bags.shown.length > 0 && { shown: shownTexts(bags, i, instance) }),
  };
}
