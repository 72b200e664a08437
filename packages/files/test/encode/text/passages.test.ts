import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passagesOf } from "../../../src/encode/text/passages.js";

const split = (text: string, words?: number) =>
  passagesOf(text, { words }).map(({ start, end }) => text.slice(start, end));

describe("passages", () => {
  it("are sentences", () => {
    expect(split("The first one is here. Is this the second? Yes, it surely is!")).toEqual([
      "The first one is here.",
      "Is this the second?",
      "Yes, it surely is!",
    ]);
  });

  it.each([
    ["We saw it in mice, e.g. in liver and kidney. Others did not see it.", 2],
    ["Smith et al. 2010 found no effect at all. We did find one.", 2],
    ["The dose was 0.5 mg. per day for two weeks. Nobody fell ill then.", 2],
    ["J. R. Miller wrote the first report on it. It was not read.", 2],
    ["It grew by 3.5 per cent (P < .001) in a year. Then it fell again.", 2],
  ])("are not cut at abbreviations, initials and numbers: %s", (text, count) => {
    expect(split(text)).toHaveLength(count);
  });

  it("end at blank lines and items of a list", () => {
    expect(
      split(
        "A heading without a stop\n\nThe text begins here and goes on\n- one item of the list\n- another item of it",
      ),
    ).toEqual([
      "A heading without a stop",
      "The text begins here and goes on",
      "- one item of the list",
      "- another item of it",
    ]);
  });

  it("keep a short heading with what follows", () => {
    expect(split("Methods. We asked forty people about it.")).toEqual(["Methods. We asked forty people about it."]);
  });

  it("know the marks of other scripts", () => {
    expect(split("我们研究了医院里的提醒系统。结果表明它非常有效！")).toHaveLength(2);
    expect(split("هل هذا هو السؤال الأول؟ نعم هذا هو السؤال.")).toHaveLength(2);
    expect(split("यह पहला लंबा वाक्य है। यह दूसरा लंबा वाक्य है।")).toHaveLength(2);
  });

  it("are windows of so many words if you ask, the last one with the rest", () => {
    const text = Array.from({ length: 23 }, (_, k) => `w${k}`).join(" ");
    expect(split(text, 10).map((passage) => passage.split(" ").length)).toEqual([10, 13]);
  });

  it("are cut where a text never ends a sentence", () => {
    const text = Array.from({ length: 1000 }, (_, k) => `word${k}`).join(" ");
    expect(split(text).length).toBeGreaterThan(5);
  });

  it.each([
    ["full stops that end nothing", `${".".repeat(100_000)}x`],
    ["marks in turn", `${"?!".repeat(100_000)}x`],
    ["marks without words", "! ".repeat(100_000)],
    ["one word and marks", `hi${" 。".repeat(100_000)}`],
  ])("cost one pass for %s", (_, text) => {
    expect(split(text)).toEqual([text.trim()]);
  });

  it("do not exist in an empty text", () => {
    expect(split("")).toEqual([]);
    expect(split(" \n\t ")).toEqual([]);
  });

  it("hold every word of the text exactly once, in order, whatever the text", () => {
    const piece = fc.constantFrom(
      "word",
      "e.g.",
      "A.",
      "Dr. No",
      "3.5",
      "\n\n",
      "- item",
      "Stop.",
      "end?",
      "。",
      "中文",
      "🙂",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.option(fc.integer({ min: 5, max: 12 })), (parts, words) => {
        const text = parts.join(" ");
        const bare = (some: string) => some.replace(/\s+/g, "");
        expect(bare(split(text, words ?? undefined).join(""))).toBe(bare(text));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
