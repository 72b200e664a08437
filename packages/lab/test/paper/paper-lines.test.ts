import { expect, it } from "vitest";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { comparedCells } from "../../src/paper/differences.js";
import { pointsOf, printedSpots, referenceSpots } from "../../src/paper/report/paper-lines.js";
import { inkFor } from "../../src/report/ink.js";
import { fakeSummary, SMALL } from "../report/make.js";

const { cells } = fakeSummary({ ...SMALL, methods: ["pu-skc", "pu-skc:default", "dsdd"] });

it("makes a band of the standard error, or of the standard deviation", () => {
  const [{ accuracy, trials }] = cells;
  const half = (band: "error" | "deviation") => {
    const [{ y, low, high }] = pointsOf(cells, (cell) => cell.accuracy, { band });
    expect((low + high) / 2).toBeCloseTo(y, 12);
    return (high - low) / 2;
  };
  expect(half("error")).toBeCloseTo(accuracy.sd / Math.sqrt(trials), 12);
  expect(half("deviation")).toBeCloseTo(accuracy.sd, 12);
});

it("leaves out cells that do not have the measure", () => {
  const points = pointsOf(cells, ({ usedPrior }) => usedPrior);
  expect(new Set(points.map(({ method }) => method))).toEqual(new Set(["pu-skc", "pu-skc:default"]));
});

it("compares with the print in the paper's protocol only, where it was run", () => {
  expect(new Set(comparedCells(cells).map(({ protocol }) => protocol))).toEqual(new Set(["paper"]));
  const leakFree = cells.filter(({ protocol }) => protocol === "leak-free");
  expect(comparedCells(leakFree)).toEqual(leakFree);
});

it("shows each printed value once, though variants of a method share its column", () => {
  const spots = printedSpots(inkFor(emptyDocument(), ["pu-skc", "pu-skc:default", "dsdd"]), cells);
  expect(spots).toHaveLength(2 * 3 * 2);
  expect(spots.some(({ method }) => method === "pu-skc:default")).toBe(false);
});

it("has one point of a reference for each setting", () => {
  const spots = referenceSpots(cells, ({ constantGuess }) => constantGuess);
  expect(spots).toHaveLength(2 * 2 * 3);
  expect(spots.map(({ x, y }) => Math.max(x, 1 - x) - y).every((off) => off === 0)).toBe(true);
});
