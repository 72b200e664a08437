import { describe, expect, it } from "vitest";
import { reviewAnswers } from "../../../src/format/csv/review-answers.js";
import { csvTable } from "../../../src/format/csv/table.js";
import { csvTexts, readTexts } from "../../../src/format/table/read-texts.js";
import { toSource } from "../../../src/format/text/source.js";

describe("a file of answers", () => {
  it("loses no answer where line ends are mixed, as after an edit on another system", () => {
    const { answers } = reviewAnswers(csvTexts("bag,label\r\na,1\nb,-1\r\nc,1\n", { file: "t.csv" }), {});
    expect(answers.map(({ bag, label, where }) => [bag, label, where?.line])).toEqual([
      ["a", "positive", 2],
      ["b", "negative", 3],
      ["c", "positive", 4],
    ]);
  });

  it("names the line of an object that is broken, one a line", async () => {
    const source = toSource({ text: '{"bag":"a","label":1}\n\n{"bag":"b","label"\n', name: "t.jsonl" });
    await expect(readTexts(source)).rejects.toMatchObject({ code: "json", where: { file: "t.jsonl", line: 3 } });
  });

  it("names the line of a quote that is not closed", () => {
    expect(() => csvTexts('bag,label\na,1\n"b,1\n', { file: "t.csv" })).toThrow(
      expect.objectContaining({ code: "quotes", where: { file: "t.csv", line: 3 } }),
    );
  });
});

describe("a table", () => {
  it("has the lines of its records, by the delimiter that splits the header", () => {
    expect(csvTable('a;"b;c"\n\n"x\ny";2', { file: "t.csv" })).toEqual([
      { fields: ["a", "b;c"], line: 1 },
      { fields: ["x\ny", "2"], line: 3 },
    ]);
  });
});
