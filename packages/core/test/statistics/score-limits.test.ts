import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AUDIT_MEASURES, auditMeasure } from "../../src/audit/measures.js";
import { type AuditCell, scoreLimits } from "../../src/statistics/score-limits.js";

const Z = 1.6448536269514722;

/** Wilson's interval by its formula, with the correction for a finite population. */
function wilson(k: number, n: number, left: number): [number, number] {
  const square = Z * Z * left;
  const centre = (k + square / 2) / (n + square);
  const half = (Math.sqrt(square) / (n + square)) * Math.sqrt((k * (n - k)) / n + square / 4);
  return [centre - half, centre + half];
}

const cell = (size: number, reviewed: number, positive: number, called = false): AuditCell => ({
  size,
  called,
  reviewed,
  positive,
});
const share = (cells: readonly AuditCell[]) => (value: number) => {
  const size = cells.reduce((sum, each) => sum + each.size, 0);
  return { coefficients: cells.map((each) => each.size / size), value };
};
const pick = (name: (typeof AUDIT_MEASURES)[number], cells: readonly AuditCell[]) =>
  auditMeasure(name, cells, { z: Z, guess: () => 0.5 });

describe("scoreLimits", () => {
  it("is Wilson's interval for one cell, with the correction for a finite population", () => {
    for (const [size, n, k] of [
      [1000, 30, 9],
      [180, 30, 0],
      [180, 30, 30],
      [40, 30, 12],
      [10_000_000, 5, 1],
    ]) {
      const { low, high } = scoreLimits([cell(size, n, k)], share([cell(size, n, k)]), { point: k / n, z: Z });
      const [from, to] = wilson(k, n, (size - n) / (size - 1));
      expect(low).toBeCloseTo(Math.max(0, from), 9);
      expect(high).toBeCloseTo(Math.min(1, to), 9);
    }
  });

  it("agrees for two cells with shares fitted by a search on a grid", () => {
    const cells = [cell(500, 12, 9), cell(1500, 18, 2)];
    const [a, b] = [0.25, 0.75];
    /** The test at one value: the likeliest pair of shares on the line a p + b q = value. */
    const tested = (value: number) => {
      let best = { log: Number.NEGATIVE_INFINITY, p: 0, q: 0 };
      for (let step = 1; step < 100_000; step++) {
        const p = step / 100_000;
        const q = (value - a * p) / b;
        if (!(q > 0 && q < 1)) continue;
        const log = 9 * Math.log(p) + 3 * Math.log(1 - p) + 2 * Math.log(q) + 16 * Math.log(1 - q);
        if (log > best.log) best = { log, p, q };
      }
      const { p, q } = best;
      const correction = 30 / (30 - 0.75);
      const variance =
        correction * ((a * a * (488 / 499) * p * (1 - p)) / 12 + (b * b * (1482 / 1499) * q * (1 - q)) / 18);
      return (a * (9 / 12) + b * (2 / 18) - value) ** 2 / variance;
    };
    const { low, high } = scoreLimits(cells, share(cells), { point: a * 0.75 + (b * 2) / 18, z: Z });
    expect(tested(low)).toBeCloseTo(Z * Z, 2);
    expect(tested(high)).toBeCloseTo(Z * Z, 2);
  });

  it("leaves one value where all bags are reviewed", () => {
    const cells = [cell(4, 4, 1, true), cell(6, 6, 2)];
    expect(pick("prior", cells)).toEqual({ value: 0.3, low: 0.3, high: 0.3 });
    expect(pick("precision", cells)).toEqual({ value: 0.25, low: 0.25, high: 0.25 });
    const recall = pick("recall", cells);
    for (const end of [recall.value, recall.low, recall.high]) expect(end).toBeCloseTo(1 / 3, 9);
    const accuracy = pick("accuracy", cells);
    for (const end of [accuracy.value, accuracy.low, accuracy.high]) expect(end).toBeCloseTo(0.5, 9);
  });

  it("lets a cell without an answer be anything", () => {
    const cells = [cell(50, 50, 20), cell(50, 0, 0)];
    const { low, high } = pick("prior", cells);
    expect(low).toBeCloseTo(0.2, 6);
    expect(high).toBeCloseTo(0.7, 6);
  });
});

