import { existsSync, writeFileSync } from "node:fs";
import { Model } from "../../src/model/model.js";
import { encodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import { goldenBags, viewsModel } from "./make.js";

/**
 * One model of each form: of the present layout, so one with scores of held-out bags, a threshold
 * and a monotone calibration. Older layouts have their own files.
 */
const MODELS = [
  { suffix: "", form: "binary", options: {} },
  { suffix: "-json", form: "json", options: { everyOther: true } },
] as const;

/**
 * Writes the golden files of the present layout where there are none yet. What is there is never
 * changed.
 */
export async function makeGolden(folder: URL): Promise<void> {
  const bags = goldenBags();
  for (const { suffix, form, options } of MODELS) {
    const name = `layout-${MODEL_LAYOUT}${suffix}`;
    if (existsSync(new URL(`${name}.model`, folder))) continue;
    const model = judged(await viewsModel(options));
    const scores = [...model.scores(bags)];
    const posteriors = model.predict(bags).map(({ posterior }) => posterior);
    const labels = model.predict(bags).map(({ label }) => label);
    writeFileSync(new URL(`${name}.model`, folder), encodeModel(model, { form }));
    writeFileSync(
      new URL(`${name}.scores.json`, folder),
      `${JSON.stringify({ scores, posteriors, labels }, null, 2)}\n`,
    );
  }
}

/** With all that layout 4 added. */
function judged(model: Model): Model {
  const heldOut = {
    scenario: "single-set",
    positive: Float64Array.of(0.5, -0.25),
    unlabeled: Float64Array.of(0.125, -1, 0.75),
    negative: Float64Array.of(-2),
    clusters: Uint32Array.of(0, 0, 1, 2, 3, 4),
  } as const;
  return new Model({ ...model.parts(), heldOut, trainedOn: Float64Array.of(3, 2 ** 52) }).with({
    threshold: { value: 0.125, rule: "budget=2", reason: "the 2 highest" },
    calibration: { scores: [-1, 0.5], posteriors: [0.1, 0.9] },
  });
}
