import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { windowsOf } from "../../../src/encode/window/windows.js";

const regular = (rows: number) => Float64Array.from({ length: rows }, (_, k) => k);

/** The rows of each window. */
const cut = (times: readonly number[] | Float64Array, window: number, step: number) =>
  windowsOf(Float64Array.from(times), { window, step }).map(({ from, to }) => [from, to]);

const seriesAndLengths = fc.record({
  gaps: fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 50, max: 1000 })), { maxLength: 40 }),
  window: fc.integer({ min: 1, max: 30 }),
  step: fc.integer({ min: 1, max: 30 }),
});

describe("the windows of a series", () => {
  it("begin a step apart, and the last one ends with the series", () => {
    expect(cut(regular(120), 60, 30)).toEqual([
      [0, 60],
      [30, 90],
      [60, 120],
    ]);
    expect(cut(regular(130), 60, 30)).toEqual([
      [0, 60],
      [30, 90],
      [60, 120],
      [70, 130],
    ]);
  });

  it("are one, with what there is, where the series is shorter", () => {
    expect(cut(regular(5), 60, 30)).toEqual([[0, 5]]);
    expect(cut([7], 1, 1)).toEqual([[0, 1]]);
    expect(cut([3, 3, 3], 10, 5)).toEqual([[0, 3]]);
    expect(cut([], 10, 5)).toEqual([]);
  });

  it("skip what lies between them where the step is longer than the window", () => {
    expect(cut(regular(25), 2, 10)).toEqual([
      [0, 2],
      [10, 12],
      [20, 22],
    ]);
  });

  it("are not torn by times that are a rounding error away", () => {
    const tenths = Array.from({ length: 30 }, (_, k) => k * 0.1);
    for (const [from, to] of cut(tenths, 0.3, 0.3)) expect(to - from).toBe(3);
  });

  it("cost nothing for a gap of ages or a step of nothing", () => {
    expect(cut([0, 1, 1e12, 1e12 + 1], 2, 1)).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(cut(regular(4), 2, 1e-9)).toEqual([
      [0, 2],
      [1, 3],
      [2, 4],
    ]);
  });

  it.each([
    ["steps of nothing", regular(1000), 2, 1e-15, 999],
    ["steps below what numbers of this size tell apart", [0, 1e6, 1e6 + 5], 10, 1e-13, 2],
    ["times of nanoseconds with a gap", [0, 1e17, 1e17 + 16], 10, 5, 3],
    ["times beyond all others", [0, 1e300, 2e300], 10, 5, 3],
    ["times whose difference is no number", [-1e308, 1e308], 1, 0.5, 2],
    ["windows of nothing", [0, 1], 1e-300, 5e-301, 2],
    ["steps of nothing in windows of many rows", regular(100_000), 99_990, 1e-6, 11],
  ])("are found at once for %s", (_, times, window, step, count) => {
    const windows = cut(times, window, step);
    expect(windows).toHaveLength(count);
    expect(windows[0][0]).toBe(0);
    expect(windows.at(-1)?.[1]).toBe(times.length);
  });

  it("hold every row, are never longer than asked, and none lies within another", () => {
    fc.assert(
      fc.property(seriesAndLengths, ({ gaps, window, step }) => {
        let at = 0;
        const times = Float64Array.from(gaps, (gap) => (at += gap));
        const windows = windowsOf(times, { window, step });
        const seen = new Set<number>();
        for (const [k, { from, to }] of windows.entries()) {
          expect(to).toBeGreaterThan(from);
          expect(times[to - 1] - times[from]).toBeLessThan(window);
          if (k > 0) {
            expect(from).toBeGreaterThan(windows[k - 1].from);
            expect(to).toBeGreaterThan(windows[k - 1].to);
          }
          for (let row = from; row < to; row++) seen.add(row);
        }
        if (step <= window) expect(seen.size).toBe(times.length);
        // All rows of the time between the first and the last of a window are in it.
        for (const { from, to } of windows)
          expect(times.filter((time) => time > times[from] && time < times[to - 1]).length).toBeLessThanOrEqual(
            to - from,
          );
      }),
      { seed: 1 },
    );
  });
});