describe("the limits of several cells", () => {
  /** The likeliest shares under a statement by Newton's method on its multiplier, one cell at a time by halving. */
  function plainStatistic(
    cells: readonly AuditCell[],
    { coefficients, value }: { coefficients: readonly number[]; value: number },
  ): number {
    const shareAt = (h: number, multiplier: number) => {
      const { reviewed: m, positive: x } = cells[h];
      let [low, high] = [0, 1];
      for (let step = 0; step < 80; step++) {
        const p = (low + high) / 2;
        // The slope of x log p + (m - x) log (1 - p) falls with p.
        if (x / p - (m - x) / (1 - p) > multiplier * coefficients[h]) low = p;
        else high = p;
      }
      return (low + high) / 2;
    };
    const sumAt = (multiplier: number) =>
      cells.reduce((sum, _, h) => sum + coefficients[h] * shareAt(h, multiplier), 0);
    let [low, high] = [-1e7, 1e7];
    for (let step = 0; step < 120; step++) {
      const middle = (low + high) / 2;
      if (sumAt(middle) > value) low = middle;
      else high = middle;
    }
    const m = cells.reduce((sum, { reviewed }) => sum + reviewed, 0);
    const variance = cells.reduce((sum, { size, reviewed }, h) => {
      const p = shareAt(h, (low + high) / 2);
      return sum + (coefficients[h] ** 2 * ((size - reviewed) / (size - 1)) * p * (1 - p)) / reviewed;
    }, 0);
    const found = cells.reduce((sum, { reviewed, positive }, h) => sum + (coefficients[h] * positive) / reviewed, 0);
    return (found - value) ** 2 / ((variance * m) / (m - 0.75 * (cells.length - 1)));
  }

  it("are where a score test by another program has the value z", () => {
    const cells = [cell(60, 9, 7, true), cell(90, 12, 5, true), cell(400, 14, 3), cell(700, 15, 2)];
    const size = 1250;
    const sign = ({ called }: AuditCell) => (called ? 1 : -1);
    const statements: Record<string, (at: number) => { coefficients: number[]; value: number }> = {
      prior: (at) => ({ coefficients: cells.map((each) => each.size / size), value: at }),
      accuracy: (at) => ({
        coefficients: cells.map((each) => (sign(each) * each.size) / size),
        value: at - 1100 / size,
      }),
      recall: (at) => ({
        coefficients: cells.map((each) => (each.called ? 1 - at : -at) * each.size),
        value: 0,
      }),
    };
    for (const name of ["prior", "accuracy", "recall"] as const) {
      const { low, high } = pick(name, cells);
      for (const end of [low, high]) expect(plainStatistic(cells, statements[name](end))).toBeCloseTo(Z * Z, 5);
    }
  });

  it("of precision do not depend on bags that are not called positive", () => {
    const called = [cell(60, 9, 7, true), cell(90, 12, 5, true)];
    const precision = pick("precision", called);
    for (const others of [[cell(400, 14, 3)], [cell(400, 14, 0), cell(5, 5, 5), cell(70, 0, 0)]]) {
      const { value, low, high } = pick("precision", [...called, ...others]);
      expect(value).toBeCloseTo(precision.value ?? Number.NaN, 12);
      expect(low).toBeCloseTo(precision.low, 9);
      expect(high).toBeCloseTo(precision.high, 9);
    }
  });

  it("move by what is known where a cell was reviewed to the last bag", () => {
    const open = [cell(60, 9, 4), cell(90, 12, 5)];
    const alone = pick("prior", open);
    for (const positive of [0, 20, 50]) {
      const { value, low, high } = pick("prior", [...open, cell(50, 50, positive)]);
      const moved = (share: number | null) => ((share ?? Number.NaN) * 150 + positive) / 200;
      expect(value).toBeCloseTo(moved(alone.value), 12);
      expect(low).toBeCloseTo(moved(alone.low), 9);
      expect(high).toBeCloseTo(moved(alone.high), 9);
    }
  });

  it("are exactly 0 and 1 where these are not rejected", () => {
    const limits = (k: number) => scoreLimits([cell(500, 30, k)], share([cell(500, 30, k)]), { point: k / 30, z: Z });
    expect(limits(0).low).toBe(0);
    expect(limits(30).high).toBe(1);
    expect(limits(1).low).toBeGreaterThan(0);
    expect(limits(29).high).toBeLessThan(1);
  });
});

