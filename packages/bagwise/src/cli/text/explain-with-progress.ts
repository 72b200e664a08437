import type { BagSet } from "../../bags/bag-set.js";
import { withinFile } from "../../base/errors.js";
import { explain } from "../../explain/explain.js";
import type { BagExplanation, ExplainOptions, FeatureEffect } from "../../explain/explanation.js";
import type { Model } from "../../model/model.js";
import { progressLine } from "./progress.js";

/** Explains the bags of a file, with a progress line when it takes long. */
export async function explainWithProgress(
  model: Model,
  bags: BagSet,
  file: string,
  options: ExplainOptions = {},
): Promise<BagExplanation[]> {
  const progress = progressLine("explaining");
  try {
    return await withinFile(file, () => explain(model, bags, { ...options, onProgress: progress.update }));
  } finally {
    progress.end();
  }
}

/** The feature that carries the witness: the largest effect on its side. */
export function leadingFeature({ features, witness }: BagExplanation): FeatureEffect | undefined {
  return features.find(({ effect }) => effect > 0 === witness.contribution > 0) ?? features[0];
}

/** What programs get: instances counted from 1, as in all files. */
export function witnessForPrograms(explanation: BagExplanation) {
  const { instance, contribution, tied } = explanation.witness;
  return { instance: instance + 1, contribution, tied, feature: leadingFeature(explanation)?.name ?? null };
}
