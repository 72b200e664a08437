import { describe, expect, it } from "vitest";
import {
  atLeastPercent,
  atLeastShare,
  doubtText,
  priorAdviceText,
  rankingVerdict,
  reviewThatTells,
} from "../../src/page/lower-ends.js";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("the lower ends of intervals in words", () => {
  it("come before the middle", () => {
    expect(plain(atLeastPercent({ value: 0.6, low: 0.09 }))).toBe("at least 9 %, perhaps 60 %");
    expect(plain(atLeastPercent({ value: 0.6, low: 0 }))).toBe("perhaps none, perhaps 60 %");
    expect(plain(atLeastPercent({ value: 0.601, low: 0.6 }))).toBe("about 60 %");
    expect(atLeastShare({ value: 0.97, low: 0.89 })).toBe("at least 0.89, perhaps 0.97");
    expect(atLeastShare({ value: 0.89, low: 0.89 })).toBe("about 0.89");
  });

  it("praise a ranking by the lower end of its interval", () => {
    expect(rankingVerdict({ value: 0.96, low: 0.86 })).toBe("good");
    expect(rankingVerdict({ value: 0.99, low: 0.96 })).toBe("nearly perfect");
    expect(rankingVerdict({ value: 0.9, low: 0.6 })).toContain("but");
    expect(rankingVerdict({ value: 0.99, low: 0.5 })).toContain("no better than chance");
  });

  it("name every weak point, and what would tell", () => {
    expect(doubtText([])).toBe("");
    expect(doubtText(["ranking", "prior"])).toMatch(/^Little .*order.* and .*number of positives/);
    expect(doubtText(["precision"])).not.toContain("Little");
    expect(reviewThatTells(580)?.bags).toBe(30);
    expect(reviewThatTells(24)?.bags).toBe(24);
    expect(reviewThatTells(0)).toBeNull();
  });

  it("do not call a prior well known whose ends are far apart as numbers of positives", () => {
    const advice = { text: ["known well enough"], width: 0.09, doubt: null, contradiction: false };
    expect(priorAdviceText(advice, { low: 0.03, high: 0.12 })).toBe(advice.text);
    expect(priorAdviceText(advice, { low: 0.002, high: 0.092 }).join()).toMatch(/review of 30/i);
    const doubted = { ...advice, doubt: "few-positives" } as const;
    expect(priorAdviceText(doubted, { low: 0.002, high: 0.092 })).toBe(advice.text);
  });
});
