import { InputError } from "@bagwise/core/base";
import {
  type CalibrationMethod,
  calibrateModel,
  noPrior,
  parseThresholdRule,
  ruleNeeds,
  withThreshold,
} from "@bagwise/core/judge";
import type { LearnerEntry } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { saveModel } from "../../node/files/model-file.js";

/** What to decide with held-out scores after training. */
interface Decisions {
  readonly out: string;
  readonly threshold?: string;
  readonly calibrate?: CalibrationMethod;
}

/**
 * Call it before training. Throws an InputError for a rule or for probabilities that this method
 * can never give, whatever the data.
 */
export function refuseUndecidable(
  { description: { name, holdsOut, prior, learnsFrom } }: LearnerEntry,
  options: Readonly<Record<string, unknown>>,
  { threshold, calibrate }: Pick<Decisions, "threshold" | "calibrate">,
): void {
  const needs = threshold === undefined ? undefined : ruleNeeds(parseThresholdRule(threshold));
  const [byScores, byPrior] = [needs?.heldOut ?? false, needs?.prior ?? false];
  const curve = calibrate !== undefined && calibrate !== "none";
  const asked = byScores ? `--threshold ${threshold}` : `--calibrate ${calibrate}`;
  if (!holdsOut && (byScores || curve))
    throw new InputError({
      code: "no-held-out",
      message: `${asked} needs held-out scores, and ${name} holds no bags out`,
      remedy: `Leave it out and give new bags afterwards: bagwise ${byScores ? "threshold" : "calibrate"} MODEL FILE.`,
    });
  // With negative bags alone the share of positives is known; the data will tell.
  const mayKnow = prior.estimates || learnsFrom === "positive and negative";
  if (!mayKnow && options.prior === undefined && (byPrior || curve))
    throw noPrior(
      `${byPrior ? `--threshold ${threshold}` : `--calibrate ${calibrate}`} needs the share of positives, which ${name} does not estimate`,
    );
}

/**
 * The model with the threshold and the probabilities you asked for. If they are impossible, the
 * model is written without them, because training may have taken long.
 */
export async function decided(model: Model, { out, threshold, calibrate }: Decisions): Promise<Model> {
  try {
    const calibrated = calibrate === undefined ? model : calibrateModel(model, { method: calibrate });
    return threshold === undefined ? calibrated : withThreshold(calibrated, threshold);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    await saveModel(model, out);
    const kept = `The model was written to ${out} with the usual threshold and probabilities; bagwise threshold and bagwise calibrate change them without training again.`;
    throw error.with({ remedy: `${error.remedy} ${kept}` });
  }
}
