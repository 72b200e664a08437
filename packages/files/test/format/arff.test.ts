import { BagSet } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { arff } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, readWithNotes, writtenText } from "./reading.js";

const MUSK = `% WEKA's own multi-instance layout
@relation musk
@attribute molecule_name {MUSK-1,'NON MUSK'}
@attribute bag relational
  @attribute f1 numeric
  @attribute f2 real
@end bag
@attribute class {0,1}

@data
MUSK-1,"42,-198\\n-0,1.5e2",1
'NON MUSK',"7,8",0
`;

const FLAT = `@RELATION 'two words'
@Attribute bag STRING
@ATTRIBUTE class {neg, pos, ?}   % a comment
@attribute 'the width' NUMERIC
@attribute "it's \\"high\\"" integer [0,10]
@attribute colour {red, 'light blue'}
@attribute flag {0,1}
@attribute seen date "yyyy-MM-dd"
@DATA
a, pos, 1, 2, red, 1, "2020-01-01"
% between
'b c',neg,-3.5,4,'light blue',0,?
a pos 5 6 ? 1 ? % blanks separate as well
`;

describe("ARFF", () => {
  it("is read with WEKA's relational bag attribute", async () => {
    const { bags, notes } = await readWithNotes(arff, MUSK);
    expect(plainBags(bags)).toEqual({
      features: ["f1", "f2"],
      bags: [
        {
          id: "MUSK-1",
          label: "positive",
          group: undefined,
          instances: [
            [42, -198],
            [-0, 150],
          ],
        },
        { id: "NON MUSK", label: "unlabeled", group: undefined, instances: [[7, 8]] },
      ],
    });
    expect(notes.map(({ code }) => code)).toEqual(["guessed", "labels-not-known"]);
    expect((await read(arff, MUSK, { negative: ["0"] })).labelOf(1)).toBe("negative");
  });

  it("is read with quotes inside words, which hide no comment", async () => {
    const rows = "5\"nail,1 % 5 inches\nit's,2 % a comment\n'a % b',3\n";
    const bags = await read(arff, `@relation r\n@attribute bag string\n@attribute w numeric\n@data\n${rows}`);
    expect(bags.ids()).toEqual(['5"nail', "it's", "a % b"]);
    expect([...bags.data]).toEqual([1, 2, 3]);
  });

  it("keeps a byte order mark at the start of a row, and mixes line ends", async () => {
    const rows = "a,1\r\n\ufeffa,2\n";
    const bags = await read(arff, `@relation r\r\n@attribute bag string\n@attribute w numeric\r\n@data\n${rows}`);
    expect(bags.ids()).toEqual(["a", "\ufeffa"]);
  });

  it("is read with one row per instance, with numbers and declared words as features", async () => {
    expect(await failure(arff, FLAT)).toMatchObject({ code: "missing-value", where: { line: 13, field: "colour" } });
    const { bags, notes } = await readWithNotes(arff, FLAT, { missing: "zero" });
    expect(plainBags(bags)).toEqual({
      features: ["the width", 'it\'s "high"', "colour=red", "colour=light blue", "flag"],
      bags: [
        {
          id: "a",
          label: "positive",
          group: undefined,
          instances: [
            [1, 2, 1, 0, 1],
            [5, 6, 0, 0, 1],
          ],
        },
        { id: "b c", label: "negative", group: undefined, instances: [[-3.5, 4, 0, 1, 0]] },
      ],
    });
    expect(notes.map(({ code }) => code)).toEqual(["guessed", "categories", "ignored-dates", "imputed"]);
    expect(bags.instanceName(0, 1)).toBe("line 13");
  });

  it("reads the same from a stream, with a byte order mark and with CRLF", async () => {
    for (const text of [MUSK, FLAT]) {
      const streamed = await read(arff, inPieces(`\ufeff${text.replaceAll("\n", "\r\n")}`, 5), { missing: "zero" });
      expect(plainBags(streamed)).toEqual(plainBags(await read(arff, text, { missing: "zero" })));
    }
  });

  it("fills in sparse rows, flat and inside a bag, a nominal value by its first", async () => {
    const header =
      "@relation r\n@attribute bag string\n@attribute w numeric\n@attribute h {3,4}\n@attribute class {1,-1}\n@data\n";
    const flat = await read(arff, `${header}{0 a, 1 1.5}\n{0 a, 2 4}\n{0 b, 3 -1}`);
    expect(plainBags(flat).bags).toEqual([
      {
        id: "a",
        label: "positive",
        group: undefined,
        instances: [
          [1.5, 3],
          [0, 4],
        ],
      },
      { id: "b", label: "negative", group: undefined, instances: [[0, 3]] },
    ]);
    const bag = await read(arff, MUSK.replace("42,-198\\n-0,1.5e2", "{}\\n{1 5}"));
    expect([...bag.bag(0).values]).toEqual([0, 0, 0, 5]);
  });

  it("keeps ids as they are written, also beside words", async () => {
    const rows = "@relation r\n@attribute bag {007,1.0}\n@attribute w numeric\n@attribute c {x,y}\n@data\n";
    expect((await read(arff, `${rows}007,1,x\n1.0,2,y\n`)).ids()).toEqual(["007", "1.0"]);
  });

  it("leaves instance weights out", async () => {
    const text = "@relation r\n@attribute bag string\n@attribute w numeric\n@data\na,1,{0.5}\n";
    expect([...(await read(arff, text)).bag(0).values]).toEqual([1]);
  });

  it("unquotes values inside a bag, which are quoted twice", async () => {
    const text = `@relation r\n@attribute id string\n@attribute bag relational\n@attribute 'a b' {'x\\'y',z}\n@attribute w numeric\n@end bag\n@data\nq,"'x\\\\'y',1\\nz,2"\n`;
    const { bags, notes } = await readWithNotes(arff, text, { bag: "id" });
    expect(bags.features).toEqual(["a b=x'y", "a b=z", "w"]);
    expect([...bags.bag(0).values]).toEqual([1, 0, 1, 0, 1, 2]);
    expect(notes.map(({ code }) => code)).toEqual(["no-label", "categories"]);
  });

  it("is read with texts and dates of instances and of the whole bag", async () => {
    const text = `@relation r
@attribute id string
@attribute title string
@attribute size numeric
@attribute bag relational
  @attribute w numeric
  @attribute remark string
  @attribute seen date yyyy-MM-dd
@end bag
@attribute class {yes,no}
@data
q,'first title',7,"1,'a b',2024-01-05\\n2,'c d',2024-02-01",yes
r,'second title',8,"3,'e f',2023-12-31",no
`;
    const { bags, notes } = await readWithNotes(arff, text, { use: ["seen"] });
    const days = ["seen year", "seen month", "seen weekday", "seen days"];
    expect(bags.features).toEqual(["size", "w", ...days]);
    expect([...bags.bag(0).instance(1)]).toEqual([7, 2, 2024, 2, 4, 19754]);
    expect([bags.shownOf(0, "title"), bags.shownOf(0, "remark", 1)]).toEqual(["first title", "c d"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled"]);
    expect(notes.map(({ code }) => code)).toEqual(["guessed", "ignored-text", "labels-not-known"]);
    const again = await read(arff, text, { recipe: bags.recipe });
    expect([...again.data]).toEqual([...bags.data]);
  });

  it("remembers its columns, also if all are numbers", async () => {
    const numbers = "@relation r\n@attribute thing string\n@attribute w numeric\n@attribute v numeric\n@data\n";
    const bags = await read(arff, `${numbers}a,1,2\n`, { bag: "thing" });
    const turned = "@relation r\n@attribute v numeric\n@attribute thing string\n@attribute w numeric\n@data\n2,a,1\n";
    expect([...(await read(arff, turned, { recipe: bags.recipe })).data]).toEqual([1, 2]);
    expect(bags.instanceName(0, 0)).toBe("line 6");
  });

  it("drops or fills missing values when asked to", async () => {
    const text = "@relation r\n@attribute bag string\n@attribute w numeric\n@data\na,1\na,?\na,3\n";
    expect([...(await read(arff, text, { missing: "median" })).bag(0).values]).toEqual([1, 2, 3]);
    expect([...(await read(arff, text, { missing: "drop" })).bag(0).values]).toEqual([1, 3]);
    expect(await failure(arff, text)).toMatchObject({
      code: "missing-value",
      where: { line: 6, column: 2, field: "w" },
    });
  });

  it("is written so that WEKA reads it: an unlabeled bag has a missing class", async () => {
    const bags = BagSet.from({
      data: [0.5, -0, 3],
      offsets: [0, 2, 3],
      ids: ["a", "it's 100%"],
      labels: ["positive", "unlabeled"],
      features: ["the width"],
    });
    expect(await writtenText(arff, bags)).toBe(
      "@relation bags\n\n@attribute bag string\n@attribute label {-1,1}\n@attribute 'the width' numeric\n\n@data\n'a',1,0.5\n'a',1,-0\n'it\\'s 100\\%',?,3\n",
    );
    expect(await writtenText(arff, bags, { rows: "bags" })).toBe(
      "@relation bags\n\n@attribute bag_id {'a','it\\'s 100\\%'}\n@attribute bag relational\n  @attribute 'the width' numeric\n@end bag\n@attribute class {-1,1}\n\n@data\n'a',\"0.5\\n-0\",1\n'it\\'s 100\\%',\"3\",?\n",
    );
  });

  it("is recognised by its first word, also after comments", () => {
    for (const head of [MUSK, FLAT, "% only comments", "\u00ef\u00bb\u00bf@relation x"])
      expect(arff.recognises(head)).toBe(true);
    for (const head of ["bag,label\n", "@user,1", ""]) expect(arff.recognises(head)).toBe(false);
  });
});

describe("broken ARFF", () => {
  const start = "@relation r\n@attribute bag string\n@attribute class {0,1}\n";
  const cases: [string, string, { code: string; line?: number; column?: number; field?: string }][] = [
    ["an unknown type", `${start}@attribute w complex\n@data\n`, { code: "arff-type", line: 4, field: "w" }],
    ["no type", `${start}@attribute w\n@data\n`, { code: "arff-type", line: 4, field: "w" }],
    [
      "an undeclared value",
      `${start}@attribute w numeric\n@data\na,1,5\na,2,5\n`,
      { code: "arff-nominal", line: 7, column: 2, field: "class" },
    ],
    ["a header that is cut off", `${start}@attribute w numeric`, { code: "arff-header", line: 4 }],
    ["an unknown keyword", "@relation r\n@atribute w numeric\n", { code: "arff-header", line: 2 }],
    ["data without @data", `${start}a,1\n`, { code: "arff-header", line: 4 }],
    [
      "a bag without @end",
      `${start}@attribute b relational\n@attribute w numeric\n@data\n`,
      { code: "arff-syntax", line: 6 },
    ],
    ["an @end of nothing", `${start}@end b\n`, { code: "arff-syntax", line: 4 }],
    ["a name twice", `${start}@attribute bag numeric\n`, { code: "arff-syntax", line: 4 }],
    ["too few values", `${start}@attribute w numeric\n@data\na,1\n`, { code: "ragged", line: 6 }],
    ["too many values", `${start}@attribute w numeric\n@data\na,1,2,3\n`, { code: "ragged", line: 6 }],
    [
      "text as a number",
      `${start}@attribute w numeric\n@data\na,1,x\n`,
      { code: "not-a-number", line: 6, column: 3, field: "w" },
    ],
    ["infinity", `${start}@attribute w numeric\n@data\na,1,Infinity\n`, { code: "not-finite", line: 6, column: 3 }],
    ["an open quote", `${start}@attribute w numeric\n@data\n'a,1,2\n`, { code: "arff-syntax", line: 6 }],
    ["an open brace", `${start}@attribute w numeric\n@data\n{0 a, 2 1\n`, { code: "arff-syntax", line: 6 }],
    [
      "a sparse number that is too large",
      `${start}@attribute w numeric\n@data\n{0 a, 3 1}\n`,
      { code: "arff-syntax", line: 6 },
    ],
    [
      "descending sparse numbers",
      `${start}@attribute w numeric\n@data\n{2 1, 0 a}\n`,
      { code: "arff-syntax", line: 6 },
    ],
    ["no rows", `${start}@attribute w numeric\n@data\n`, { code: "no-instances" }],
    ["no features", `${start}@data\na,1\n`, { code: "no-features" }],
    ["an empty bag", MUSK.replace('"7,8"', '""'), { code: "empty-bag", line: 12 }],
    ["ragged instances in a bag", MUSK.replace('"7,8"', '"7,8\\n9"'), { code: "ragged", line: 12 }],
    ["an empty file", "", { code: "arff-header" }],
  ];
  for (const [what, text, { code, ...place }] of cases) {
    it(`${what} is said with its place`, async () => {
      const error = await failure(arff, text);
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
    });
  }
});
