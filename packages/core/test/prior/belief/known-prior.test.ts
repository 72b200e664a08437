import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { flatBelief } from "../../../src/prior/belief/belief.js";
import { applyKnowledge, knowledgeOf, parseAudit, parseKnownPrior } from "../../../src/prior/belief/known-prior.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { close } from "./beliefs.js";

describe("what the user knows of the prior", () => {
  it("is a value, or a range", () => {
    expect(parseKnownPrior("0.3")).toEqual({ value: 0.3 });
    expect(parseKnownPrior(" .3 ")).toEqual({ value: 0.3 });
    expect(parseKnownPrior("0.1..0.4")).toEqual({ low: 0.1, high: 0.4 });
    expect(parseKnownPrior("0 .. 0.4")).toEqual({ low: 0, high: 0.4 });
    expect(parseKnownPrior("0.2..0.2")).toEqual({ value: 0.2 });
  });

  it.each([
    ["0.4..0.1", /first number is the larger\. Write it as 0\.1\.\.0\.4/],
    ["1.2", /prior is "1\.2".*0\.3, or a range/],
    ["0", /above 0 and below 1/],
    ["1", /above 0 and below 1/],
    ["-0.1..0.2", /or a range/],
    ["0.5..1.5", /or a range/],
    ["0..0", /or a range/],
    ["30%", /a percentage\. Write 0\.3 instead/],
    ["10%..40%", /a percentage\. Write 0\.1 instead/],
    ["0.1..0.2..0.3", /or a range/],
    ["..0.4", /prior is "\.\.0\.4".*or a range/],
    ["", /or a range/],
    ["km2", /or a range/],
    ["Infinity", /or a range/],
  ])("is refused as %j, with a remedy", (text, message) => {
    expect(() => parseKnownPrior(text)).toThrow(message);
    expect(() => parseKnownPrior(text)).toThrow(InputError);
  });

  it("is an audit", () => {
    expect(parseAudit("7/30")).toEqual({ positive: 7, reviewed: 30 });
    expect(parseAudit(" 0 / 5 ")).toEqual({ positive: 0, reviewed: 5 });
    for (const text of ["31/30", "0/0", "7", "7/30/2", "-1/3", "1.5/3", "a/b", "/3"])
      expect(() => parseAudit(text), text).toThrow(/for example 7\/30/);
  });

  it("is put together, and contradictions are found", () => {
    expect(knowledgeOf({})).toEqual({});
    expect(knowledgeOf({ prior: 0.3, audited: "7/30" })).toEqual({ value: 0.3, audit: { positive: 7, reviewed: 30 } });
    expect(knowledgeOf({ priorAtMost: "0.5" })).toEqual({ low: 0, high: 0.5 });
    expect(knowledgeOf({ prior: "0.1..0.4", priorAtMost: 0.2 })).toEqual({ low: 0.1, high: 0.2 });
    expect(knowledgeOf({ prior: "0.2", priorAtMost: 0.2 })).toEqual({ value: 0.2 });
    expect(() => knowledgeOf({ prior: "0.3", priorAtMost: 0.2 })).toThrow(/0\.3 is not at most 0\.2.*Leave out/);
    expect(() => knowledgeOf({ prior: "0.3..0.5", priorAtMost: 0.2 })).toThrow(/0\.3\.\.0\.5 is not at most 0\.2/);
    for (const most of [0, 1.5, "x", "50%"]) expect(() => knowledgeOf({ priorAtMost: most })).toThrow(/priorAtMost/);
    expect(() => knowledgeOf({ audited: { positive: 3, reviewed: 2 } })).toThrow(/3\/2/);
  });

  it("makes a belief narrower", () => {
    expect(applyKnowledge(flatBelief(), {})).toEqual(flatBelief());
    expect(applyKnowledge(flatBelief(), { value: 0.3, audit: { positive: 9, reviewed: 9 } }).points).toEqual([0.3]);
    close(describeBelief(applyKnowledge(flatBelief(), { low: 0, high: 0.5 })).high, 0.475);
    const both = describeBelief(applyKnowledge(flatBelief(), { high: 0.3, audit: { positive: 15, reviewed: 30 } }));
    // The end of the range is the likeliest value.
    close(both.high, 0.3);
    expect(both.low).toBeGreaterThan(0.2);
    expect(both.median).toBeGreaterThan(0.25);
  });

  it("includes, in the single-set scenario, that labelled bags are positive", () => {
    expect(applyKnowledge(flatBelief(), {}, { labelled: 0.4 }).points[0]).toBeCloseTo(0.4025, 10);
    expect(() => applyKnowledge(flatBelief(), { high: 0.3 }, { labelled: 0.4 })).toThrow(
      /at most 0\.3 .*0\.4 of all bags/,
    );
    expect(() => applyKnowledge(flatBelief(), { value: 0.3 }, { labelled: 0.4 })).toThrow(
      /a prior of 0\.3 .*0\.4 of all bags/,
    );
  });
});