describe("auditMeasure", () => {
  const cells = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) =>
      parts.map(([size, part, called, found]) => {
        const reviewed = Math.round(part * size);
        return cell(size, reviewed, Math.round(found * reviewed), called);
      }),
    );

  it("stays within what is possible, and around its value", () => {
    fc.assert(
      fc.property(cells, (each) => {
        for (const name of AUDIT_MEASURES) {
          const { value, low, high } = pick(name, each);
          if (value === null) expect([low, high]).toEqual([0, 1]);
          else {
            expect(low).toBeGreaterThanOrEqual(0);
            expect(low).toBeLessThanOrEqual(value);
            expect(high).toBeGreaterThanOrEqual(value);
            expect(high).toBeLessThanOrEqual(1);
          }
        }
      }),
      { seed: 6, numRuns: 150 },
    );
  });

  it("is mirrored when positive and negative change places", () => {
    fc.assert(
      fc.property(cells, (each) => {
        const mirrored = each.map((one) => ({ ...one, positive: one.reviewed - one.positive }));
        const [here, there] = [pick("prior", each), pick("prior", mirrored)];
        expect(there.low).toBeCloseTo(1 - here.high, 6);
        expect(there.high).toBeCloseTo(1 - here.low, 6);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("knows nothing of the precision of a model that calls no bag positive, and that its recall is 0", () => {
    const none = [cell(100, 20, 5)];
    expect(pick("precision", none)).toEqual({ value: null, low: 0, high: 1 });
    expect(pick("recall", none)).toEqual({ value: 0, low: 0, high: 0 });
    const all = [cell(100, 20, 5, true)];
    expect(pick("recall", all)).toEqual({ value: 1, low: 1, high: 1 });
    expect(pick("precision", all)).toEqual(pick("prior", all));
  });

  it("knows nothing of recall where no positive was found", () => {
    expect(pick("recall", [cell(100, 20, 0, true), cell(100, 20, 0)])).toEqual({ value: null, low: 0, high: 1 });
  });
});

describe("what the answers leave possible", () => {
  it("is between none and all of the bags without an answer", () => {
    // Without an answer a cell may be anything: its guess is the value.
    const one = [cell(10, 0, 0)];
    expect(auditMeasure("prior", one, { z: Z, guess: () => 0.3 })).toEqual({ value: 0.3, low: 0, high: 1 });
    // 3 of 8 reviewed bags are positive and 2 are open: 3 to 5 of 10.
    const wide = auditMeasure("prior", [cell(10, 8, 3)], { z: 50, guess: () => 0.5 });
    expect([wide.low, wide.high]).toEqual([0.3, 0.5]);
    expect(wide.value).toBeCloseTo(3 / 8, 12);
  });

  it("of precision, recall and accuracy is what bags on both sides may be", () => {
    const cells = [cell(10, 8, 3, true), cell(20, 15, 4)];
    const ends = (name: (typeof AUDIT_MEASURES)[number]) => {
      const { low, high } = auditMeasure(name, cells, { z: 50, guess: () => 0.5 });
      return [low, high].map((end) => Math.round(end * 1e9) / 1e9);
    };
    const round = (value: number) => Math.round(value * 1e9) / 1e9;
    expect(ends("prior")).toEqual([round(7 / 30), round(14 / 30)]);
    expect(ends("precision")).toEqual([0.3, 0.5]);
    expect(ends("recall")).toEqual([round(3 / 12), round(5 / 9)]);
    expect(ends("accuracy")).toEqual([round((3 + 20 - 9) / 30), round((5 + 20 - 4) / 30)]);
  });

  it("is not rejected at its estimate, nor where a statement is exactly as far as z", () => {
    const cells = [cell(1000, 25, 5), cell(500, 0, 0, true), cell(300, 20, 15, true)];
    for (const name of AUDIT_MEASURES) {
      const { value, low, high } = auditMeasure(name, cells, { z: 0, guess: () => 0.5 });
      // Without any spread of the answers only what is unknown is left.
      expect(low).toBeLessThanOrEqual((value ?? 0) + 1e-9);
      if (name === "prior") {
        const known = (1000 * 0.2 + 300 * 0.75) / 1800;
        expect(low).toBeCloseTo(known, 6);
        expect(high).toBeCloseTo(known + 500 / 1800, 6);
      }
      if (name === "accuracy") {
        const known = (1000 * 0.8 + 300 * 0.75) / 1800;
        expect(low).toBeCloseTo(known, 6);
        expect(high).toBeCloseTo(known + 500 / 1800, 6);
      }
    }
  });
});

describe("a cell without an answer", () => {
  it("that is not called positive may lower accuracy and recall by all its bags", () => {
    const cells = [cell(1000, 25, 5, true), cell(500, 0, 0)];
    const accuracy = auditMeasure("accuracy", cells, { z: 0, guess: () => 0.5 });
    expect(accuracy.low).toBeCloseTo(200 / 1500, 6);
    expect(accuracy.high).toBeCloseTo(700 / 1500, 6);
    const recall = auditMeasure("recall", cells, { z: 0, guess: () => 0.5 });
    expect(recall.low).toBeCloseTo(200 / 700, 6);
    expect(recall.high).toBeCloseTo(1, 6);
  });
});
