import { expect, it } from "vitest";
import { normalQuantile } from "../../src/statistics/normal-quantile.js";

it("agrees with tables of the normal distribution, on both sides and far out", () => {
  const table: [number, number][] = [
    [0.5, 0],
    [0.75, 0.6744897501960817],
    [0.9, 1.2815515655446004],
    [0.95, 1.6448536269514722],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.9999, 3.719016485455709],
    [1 - 1e-12, 7.034484],
  ];
  for (const [p, z] of table) {
    expect(normalQuantile(p)).toBeCloseTo(z, 5);
    expect(normalQuantile(1 - p)).toBeCloseTo(-z, 4);
  }
});
