import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { decodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import { goldenBags } from "./make.js";
import { makeGolden } from "./make-golden.js";

// Models that older versions wrote stay loadable for ever. After a change of the layout run this
// once with BAGWISE_MAKE_GOLDEN=1, which adds files of the new layout and changes none, and commit
// them.
const folder = new URL("./golden/", import.meta.url);
if (process.env.BAGWISE_MAKE_GOLDEN) await makeGolden(folder);
const models = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith(".model"));

it("there is a golden file of every layout", () => {
  for (let layout = 1; layout <= MODEL_LAYOUT; layout++) {
    expect(models).toContain(`layout-${layout}.model`);
    expect(models).toContain(`layout-${layout}-json.model`);
  }
});

it.each(models)("%s still loads and scores the same numbers, to the last bit", (name) => {
  const model = decodeModel(new Uint8Array(readFileSync(new URL(name, folder))), { name });
  const expected = JSON.parse(readFileSync(new URL(name.replace(/model$/, "scores.json"), folder), "utf8"));
  const bags = goldenBags();
  expect([...model.scores(bags)]).toEqual(expected.scores);
  expect(model.predict(bags).map(({ posterior }) => posterior)).toEqual(expected.posteriors);
  if (expected.labels) expect(model.predict(bags).map(({ label }) => label)).toEqual(expected.labels);
  expect(model.card.certificate.status).toBe("solved");
});

it.each(["layout-4.model", "layout-4-json.model"])(
  "%s holds the scores of held-out bags and what was chosen by them",
  (name) => {
    const model = decodeModel(new Uint8Array(readFileSync(new URL(name, folder))), { name });
    expect(model.threshold).toBe(0.125);
    expect(model.heldOut?.unlabeled).toEqual(Float64Array.of(0.125, -1, 0.75));
    expect(model.heldOut?.clusters).toEqual(Uint32Array.of(0, 0, 1, 2, 3, 4));
    expect(model.trainedOn).toEqual(Float64Array.of(3, 2 ** 52));
  },
);
