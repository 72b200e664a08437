import { existsSync, writeFileSync } from "node:fs";
import { type PuSkcOptions, puSkc } from "../../src/learners/index.js";
import { encodeModel, MODEL_LAYOUT } from "../../src/model/index.js";
import { goldenBags } from "./make.js";

const FIXED = { prior: 0.4, degree: [1, 2], lambda: [0.1, 0.001], seed: 3 } as const;

/** One model of each form; the kernels together use all that a file can hold of bags. */
const MODELS: readonly { suffix: string; form: "binary" | "json"; options: PuSkcOptions }[] = [
  { suffix: "", form: "binary", options: FIXED },
  {
    suffix: "-json",
    form: "json",
    options: { ...FIXED, kernel: "set-gaussian+mean-laplace", loss: "logistic", landmarks: 4 },
  },
];

/** Writes the golden files of the present layout where there are none yet. What is there is never changed. */
export async function makeGolden(folder: URL): Promise<void> {
  const bags = goldenBags();
  for (const { suffix, form, options } of MODELS) {
    const name = `layout-${MODEL_LAYOUT}${suffix}`;
    if (existsSync(new URL(`${name}.model`, folder))) continue;
    const model = await puSkc(options).fit(bags);
    const scores = [...model.scores(bags)];
    const posteriors = model.predict(bags).map(({ posterior }) => posterior);
    writeFileSync(new URL(`${name}.model`, folder), encodeModel(model, { form }));
    writeFileSync(new URL(`${name}.scores.json`, folder), `${JSON.stringify({ scores, posteriors }, null, 2)}\n`);
  }
}
