import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { parseThresholdRule, ruleText, THRESHOLD_RULES } from "../../../src/judge/threshold/threshold-rule.js";

describe("parseThresholdRule", () => {
  it("reads every rule that is described, and ruleText writes it again", () => {
    for (const { text } of THRESHOLD_RULES) expect(ruleText(parseThresholdRule(text))).toBe(text);
    expect(parseThresholdRule(" precision=.5 ")).toEqual({ kind: "precision", value: 0.5 });
    expect(parseThresholdRule("score=-1e3")).toEqual({ kind: "score", value: -1000 });
  });

  it.each([
    ["", "one of default, prior"],
    ["best", "one of default, prior"],
    ["prior=0.3", "prior without a value"],
    ["precision", "such as precision=0.8"],
    ["precision=0", "above 0 and at most 1"],
    ["recall=1.1", "above 0 and at most 1"],
    ["recall=90%", "above 0 and at most 1"],
    ["budget=0", "a whole number from 1 up"],
    ["budget=2.5", "a whole number from 1 up"],
    ["budget=1=2", "a whole number from 1 up"],
    ["score=", "score= and a number"],
    ["score=Infinity", "score= and a number"],
  ])("refuses %j and says how to write it", (text, wanted) => {
    expect(() => parseThresholdRule(text)).toThrow(InputError);
    expect(() => parseThresholdRule(text, { option: "by" })).toThrow(/^the option by is /);
    expect(() => parseThresholdRule(text)).toThrow(wanted);
  });
});
