import { describe, expect, it } from "vitest";
import { surveyBags } from "../../../src/format/survey-bags.js";
import { PLAIN, ROWS, text } from "../messy/truth.js";

const survey = (content: string, options = {}) => surveyBags({ text: content, name: "t.csv" }, options);

describe("a survey", () => {
  it("lists the columns in the order of the file, with what each is used as and why others are not", async () => {
    const { columns, problems, suggested } = await survey(
      text([
        ["row", ({ k }) => k + 1],
        ...PLAIN,
        ["colour", ({ k }) => ["red", "blue"][k % 2]],
        ["day", ({ k }) => `2024-03-${10 + (k % 9)}`],
        ["remark", ({ k }) => `text ${k}`],
      ]),
    );
    const number = { role: "feature", use: { as: "number" } };
    expect(Object.fromEntries(columns.map(({ name, ...column }) => [name, column]))).toEqual({
      bag: { role: "bag" },
      label: { role: "label" },
      x: number,
      y: number,
      z: number,
      colour: { role: "feature", use: { as: "category", values: ["blue", "red"] } },
      row: { role: "unused", why: "row-number" },
      day: { role: "unused", why: "ignored-dates" },
      remark: { role: "shown", why: "ignored-text" },
    });
    expect({ problems, suggested }).toEqual({ problems: [], suggested: {} });
  });

  it("counts per column what is missing and what is no number, and says where it begins", async () => {
    const { problems, columns, rowNoun } = await survey(
      text([...PLAIN.slice(0, 3), ["y", ({ k, y }) => (k === 4 ? "<1" : k === 7 || k === 9 ? "" : y)]]),
    );
    expect(problems).toMatchObject([
      { code: "not-a-number", column: "y", count: 1, examples: [{ text: "<1", row: 6 }] },
      { code: "missing-value", column: "y", count: 2, examples: [{ row: 9 }] },
    ]);
    expect(columns.find(({ name }) => name === "y")).toMatchObject({ missing: 2, notNumbers: 1 });
    expect(rowNoun).toBe("line");
  });

  it("goes on behind rows that do not fit, and counts them", async () => {
    const lines = text().split("\n");
    lines[5] += ",9";
    lines[9] = "short";
    lines[20] = lines[20].replace(/[^,]*$/, "");
    const { problems, bags, suggested } = await survey(lines.join("\n"));
    expect(problems).toMatchObject([
      { code: "ragged", count: 2, examples: [{ row: 6 }, { row: 10 }] },
      { code: "missing-value", column: "z", count: 1 },
    ]);
    expect({ bags, suggested }).toEqual({ bags: undefined, suggested: undefined });
  });

  it("adds to the options you give, and keeps what you decided", async () => {
    const gaps = text([...PLAIN.slice(0, 3), ["y", ({ k, y }) => (k === 4 ? "n.d." : k === 7 ? "" : y)]]);
    expect((await survey(gaps, { missing: "drop" })).suggested).toEqual({ na: ["n.d."] });
    expect((await survey(gaps, { ignore: ["y"] })).suggested).toEqual({});
    expect((await survey(gaps, { na: ["n.d."], missing: "zero" })).error).toBeUndefined();
  });

  it("finds a word behind the rows that tell what a column is, and what to do about it", async () => {
    const rows = Array.from(
      { length: 300 },
      (_, k) => `b${k >> 1},${k < 60 ? 1 : ""},${(k * 7919) % 997}.5,${k === 250 ? "bad" : (k * 31) % 17}`,
    );
    const found = await survey(`bag,label,x,y\n${rows.join("\n")}\n`);
    expect(found.problems).toMatchObject([
      { code: "not-a-number", column: "y", examples: [{ text: "bad", row: 252 }] },
    ]);
    expect(found.suggested).toEqual({ na: ["bad"], missing: "median" });
    expect(found.bags?.size).toBe(150);
  });

  it("reads a stream again, also one that a reader left early", async () => {
    const bytes = new TextEncoder().encode(text().replace(`,${ROWS[2].z}`, ",?"));
    let opened = 0;
    const pieces = async function* () {
      opened++;
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    };
    const { suggested, problems } = await surveyBags(pieces(), { name: "t.csv" });
    expect(suggested).toEqual({ missing: "median" });
    expect(problems).toMatchObject([{ code: "missing-value", column: "z", count: 1 }]);
    expect(opened).toBe(1);
  });

  it("tells what is wrong with a file that is no table, and suggests nothing", async () => {
    const { error, problems, columns, suggested } = await survey("");
    expect(error?.code).toBe("empty");
    expect(problems).toMatchObject([{ code: "empty" }]);
    expect({ columns, suggested }).toEqual({ columns: [], suggested: undefined });
  });
});
