import type { BagSet } from "@bagwise/core/bags";
import { Model } from "@bagwise/core/model";
import * as ort from "onnxruntime-web";
import { describe, expect, it } from "vitest";
import { toOnnx } from "../src/onnx/to-onnx.js";
import { EXPORTABLE, goldenModel, rowsOfBags, trainedModel, trickyBags } from "./models.js";

ort.env.wasm.numThreads = 1;

/** Runs the file on bags; `numbers` are those of the bags, by default 0, 1 and so on. */
async function run(file: Uint8Array, bags: BagSet, { real = "float64", numbers = bags.ids().map((_, i) => i) } = {}) {
  const session = await ort.InferenceSession.create(file);
  const owners = rowsOfBags(bags).flatMap((rows, i) => rows.map(() => numbers[i]));
  const data = bags.toMatrix();
  const x =
    real === "float64"
      ? new ort.Tensor("float64", Float64Array.from(data), [bags.instances, bags.dimension])
      : new ort.Tensor("float32", Float32Array.from(data), [bags.instances, bags.dimension]);
  const bag = new ort.Tensor("int64", BigInt64Array.from(owners, BigInt), [bags.instances]);
  const found = await session.run({ x, bag });
  await session.release();
  const list = (name: string) => Array.from(found[name].data as Float64Array, Number);
  return { score: list("score"), probability: list("probability"), witness: list("witness") };
}

function largest(a: readonly number[], b: readonly (number | null)[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(
    ...a.map((value, i) => {
      const wanted = b[i];
      if (wanted === null) return Number.isNaN(value) ? 0 : Infinity;
      return Math.abs(value - wanted) / Math.max(1, Math.abs(wanted));
    }),
  );
}

/** The largest difference, and how many witnesses differ. */
async function compared(model: Model, bags: BagSet, options: { float32?: boolean } = {}) {
  const found = await run(toOnnx(model, options), bags, { real: options.float32 ? "float32" : "float64" });
  const expected = model.predict(bags);
  const witnesses = new Map(model.rank(bags).map(({ index, witness }) => [index, witness.row]));
  return {
    score: largest(
      found.score,
      expected.map(({ score }) => score),
    ),
    probability: largest(
      found.probability,
      expected.map(({ probability }) => probability),
    ),
    others: found.witness.filter((row, i) => row !== witnesses.get(i)).length,
    unknown: found.witness.every((row) => row === -1),
  };
}

/** Kernels whose witnesses a graph does not find. */
const WITHOUT_WITNESS = ["kernel-normalised-graph-gaussian", "learner-mi-graph"];

describe("a model as ONNX", () => {
  it.each(EXPORTABLE)("%s has the model's scores and probabilities to 1e-9, and its witnesses", async (name) => {
    const { score, probability, others, unknown } = await compared(goldenModel(name), trickyBags());
    expect(Math.max(score, probability)).toBeLessThan(1e-9);
    if (WITHOUT_WITNESS.includes(name)) expect(unknown).toBe(true);
    else expect(others).toBe(0);
  });

  it.each([
    ["pu-skc", { kernel: "affinity-gaussian" }],
    ["pu-skc", { kernel: "normalised-set-cosine" }],
    ["pu-skc", { kernel: "set-laplace+minimax-linear" }],
    ["network", { pooling: "max", epochs: 5 }],
    ["network", { pooling: "mean", epochs: 5 }],
    ["network", { pooling: "log-sum-exp", epochs: 5 }],
  ] as const)("%s with %j has them, too", async (method, options) => {
    const { model, bags } = await trainedModel(method, options, 3);
    const { score, probability, others } = await compared(model, bags);
    expect(Math.max(score, probability)).toBeLessThan(1e-9);
    expect(others).toBe(0);
  });

  it("gives empty bags and bags with a gap no score, and takes instances in any order", async () => {
    const model = goldenModel("learner-auto");
    const bags = trickyBags().subset([0, 1, 2]);
    const file = toOnnx(model);
    const plain = await run(file, bags);
    const spread = await run(file, bags, { numbers: [4, 0, 2] });
    expect(spread.score).toEqual([plain.score[1], Number.NaN, plain.score[2], Number.NaN, plain.score[0]]);
    expect(spread.witness).toEqual([plain.witness[1], -1, plain.witness[2], -1, plain.witness[0]]);
    const data = bags.toMatrix();
    data[0] = Number.NaN;
    const gap = await run(file, bags.withMatrix(data));
    expect(gap.score).toEqual([Number.NaN, ...plain.score.slice(1)]);
    expect(gap.witness[0]).toBe(-1);
    const recipe = { missing: "zero" } as Model["card"]["recipe"];
    const filling = new Model({ ...model.parts(), card: { ...model.card, ...(recipe && { recipe }) } });
    const zero = bags.toMatrix();
    zero[0] = 0;
    expect((await run(toOnnx(filling), bags.withMatrix(data))).score[0]).toBeCloseTo(
      model.scores(bags.withMatrix(zero))[0],
      9,
    );
  });

  it("is within 1e-3 of the scores with 32 bits", async () => {
    const differences = await Promise.all(
      ["learner-auto", "learner-pu-skc", "learner-svm", "learner-lsdd", "learner-network"].map(
        async (name) => (await compared(goldenModel(name), trickyBags(), { float32: true })).score,
      ),
    );
    expect(Math.max(...differences)).toBeLessThan(1e-3);
  });
});
