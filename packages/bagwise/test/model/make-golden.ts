import { existsSync, writeFileSync } from "node:fs";
import { encodeModel, MODEL_LAYOUT } from "../../src/model/index.js";
import { goldenBags, viewsModel } from "./make.js";

/** One model of each form: of the present layout, so one that scores by views. Older layouts, for kernels of bags and for instances, have their own files. */
const MODELS = [
  { suffix: "", form: "binary", options: {} },
  { suffix: "-json", form: "json", options: { everyOther: true } },
] as const;

/** Writes the golden files of the present layout where there are none yet. What is there is never changed. */
export async function makeGolden(folder: URL): Promise<void> {
  const bags = goldenBags();
  for (const { suffix, form, options } of MODELS) {
    const name = `layout-${MODEL_LAYOUT}${suffix}`;
    if (existsSync(new URL(`${name}.model`, folder))) continue;
    const model = await viewsModel(options);
    const scores = [...model.scores(bags)];
    const posteriors = model.predict(bags).map(({ posterior }) => posterior);
    writeFileSync(new URL(`${name}.model`, folder), encodeModel(model, { form }));
    writeFileSync(new URL(`${name}.scores.json`, folder), `${JSON.stringify({ scores, posteriors }, null, 2)}\n`);
  }
}
