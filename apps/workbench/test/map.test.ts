import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInside, lookOf, nearest, paintSquare, placed } from "../src/ui/map-picture.js";
import { inSlices } from "../src/ui/slices.js";

const blank = (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) });

describe("the map of bags", () => {
  it("keeps every point on the canvas, in the order of its coordinates", () => {
    const { px, py } = placed({ x: Float32Array.of(-3, 0, 5), y: Float32Array.of(1, 1, 2) }, 400, 300);
    expect([...px]).toEqual([...px].sort((a, b) => a - b));
    expect(Math.min(...px, ...py)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...px)).toBeLessThanOrEqual(400);
    // Up is up.
    expect(py[2]).toBeLessThan(py[0]);
  });

  it("lays colours over each other, and never writes outside", () => {
    const picture = blank(4, 3);
    paintSquare(picture, { x: 1, y: 1, radius: 1 }, [200, 0, 0], 1);
    paintSquare(picture, { x: 1, y: 1, radius: 1 }, [0, 100, 0], 0.5);
    expect([...picture.data.slice(0, 4)]).toEqual([100, 50, 0, 255]);
    expect([...picture.data.slice(12, 16)]).toEqual([0, 0, 0, 0]);
    paintSquare(picture, { x: -50, y: 9, radius: 1.4 }, [9, 9, 9], 1);
    paintSquare(picture, { x: 4, y: 3, radius: 1.4 }, [9, 9, 9], 0.5);
    expect([...picture.data.slice(-4)]).toEqual([9, 9, 9, 128]);
  });

  it("gives likely bags the colour of positives, and fades what is not chosen", () => {
    const kinds = { label: Uint8Array.of(0, 0, 1, 0), chance: Float32Array.of(0.9, 0.1, 0.9, Number.NaN) };
    expect([0, 1, 2, 3].map((k) => lookOf(kinds, k, true).colour)).toEqual([2, 0, 1, 0]);
    expect(lookOf(kinds, 0, false).strength).toBeLessThan(lookOf(kinds, 1, true).strength);
  });

  it("knows what is in a lasso, and which point is nearest", () => {
    const around = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as const;
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 15, noNaN: true }),
        fc.double({ min: -5, max: 15, noNaN: true }),
        (x, y) => {
          fc.pre(![0, 10].includes(x) && ![0, 10].includes(y));
          expect(isInside(around, x, y)).toBe(x > 0 && x < 10 && y > 0 && y < 10);
        },
      ),
      { seed: 4 },
    );
    const at = { px: Float32Array.of(1, 5, 9), py: Float32Array.of(1, 5, 9) };
    expect(nearest(at, 6, 5, 3)).toBe(1);
    expect(nearest(at, 20, 20, 3)).toBe(-1);
  });

  it("does long work in slices, in order, and ends when it is told to", async () => {
    const seen: number[] = [];
    const slow = (k: number) => {
      const until = performance.now() + 0.02;
      while (performance.now() < until);
      seen.push(k);
    };
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect(await inSlices(3000, slow, () => false)).toBe(true);
    clearInterval(timer);
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, k) => k));
    expect(turns).toBeGreaterThan(2);
    seen.length = 0;
    expect(await inSlices(3000, slow, () => true)).toBe(false);
    expect(seen.length).toBeLessThan(3000);
  });
});
