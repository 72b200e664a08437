import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyLink, isLink, type Link } from "../../src/scorers/link.js";

const linkOf = (knots: number[], values: number[]): Link => ({
  knots: Float64Array.from(knots),
  values: Float64Array.from(values),
});
const at = (link: Link, ...scores: number[]) => [...applyLink(link, Float64Array.from(scores))];

describe("a link", () => {
  it("is a straight line between knots and goes on beyond both ends as the lines there", () => {
    const link = linkOf([0, 1, 3], [-1, 1, 2]);
    expect(at(link, 0, 0.5, 1, 2, 3)).toEqual([-1, 0, 1, 1.5, 2]);
    expect(at(link, -1, -10, 4, 13)).toEqual([-3, -21, 2.5, 7]);
    expect(at(linkOf([0, 1], [0, 1]), -7.25, 0.5, 8)).toEqual([-7.25, 0.5, 8]);
    expect(at(link)).toEqual([]);
  });

  it("never puts a higher score below a lower one, also where rounding would", () => {
    const step = fc.double({ min: 1e-9, max: 10, noNaN: true });
    const points = fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 12 });
    const scores = fc.array(fc.double({ min: -30, max: 130, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(points, scores, (steps, given) => {
        let knot = -3;
        let value = -5;
        const link = linkOf(
          steps.map(([dx]) => (knot += dx)),
          steps.map(([, dy]) => (value += dy)),
        );
        expect(isLink(link)).toBe(true);
        // Every knot and its neighbours in double precision, where pieces meet.
        const around = [...link.knots].flatMap((x) => [x - Math.abs(x) * 2 ** -53, x, x + Math.abs(x) * 2 ** -52]);
        const sorted = [...given, ...around].sort((a, b) => a - b);
        const values = at(link, ...sorted);
        for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]);
        // The end of the last line is the only knot whose value is computed.
        expect(at(link, ...link.knots).slice(0, -1)).toEqual([...link.values.slice(0, -1)]);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it("ends a line where the next begins, though the line, computed, would end above", () => {
    const link = linkOf([-0.985, 0.096, 1], [-0.671, 0.055, 1]);
    const rise = (0.055 + 0.671) / (0.096 + 0.985);
    const justBelow = 0.096 * (1 - 2 ** -53);
    expect(-0.671 + (justBelow + 0.985) * rise).toBeGreaterThan(0.055);
    expect(at(link, justBelow, 0.096)).toEqual([0.055, 0.055]);
  });

  it.each([
    ["one knot", [0], [0]],
    ["fewer values than knots", [0, 1, 2], [0, 1]],
    ["equal knots", [0, 0], [0, 1]],
    ["descending knots", [1, 0], [1, 0]],
    ["equal values", [0, 1, 2], [0, 1, 1]],
    ["descending values", [0, 1], [1, 0]],
    ["a line too steep for a number", [0, 5e-324], [0, 1]],
    ["knots too far apart for a number", [-1e308, 1e308], [0, 1]],
  ])("is none with %s", (_, knots, values) => {
    expect(isLink(linkOf(knots, values))).toBe(false);
  });
});
