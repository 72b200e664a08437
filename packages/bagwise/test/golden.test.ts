import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decodeModel } from "@bagwise/core/model";
import { expect, it } from "vitest";
import { answersOf, GOLDEN, type GoldenModel, makeGolden, OLDER } from "./make-golden.js";

// Models that were written once stay loadable, and every number they give stays the same. Running
// this with BAGWISE_MAKE_GOLDEN=1 adds the files that are missing, such as those of a new learner,
// and changes none.
const folder = new URL("./golden/", import.meta.url);
if (process.env.BAGWISE_MAKE_GOLDEN) await makeGolden(folder);

const load = (name: string) => {
  const file = `${name}.model`;
  return decodeModel(new Uint8Array(readFileSync(new URL(file, folder))), { name: file });
};
const expected = (name: string) => JSON.parse(readFileSync(new URL(`${name}.answers.json`, folder), "utf8"));
const each = GOLDEN.map((golden): [string, GoldenModel] => [golden.name, golden]);

it("there is a golden model of every learner and older ones, and no other file", () => {
  const names = [...GOLDEN.map(({ name }) => name), ...OLDER];
  const files = names.flatMap((name) => [`${name}.answers.json`, `${name}.model`]);
  expect(readdirSync(fileURLToPath(folder)).sort()).toEqual(files.sort());
});

it.each([...GOLDEN.map(({ name }) => name), ...OLDER])(
  "%s still loads, and scores and explains with the same numbers, to the last bit",
  async (name) => {
    const model = load(name);
    expect(["solved", "local"]).toContain(model.card.certificate.status);
    expect(await answersOf(model)).toEqual(expected(name));
  },
);

it.each(each)("%s, trained again, gives the same numbers, to the last bit", async (name, { make }) => {
  // These few bags prove no separation, so probabilities would be the prior: with those of the file.
  const { calibration } = load(name).card;
  expect(await answersOf((await make()).with({ calibration }))).toEqual(expected(name));
});

it.each(["by-hand-views", "by-hand-half-the-centres"])(
  "%s holds the scores of held-out bags and what was chosen by them",
  (name) => {
    const model = load(name);
    expect(model.threshold).toBe(0.125);
    expect(model.heldOut?.unlabeled).toEqual(Float64Array.of(0.125, -1, 0.75));
    expect(model.heldOut?.clusters).toEqual(Uint32Array.of(0, 0, 1, 2, 3, 4));
    expect(model.trainedOn).toEqual(Float64Array.of(3, 2 ** 52));
  },
);
