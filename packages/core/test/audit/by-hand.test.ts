import { describe, expect, it } from "vitest";
import { type AuditDesign, drawAudit } from "../../src/audit/design.js";
import { estimateAudit } from "../../src/audit/estimate.js";
import { random } from "../../src/base/random.js";

type Side = readonly [size: number, called: number, reviewed: number, positive: number];

/** An audit with these strata: of each how many bags are called positive, how many answered, and how many positive. */
function audit(strata: readonly Side[], reviewedCalled?: readonly number[]) {
  const bags = strata.flatMap(([size, called, reviewed], stratum) =>
    Array.from({ length: reviewed }, (_, k) => ({
      bag: `${stratum}-${k}`,
      stratum,
      size,
      drawn: reviewed,
      score: -stratum,
      predicted:
        k < (reviewedCalled?.[stratum] ?? (called > 0 ? reviewed : 0)) ? ("positive" as const) : ("negative" as const),
    })),
  );
  const design: AuditDesign = {
    threshold: 0,
    seed: 0,
    population: strata.reduce((sum, [size]) => sum + size, 0),
    strata: strata.map(([size, called, drawn], h) => ({ size, predictedPositive: called, drawn, low: -h, high: -h })),
    bags,
  };
  const answers = strata.flatMap(([, , reviewed, positive], h) =>
    Array.from({ length: reviewed }, (_, k) => ({
      bag: `${h}-${k}`,
      label: k < positive ? ("positive" as const) : ("negative" as const),
    })),
  );
  return { design, answers };
}

const estimated = (...args: Parameters<typeof audit>) => {
  const { design, answers } = audit(...args);
  return estimateAudit(design, answers);
};

describe("an audit by hand", () => {
  it("says as much as the simple sample that it is", () => {
    for (const [positive, reviewed] of [
      [9, 30],
      [3, 300],
      [150, 300],
      [0, 40],
    ]) {
      const { evidence } = estimated([[1e9, 0, reviewed, positive]]);
      expect(evidence).toEqual({ positive, reviewed });
    }
  });

  it("guesses a stratum without answers by the nearest that has some, and of two by the upper one", () => {
    // 40 bags each. The third has no answer; the fourth is nearer than the first.
    const { prior } = estimated([
      [40, 0, 4, 4],
      [40, 0, 0, 0],
      [40, 0, 0, 0],
      [40, 0, 4, 1],
    ]);
    // The second is guessed by the first, the third by the fourth.
    expect(prior.value).toBeCloseTo((40 * (1 + 1 + 0.25 + 0.25)) / 160, 12);
    const between = estimated([
      [40, 0, 4, 4],
      [40, 0, 0, 0],
      [40, 0, 4, 1],
    ]);
    expect(between.prior.value).toBeCloseTo((40 * (1 + 1 + 0.25)) / 120, 12);
  });

  it("divides a stratum in which only some are called positive", () => {
    // 10 of 30 bags are called; of 6 answers 2 are about those, and both are positive, as is one of the others.
    const { precision, prior, recall } = estimated([[30, 10, 6, 3]], [2]);
    expect(precision.value).toBeCloseTo(1, 12);
    expect(prior.value).toBeCloseTo((10 * 1 + 20 * 0.25) / 30, 12);
    expect(recall.value).toBeCloseTo(10 / 15, 12);
  });

  it("notes what was not reviewed, and a model with one answer", () => {
    const codes = (design: AuditDesign, answers: ReturnType<typeof audit>["answers"]) =>
      estimateAudit(design, answers).notes.map(({ code }) => code);
    const { design, answers } = audit([
      [40, 40, 4, 2],
      [40, 0, 4, 1],
    ]);
    expect(codes(design, answers)).toEqual([]);
    expect(codes(design, answers.slice(1))).toEqual(["audit-missing"]);
    expect(codes(design, answers.slice(4))).toEqual(["audit-missing", "audit-stratum"]);
    const said = (...left: Parameters<typeof codes>) => estimateAudit(...left).notes[0].message;
    expect(said(design, answers.slice(1))).toMatch(/ for it\./);
    expect(said(design, answers.slice(2))).toMatch(/ for them\./);
    const none = audit([[40, 0, 4, 2]]);
    const all = audit([[40, 40, 4, 2]]);
    expect(codes(none.design, none.answers)).toEqual(["audit-one-answer"]);
    expect(said(none.design, none.answers)).toBe(
      "the model predicts none of the unlabeled bags positive: precision is undefined and recall is 0",
    );
    expect(said(all.design, all.answers)).toBe(
      "the model predicts all of the unlabeled bags positive: precision equals the prior and recall is 1",
    );
    expect(said(design, answers.slice(1))).toMatch(/^1 drawn bag was not reviewed, /);
    expect(said(design, answers.slice(2))).toMatch(/^2 drawn bags were not reviewed, /);
    const one = audit([[40, 1, 4, 2]], [1]);
    expect(codes(one.design, one.answers)).toEqual([]);
  });
});

describe("drawAudit", () => {
  const equal = Array.from({ length: 60 }, (_, i) => ({
    bag: `b${String(i).padStart(2, "0")}`,
    score: Math.floor(i / 20) - 1,
  }));

  it("draws 30 bags at a threshold of 0 unless you say otherwise", () => {
    expect(drawAudit(equal).bags).toHaveLength(30);
    expect(drawAudit(equal)).toEqual(drawAudit(equal, { n: 30, threshold: 0, seed: 0 }));
  });

  it("draws the same among equal scores, whatever the order of the bags", () => {
    expect(drawAudit(equal.toReversed(), { n: 9 })).toEqual(drawAudit(equal, { n: 9 }));
    for (let seed = 0; seed < 20; seed++) {
      const mixed = Array.from(random(seed).permutation(60), (i) => equal[i]);
      expect(drawAudit(mixed, { n: 9 })).toEqual(drawAudit(equal, { n: 9 }));
    }
  });

  it("draws by places in falling order of score, and of names where scores are equal", () => {
    // An audit is drawn again from its code, so this order is for ever.
    const ordered = equal.toSorted((a, b) => b.score - a.score || (a.bag < b.bag ? -1 : 1));
    for (const seed of [0, 5]) {
      const { bags } = drawAudit(equal, { strata: [{ size: 60, drawn: 9 }], seed });
      const places = random(seed).sample(60, 9);
      expect(new Set(bags.map(({ bag }) => bag))).toEqual(new Set(Array.from(places, (k) => ordered[k].bag)));
    }
  });

  it("refuses strata that are empty, or of other bags", () => {
    for (const strata of [
      [
        { size: 0, drawn: 0 },
        { size: 60, drawn: 5 },
      ],
      [{ size: 60, drawn: -1 }],
      [{ size: 61, drawn: 5 }],
    ])
      expect(() => drawAudit(equal, { strata })).toThrow(expect.objectContaining({ code: "option" }));
    expect(
      drawAudit(equal, {
        strata: [
          { size: 20, drawn: 0 },
          { size: 40, drawn: 40 },
        ],
      }).bags,
    ).toHaveLength(40);
  });
});
