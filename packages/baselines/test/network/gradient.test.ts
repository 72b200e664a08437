import { random } from "@bagwise/core/base";
import { matrix } from "@bagwise/core/linalg";
import { POOLINGS, type Pooling } from "@bagwise/core/scorers";
import { describe, expect, it } from "vitest";
import { sharesOf } from "../../src/network/fit.js";
import { gradientOf, parametersOf } from "../../src/network/gradient.js";
import { type LossTerms, lossOf } from "../../src/network/loss.js";
import { randomNetwork } from "../../src/network/start.js";

const FEATURES = 3;
const OFFSETS = Uint32Array.of(0, 1, 3, 7, 9, 12);
const SIDES = ["positive", "positive", "unlabeled", "unlabeled", "negative"] as const;

function problem(pooling: Pooling, { gated, layers, seed }: { gated: boolean; layers: number; seed: number }) {
  const generator = random(seed);
  const network = randomNetwork({ features: FEATURES, hidden: 5, layers, pooling, gated }, generator);
  // Biases too, so that none of their derivatives is special.
  for (const values of parametersOf(network))
    for (let i = 0; i < values.length; i++) values[i] += 0.3 * generator.normal();
  const count = OFFSETS[OFFSETS.length - 1];
  const rows = matrix(
    count,
    FEATURES,
    Float64Array.from({ length: count * FEATURES }, () => generator.normal()),
  );
  return { network, bags: { rows, offsets: OFFSETS } };
}

const SIGNED = SIDES.map((side) => (side === "positive" ? side : "negative"));
const TERMS: LossTerms[] = [
  { name: "positive-negative", sides: SIGNED, shares: sharesOf(SIGNED), prior: 0.5, negativeWeight: 0 },
  { name: "unbiased-pu", sides: SIDES, shares: sharesOf(SIDES), prior: 0.4, negativeWeight: 0.3 },
  { name: "non-negative-pu", sides: SIDES, shares: sharesOf(SIDES), prior: 0.2, negativeWeight: 0.3 },
];

const NETWORKS: [Pooling, { gated: boolean; layers: number }][] = [
  ...POOLINGS.map((pooling): [Pooling, { gated: boolean; layers: number }] => [pooling, { gated: false, layers: 2 }]),
  ["attention", { gated: true, layers: 1 }],
];

describe.each(TERMS)("the loss $name", (terms) => {
  it.each(NETWORKS)("has with the pooling %s and %j the gradient of finite differences", (pooling, shape) => {
    for (const seed of [1, 2, 3]) {
      const { network, bags } = problem(pooling, { ...shape, seed });
      const { gradient } = gradientOf(network, bags, { pooling, terms });
      const parameters = parametersOf(network);
      expect(gradient.map(({ length }) => length)).toEqual(parameters.map(({ length }) => length));
      const valueAt = () => gradientOf(network, bags, { pooling, terms }).value;
      const step = 1e-6;
      for (const [k, values] of parameters.entries())
        for (let i = 0; i < values.length; i++) {
          const own = values[i];
          values[i] = own + step;
          const above = valueAt();
          values[i] = own - step;
          const below = valueAt();
          values[i] = own;
          expect(Math.abs((above - below) / (2 * step) - gradient[k][i])).toBeLessThan(1e-8);
        }
      expect(gradient.some((slopes) => slopes.some((slope) => Math.abs(slope) > 1e-3))).toBe(true);
    }
  });
});

describe("a PU loss", () => {
  const sides = ["positive", "unlabeled", "unlabeled"] as const;
  const terms = { sides, shares: sharesOf(sides), prior: 0.6, negativeWeight: 0 };
  const l = (z: number) => 1 / (1 + Math.exp(z));

  it("is the unbiased estimate, whatever its sign", () => {
    const [p, u, v] = [3, -4, -5];
    const expected = 0.6 * (l(p) - l(-p)) + (l(-u) + l(-v)) / 2;
    expect(expected).toBeLessThan(0);
    expect(lossOf(Float64Array.of(p, u, v), { name: "unbiased-pu", ...terms }).value).toBeCloseTo(expected, 14);
  });

  it("steps up the risk of negatives where that is below 0, and is never negative, if it is non-negative", () => {
    const scores = Float64Array.of(3, -4, -5);
    const { value, slopes } = lossOf(scores, { name: "non-negative-pu", ...terms });
    expect(value).toBeCloseTo(0.6 * l(3), 14);
    // Going downhill along these slopes raises mean_U l(-s) - prior mean_P l(-s).
    const slope = (s: number) => l(s) * l(-s);
    expect([...slopes]).toEqual(
      [0.6 * slope(3), -slope(-4) / 2, -slope(-5) / 2].map((each) => expect.closeTo(each, 14)),
    );
  });

  it("is the mean error of both kinds with the prior one half and negatives alone", () => {
    const both = ["positive", "negative", "negative"] as const;
    const { value } = lossOf(Float64Array.of(1, 2, -3), {
      name: "unbiased-pu",
      sides: both,
      shares: sharesOf(both),
      prior: 0.5,
      negativeWeight: 1,
    });
    expect(value).toBeCloseTo(0.5 * l(1) + 0.25 * (l(-2) + l(3)), 14);
  });
});
