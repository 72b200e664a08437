import { describe, expect, it } from "vitest";
import { BagSet } from "../../../bagwise/src/index.js";
import { isDoubtfulLabel, labelReader, NOT_SAID } from "../../src/bags/label-values.js";
import { withLabelsApart } from "../../src/bags/labels-apart.js";

type Given = Parameters<typeof labelReader>[0];

const where = () => ({ file: "t.csv", line: 7 });

/** What a text means, and the codes of the notes and errors on the way. */
function meaning(text: string, options: Given = {}) {
  const notes: string[] = [];
  const read = labelReader({ ...options, onNote: ({ code }) => notes.push(code) });
  return { code: read(text, where), again: read(text, where), notes };
}

describe("labelReader", () => {
  it("knows the usual words, whatever their case, the spaces around them and how a number is written", () => {
    const means: Readonly<Record<string, readonly string[]>> = {
      1: ["1", "+1", "1.0", " 1 ", "1e0", "Positive", "POS", "yes", "true", "Active", "y", "T"],
      0: ["?", "NA", "nan", "null", "unlabeled", "Unlabelled", " unknown "],
      [-1]: ["-1", " -1.0", "Negative", "neg"],
    };
    for (const [code, words] of Object.entries(means))
      for (const word of words) expect([word, meaning(word)]).toEqual([word, { code: +code, again: +code, notes: [] }]);
  });

  it("notes once that a word may mean negative", () => {
    for (const word of ["0", "no", "False", "inactive", "n", " F ", "0.0"]) {
      expect(isDoubtfulLabel(word)).toBe(true);
      expect([word, meaning(word)]).toEqual([word, { code: 0, again: 0, notes: ["labels-not-known"] }]);
    }
    for (const word of ["1", "-1", "", "?", "maybe"]) expect(isDoubtfulLabel(word)).toBe(false);
  });

  it("notes nothing of a word that you named, or of a file that is read like another one", () => {
    expect(meaning("no", { negative: ["No "] })).toEqual({ code: -1, again: -1, notes: [] });
    expect(meaning("0", { unlabeled: ["0"] })).toEqual({ code: 0, again: 0, notes: [] });
    expect(meaning("0", { recipe: {} })).toEqual({ code: 0, again: 0, notes: [] });
    // Other words stay doubtful.
    expect(meaning("n", { negative: ["no"] }).notes).toEqual(["labels-not-known"]);
  });

  it("takes a blank for nothing said, unless you say what it means", () => {
    expect(meaning("").code).toBe(NOT_SAID);
    expect(meaning(" \t", { positive: ["*"] }).code).toBe(NOT_SAID);
    expect(meaning(" ", { negative: [""] }).code).toBe(-1);
    expect([1, 0, -1]).not.toContain(NOT_SAID);
  });

  it("reads words as you name them, and every other as * says", () => {
    const options = { positive: ["hit", "0"], negative: ["*"] };
    expect(["HIT", "0.0", "1", "?", "anything"].map((word) => meaning(word, options).code)).toEqual([1, 1, 1, 0, -1]);
    // A star among the words of a file is a word like any other.
    expect(() => meaning("*")).toThrow(expect.objectContaining({ code: "label-value" }));
    expect(meaning("x", { unlabeled: ["*"] }).code).toBe(0);
    expect(meaning("x", { positive: ["*"] }).code).toBe(1);
  });

  it("says nothing of the file of bags where labels have a file of their own", () => {
    expect(meaning("1", { labels: "labels.csv" })).toEqual({ code: NOT_SAID, again: NOT_SAID, notes: [] });
    expect(meaning("what?", { labels: "labels.csv" }).code).toBe(NOT_SAID);
  });

  it("refuses a word that it does not know, with its place", () => {
    const failure = expect.objectContaining({ code: "label-value", where: where() });
    for (const word of ["maybe", "2", "-2", "-0.5", "1 0"]) expect(() => meaning(word)).toThrow(failure);
    expect(() => meaning(" maybe ")).toThrow(/“maybe”|"maybe"|'maybe'/);
  });

  it("refuses a word with two meanings, and takes one that is named twice alike", () => {
    const twice = expect.objectContaining({ code: "label-named-twice" });
    expect(() => labelReader({ positive: ["a"], negative: [" A"] })).toThrow(twice);
    expect(() => labelReader({ positive: ["1"], unlabeled: ["1.0"] })).toThrow(twice);
    expect(() => labelReader({ unlabeled: ["*"], negative: ["*"] })).toThrow(twice);
    expect(meaning("a", { positive: ["a", "A "] }).code).toBe(1);
  });
});

describe("withLabelsApart", () => {
  const bags = BagSet.from([
    { id: "a", label: 1, instances: [[1]] },
    { id: "b", instances: [[2]] },
  ]);

  it("gives labels to bags that come from no file", () => {
    const labelled = withLabelsApart(bags, ["negative", "positive"], "l.csv");
    expect(labelled.labels()).toEqual(["negative", "positive"]);
    expect(labelled.recipe).toBeUndefined();
  });

  it("remembers where they come from, and leaves out the column of labels if there was one", () => {
    const recipe = { bag: "id", ignored: ["note"] };
    const without = withLabelsApart(bags.withRecipe(recipe as never), ["positive", "negative"], "l.csv");
    expect(without.recipe).toMatchObject({ label: undefined, ignored: ["note"], labels: "l.csv" });
    const own = withLabelsApart(bags.withRecipe({ ...recipe, label: "y" } as never), ["positive", "negative"], "l.csv");
    expect(own.recipe).toMatchObject({ label: undefined, ignored: ["note", "y"], labels: "l.csv" });
  });
});
