import { describe, expect, it } from "vitest";
import { outweighedNote, rangeText } from "../../src/audit/refit.js";
import type { ModelCard } from "../../src/model/model.js";
import { parseKnownPrior } from "../../src/prior/belief/known-prior.js";

const card = (value: number | null, scenario = "case-control") =>
  ({
    options: { scenario },
    prior: value === null ? null : { value },
    training: { positive: 20, unlabeled: 80 },
  }) as unknown as ModelCard;
const audit = { prior: { value: 0.151, low: 0.081, high: 0.254 } };

describe("outweighedNote", () => {
  it("speaks when the prior hardly moved towards the audit, and names the audited one", () => {
    const [note] = outweighedNote(card(0.198), card(0.193), audit);
    expect(note.code).toBe("audit-outweighed");
    expect(note.message).toMatch(/it was 0\.198, is now 0\.193, and the audit says 0\.151\).*option prior 0\.151,/);
  });

  it("speaks when the new prior is outside the audit's interval, and names the interval", () => {
    const [note] = outweighedNote(card(0.2), card(0.31), audit);
    expect(note.message).toMatch(/0\.310.*option prior 0\.081\.\.0\.254/);
  });

  it("counts labelled bags in the prior of a single set", () => {
    const [note] = outweighedNote(card(0.4, "single-set"), card(0.5, "single-set"), audit);
    // 0.2 of all bags are labelled: 0.2 + 0.8 x 0.081, 0.2 + 0.8 x 0.254; the share among the
    // others is 0.3 / 0.8.
    expect(note.message).toMatch(/0\.375.*option prior 0\.264\.\.0\.404/);
  });

  it.each([
    ["moved more than a third of the way", card(0.198), card(0.18)],
    ["was as good as right before", card(0.16), card(0.16)],
    ["is none", card(null), card(null)],
  ])("is silent when the prior %s", (_, before, after) => {
    expect(outweighedNote(before, after, audit)).toEqual([]);
  });
});

it("rangeText gives ranges that --prior takes, also at the ends", () => {
  for (const [low, high] of [
    [0, 0],
    [1, 1],
    [0.0004, 0.9996],
  ])
    expect(() => parseKnownPrior(rangeText(low, high))).not.toThrow();
  expect(rangeText(0.1692, 0.3711)).toBe("0.169..0.372");
  expect(rangeText(0, 0)).toBe("0..0.001");
  expect(rangeText(1, 1)).toBe("0.999..1");
  expect(rangeText(0.9986, 0.0004)).toBe("0.998..0.001");
});
