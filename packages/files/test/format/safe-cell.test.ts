import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainCell, safeCell } from "../../src/format/csv/safe-cell.js";

describe("safeCell", () => {
  it("puts an apostrophe before what a spreadsheet would run, and leaves numbers and other text alone", () => {
    for (const text of ["=HYPERLINK(1)", "+cmd|x", "-2+3", "@SUM(1)", "\t=1", "\r=1", "'=1", "-", "＝1"])
      expect(safeCell(text)).toBe(`'${text}`);
    for (const text of ["-5", "+1.5e-3", "-.5", "bag-1", "1=2", "'tis", ""]) expect(safeCell(text)).toBe(text);
  });

  it("can be undone, whatever the text", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("=", "'", "-", "1", "+", "@", "a", ".") }));
    fc.assert(
      fc.property(text, (cell) => {
        expect(plainCell(safeCell(cell))).toBe(cell);
        expect(safeCell(cell)).not.toMatch(/^[=@\t\r]/);
      }),
      { seed: 15, numRuns: 500 },
    );
  });
});
