import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/encode/text/terms.js";
import { Numbered, TermCounts } from "../../../src/encode/text/vocabulary.js";

describe("the vocabulary", () => {
  it("tells so many terms apart, and forgets those that first come later", () => {
    const numbers = new Numbered({ most: 2 });
    const counts = new TermCounts();
    for (const document of [
      ["a", "b", "c"],
      ["c", "d", "a"],
    ]) {
      for (const term of document) counts.add(numbers.of(term));
      counts.endDocument();
    }
    expect(numbers.isFull).toBe(true);
    expect(numbers.texts).toEqual(["a", "b"]);
    expect(counts.vocabulary(numbers.texts)).toEqual(["a"]);
  });
});

describe("words", () => {
  it("of more than some thousand characters come in pieces, with every character", () => {
    for (const text of [
      "x".repeat(100_000),
      "日本語".repeat(30_000),
      "a'".repeat(50_000),
      `a${"\u0301".repeat(50_000)}`,
    ]) {
      const words = wordsOf(text);
      expect(words.every((word) => word.length <= 2000)).toBe(true);
      expect(words.length).toBeGreaterThan(0);
    }
    expect(wordsOf("x".repeat(100_000)).join("")).toBe("x".repeat(100_000));
    expect(wordsOf("naïve don't l'été")).toEqual(["naïve", "don't", "l'été"]);
  });
});
