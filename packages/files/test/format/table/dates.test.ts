import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOf, dateOrder, looksLikeDate } from "../../../src/format/table/dates.js";

describe("a date", () => {
  it("is found in any order that fits all texts", () => {
    expect(dateOrder(["2024-03-31", "2024-12-01T10:00:00Z"])).toBe("ymd");
    expect(dateOrder(["03/31/2024", "12/01/2024"])).toBe("mdy");
    expect(dateOrder(["31/03/2024", "01/12/2024"])).toBe("dmy");
    expect(dateOrder(["03.04.2024"])).toBe("dmy");
    expect(dateOrder(["03/04/2024"])).toBe("mdy");
    expect(dateOrder(["31/03/2024", "03/31/2024"])).toBeUndefined();
  });

  it("does not exist on days that no month has", () => {
    expect(looksLikeDate("2023-02-29")).toBe(false);
    expect(looksLikeDate("2024-02-29")).toBe(true);
    expect(looksLikeDate("1.5")).toBe(false);
    expect(looksLikeDate("10-20")).toBe(false);
  });

  it("has the parts of the calendar", () => {
    expect(dateOf("1970-01-01", "ymd")).toEqual({ year: 1970, month: 1, weekday: 4, days: 0 });
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), (days) => {
        const date = new Date(days * 86_400_000);
        expect(dateOf(date.toISOString().slice(0, 10), "ymd")).toMatchObject({ year: date.getUTCFullYear(), days });
        expect(dateOf(date, "dmy")?.days).toBe(days);
      }),
      { seed: 14, numRuns: 300 },
    );
  });
});
