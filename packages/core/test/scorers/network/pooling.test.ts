import fc from "fast-check";
import { expect, it } from "vitest";
import { POOLINGS, pooled } from "../../../src/scorers/network/pooling.js";

const values = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 12 });

const poolOne = (pooling: (typeof POOLINGS)[number], outputs: number[], logits: number[]) =>
  pooled(
    pooling,
    { outputs: Float64Array.from(outputs), logits: Float64Array.from(logits) },
    Uint32Array.of(0, outputs.length),
  );

it("pools as the formulas say", () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.double({ min: -5, max: 5, noNaN: true })), (outputs, stream) => {
      const logits = outputs.map(() => stream.next().value);
      const n = outputs.length;
      const weights = logits.map(Math.exp);
      const total = weights.reduce((a, b) => a + b, 0);
      const expected = {
        max: Math.max(...outputs),
        mean: outputs.reduce((a, b) => a + b, 0) / n,
        "log-sum-exp": Math.log(outputs.reduce((sum, f) => sum + Math.exp(f), 0) / n),
        attention: outputs.reduce((sum, f, k) => sum + (f * weights[k]) / total, 0),
      };
      for (const pooling of POOLINGS) {
        const { scores, shares } = poolOne(pooling, outputs, logits);
        expect(scores[0]).toBeCloseTo(expected[pooling], 10);
        expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      }
    }),
    { seed: 1 },
  );
});

it("gives a bag of equal outputs exactly that output", () => {
  for (const pooling of POOLINGS)
    for (const n of [1, 3, 49]) {
      const outputs = new Array<number>(n).fill(-0.1);
      expect(poolOne(pooling, outputs, outputs).scores[0]).toBe(-0.1);
    }
});

it("does not overflow with huge outputs or logits", () => {
  for (const pooling of POOLINGS) {
    const { scores } = poolOne(pooling, [1e300, -1e300], [1e300, -1e300]);
    expect(Number.isFinite(scores[0])).toBe(true);
  }
});
