import { expect, it } from "vitest";
import { refusal } from "../../../bagwise/test/learners/contract.js";
import { BagSet } from "../../src/bags/bag-set.js";
import { random } from "../../src/base/random.js";
import { explain } from "../../src/explain/explain.js";
import { auto } from "../../src/learners/auto/auto.js";
import { dsdd } from "../../src/learners/dsdd/dsdd.js";
import { lsdd } from "../../src/learners/lsdd/lsdd.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { trainingSet } from "./make.js";

/** Bags of these sizes with the same random rows, one after the other. */
function bagsOf(...sizes: number[]): BagSet {
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const generator = random(1);
  const data = Float64Array.from({ length: 3 * rows }, () => 3 * generator.uniform());
  const offsets = Uint32Array.from([0, ...sizes].map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0)));
  const ids = sizes.map((_, i) => `b${i}`);
  return BagSet.own({ data, offsets, ids, labels: new Int8Array(sizes.length), features: ["f1", "f2", "f3"] });
}

it("scores a bag too large for one block as it scores its parts", async () => {
  const model = await lsdd().fit(trainingSet());
  const [whole] = model.scores(bagsOf(70_000));
  expect(whole).toBe(Math.max(...model.scores(bagsOf(10_000, 1, 59_999))));
});

it("dsdd chooses its width on few instances of a huge bag, trains on more, and says both", async () => {
  const small = trainingSet();
  const huge = bagsOf(9_000);
  const bags = BagSet.from({
    data: [...small.toMatrix(), ...huge.toMatrix()],
    offsets: [
      ...Array.from({ length: small.size }, (_, i) => small.startOf(i)),
      small.instances,
      small.instances + 9_000,
    ],
    ids: [...small.ids(), "huge"],
    labels: [...small.labels(), "unlabeled"],
    features: small.features,
  });
  const model = await dsdd({ width: 1, lambda: [0.1, 1], steps: 1, folds: 2, centres: 20 }).fit(bags);
  expect(model.card.training.instances).toBe(8_000);
  const drawn = model.card.notes.filter(({ code }) => code === "instances-drawn").map(({ message }) => message);
  expect(drawn).toEqual([expect.stringContaining("8,000 instances"), expect.stringContaining("2,000 instances")]);
});

it("a set kernel refuses a bag whose pairs cannot be computed, and names it", async () => {
  const model = await puSkc({ kernel: "set-gaussian", prior: 0.3, bootstrap: 0, lambda: 1 }).fit(trainingSet());
  const { code, where } = await refusal(() => model.scores(bagsOf(3, 20_001)));
  expect({ code, where }).toEqual({ code: "too-many-instances", where: { bag: "b1" } });
});

it("an explanation refuses a bag that is too large to leave out each instance, but it has a score", async () => {
  const model = await auto({ prior: 0.3 }).fit(trainingSet());
  const large = bagsOf(1_000_001);
  expect(model.scores(large).every(Number.isFinite)).toBe(true);
  expect((await refusal(() => explain(model, large))).code).toBe("too-many-instances");
});
