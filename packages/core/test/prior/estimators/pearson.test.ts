import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatePrior } from "../../../../bagwise/src/entries/prior.js";
import { missing, root } from "../../../../bagwise/test/require-all.js";
import { random } from "../../../src/base/random.js";
import { linearAlgebra } from "../../../src/linalg/backend.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { pearsonFit } from "../../../src/prior/estimators/pearson.js";
import { FIXED } from "../../bags/make.js";

/**
 * max over w of pi w'h - w'Hw/2 - eta w'w/2 by plain gradient ascent, then the divergence without
 * the penalty.
 */
function divergence(pi: number, h: number[], big: number[][], eta: number): number {
  const w = h.map(() => 0);
  const step = 1 / (big.flat().reduce((sum, x) => sum + Math.abs(x), 0) + eta);
  const times = (v: number[]) => big.map((row) => row.reduce((sum, x, j) => sum + x * v[j], 0));
  for (let k = 0; k < 4000; k++) {
    const product = times(w);
    for (let j = 0; j < w.length; j++) w[j] += step * (pi * h[j] - product[j] - eta * w[j]);
  }
  const product = times(w);
  const linear = w.reduce((sum, x, j) => sum + x * h[j], 0);
  const square = w.reduce((sum, x, j) => sum + x * product[j], 0);
  return pi * linear - square / 2 - pi + 0.5;
}

describe("the Pearson prior", () => {
  it("is where the divergence, maximised over r and then minimised over pi by brute force, is least", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: 0.1, max: 2, noNaN: true }), (seed, eta) => {
        const generator = random(seed);
        const phi = matrix(
          8,
          3,
          Float64Array.from({ length: 24 }, () => generator.uniform() + 0.2),
        );
        const mixture = Float64Array.of(0, 0, 0, 1, 1, 1, 1, 1);
        const positive = Float64Array.of(1, 1, 1, 0, 0, 0, 0, 0);
        const { prior } = pearsonFit(phi, mixture, positive, eta);
        const row = (i: number) => [...phi.data.subarray(3 * i, 3 * i + 3)];
        const rows = (w: Float64Array) => [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => w[i] > 0).map(row);
        const h = [0, 1, 2].map((j) => rows(positive).reduce((sum, r) => sum + r[j], 0) / 3);
        const big = [0, 1, 2].map((a) => [0, 1, 2].map((b) => rows(mixture).reduce((s, r) => s + r[a] * r[b], 0) / 5));
        // The divergence is a parabola in pi: three values tell where its lowest point is.
        const [y0, y1, y2] = [0, 1, 2].map((pi) => divergence(pi, h, big, eta));
        const lowest = (4 * y1 - 3 * y0 - y2) / (2 * (2 * y1 - y0 - y2));
        expect(Math.abs(prior - lowest) / lowest).toBeLessThan(1e-6);
      }),
      { ...FIXED, numRuns: 20 },
    );
  });

  it("is the same for a sample in which every bag comes twice", () => {
    const generator = random(3);
    const phi = matrix(
      6,
      2,
      Float64Array.from({ length: 12 }, () => generator.uniform()),
    );
    const mixture = Float64Array.of(0, 0, 1, 1, 1, 1);
    const positive = Float64Array.of(1, 1, 0, 0, 0, 0);
    const twice = (w: Float64Array) => w.map((x) => 2 * x);
    const once = pearsonFit(phi, mixture, positive, 0.1).prior;
    expect(pearsonFit(phi, twice(mixture), twice(positive), 0.1).prior).toBeCloseTo(once, 14);
  });
});

const oracle = join(root, "..", "shared", "oracle");

describe.skipIf(missing("the folder of golden values", existsSync(oracle)))("as-printed", () => {
  it.each(["elephant_0.1", "fox_0.2", "musk1_0.1"])("equals the stored prior of %s", (name) => {
    const { bags, columns, labels, pi } = JSON.parse(readFileSync(join(oracle, `${name}.json`), "utf8"));
    const bytes = readFileSync(join(oracle, `${name}.f64`));
    const stored = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const order = [1, 0].flatMap((label) => [...labels.keys()].filter((i: number) => labels[i] === label));
    const statistics = matrix(bags, columns);
    for (const [k, i] of order.entries()) {
      statistics.data.set(stored.subarray(i * columns, (i + 1) * columns), k * columns);
    }
    const gram = linearAlgebra().syrk(statistics);
    for (let i = 0; i < gram.data.length; i++) gram.data[i] += 1;
    const { raw } = estimatePrior("as-printed", { gram, positives: 20 }, { eta: 1e5, bootstrap: 0 });
    expect(Math.abs(raw / pi - 1)).toBeLessThan(1e-9);
  });
});
