import { existsSync, writeFileSync } from "node:fs";
import { lsdd } from "../../src/learners/index.js";
import { encodeModel, MODEL_LAYOUT } from "../../src/model/index.js";
import { goldenBags } from "./make.js";

const FIXED = { prior: 0.4, lambda: [0.1, 1], seed: 3 } as const;

/** One model of each form: of the present layout, so of a learner that scores instances. Layout 1, for kernels of bags, has its own files. */
const MODELS = [
  { suffix: "", form: "binary", options: { ...FIXED, width: [0.5, 1] } },
  { suffix: "-json", form: "json", options: { ...FIXED, setting: "paper", width: [0.5, 1], centres: 10 } },
] as const;

/** Writes the golden files of the present layout where there are none yet. What is there is never changed. */
export async function makeGolden(folder: URL): Promise<void> {
  const bags = goldenBags();
  for (const { suffix, form, options } of MODELS) {
    const name = `layout-${MODEL_LAYOUT}${suffix}`;
    if (existsSync(new URL(`${name}.model`, folder))) continue;
    const model = await lsdd(options).fit(bags);
    const scores = [...model.scores(bags)];
    const posteriors = model.predict(bags).map(({ posterior }) => posterior);
    writeFileSync(new URL(`${name}.model`, folder), encodeModel(model, { form }));
    writeFileSync(new URL(`${name}.scores.json`, folder), `${JSON.stringify({ scores, posteriors }, null, 2)}\n`);
  }
}
