import { describe, expect, it } from "vitest";
import { certificateNotes, givenPriorCard, nothingHeldOut } from "../../../src/learners/shared/card-parts.js";

const ADVICE = { invalid: "scale the features", inaccurate: "a larger lambda helps" };

describe("certificateNotes", () => {
  it("is silent where the problem is solved", () => {
    expect(certificateNotes({ status: "solved", relativeGap: 1e-9 }, { advice: ADVICE })).toEqual([]);
  });

  it.each(["inaccurate", "iteration-limit"] as const)(
    "tells the gap, and what helps, of a solution that is %s",
    (status) => {
      const [note, ...more] = certificateNotes({ status, relativeGap: 0.00123 }, { advice: ADVICE });
      expect(more).toEqual([]);
      expect(note.code).toBe("certificate");
      expect(note.message).toMatch(/1\.2e-3; a larger lambda helps$/);
      const [named] = certificateNotes({ status, relativeGap: 1 }, { advice: ADVICE, problem: "the last problem" });
      expect(named.message).toMatch(/^the last problem /);
    },
  );

  it("tells of numbers that are too large where nothing was solved", () => {
    const [note] = certificateNotes({ status: "invalid", relativeGap: Infinity }, { advice: ADVICE });
    expect(note.code).toBe("certificate");
    expect(note.message).toMatch(/; scale the features$/);
  });
});

describe("nothingHeldOut", () => {
  it("names what was taken without a choice", () => {
    expect(nothingHeldOut("width and lambda")).toMatchObject({ code: "nothing-held-out" });
    expect(nothingHeldOut("width and lambda").message).toContain("width and lambda");
  });
});

describe("givenPriorCard", () => {
  it("has an interval that is a point", () => {
    expect(givenPriorCard(0.3)).toEqual({ value: 0.3, low: 0.3, high: 0.3, method: "given", clipped: false });
  });
});
