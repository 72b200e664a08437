import { describe, expect, it } from "vitest";
import { json } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, readWithNotes } from "./reading.js";

const TWO_BAGS = `[
  {"bag": "a", "label": 1, "group": "g", "instances": [[0.5, 2], [-0, 1e-3]]},
  {"bag": 7, "label": -1, "group": "h", "instances": [[3, 4]]}
]`;

describe("JSON", () => {
  it("is a list of bags with lists of values", async () => {
    const bags = await read(json, TWO_BAGS);
    expect(plainBags(bags)).toEqual({
      features: ["f1", "f2"],
      bags: [
        {
          id: "a",
          label: "positive",
          group: "g",
          instances: [
            [0.5, 2],
            [-0, 0.001],
          ],
        },
        { id: "7", label: "negative", group: "h", instances: [[3, 4]] },
      ],
    });
  });

  it("reads the same from a stream, with a byte order mark and with CRLF", async () => {
    const wanted = plainBags(await read(json, TWO_BAGS));
    expect(plainBags(await read(json, inPieces(`\ufeff${TWO_BAGS.replaceAll("\n", "\r\n")}`)))).toEqual(wanted);
  });

  it("takes names from features, and objects with names instead of lists", async () => {
    const listed = await read(json, '{"features": ["w", "h"], "bags": [{"bag": "a", "instances": [[1, 2]]}]}');
    const named = await read(json, '{"bags": [{"bag": "a", "instances": [{"w": 1, "h": 2}]}]}');
    expect(listed.features).toEqual(["w", "h"]);
    expect(plainBags(named)).toEqual(plainBags(listed));
  });

  it("is also a list of instances, whose bags may come in any order", async () => {
    const bags = await read(json, '[{"bag":"a","label":1,"w":1},{"bag":"b","w":2},{"bag":"a","label":1,"w":3}]');
    expect(plainBags(bags).bags).toEqual([
      { id: "a", label: "positive", group: undefined, instances: [[1], [3]] },
      { id: "b", label: "unlabeled", group: undefined, instances: [[2]] },
    ]);
  });

  it("keeps the order of names that look like whole numbers", async () => {
    const flat = await read(json, '[{"bag":"a","10":1,"x":2,"2":3}]');
    expect([flat.features, [...flat.bag(0).values]]).toEqual([
      ["10", "x", "2"],
      [1, 2, 3],
    ]);
    const deep = await read(json, '[{"bag":"a","instances":[{"10":1,"x":2,"2":3}]}]');
    expect(deep.features).toEqual(["10", "x", "2"]);
  });

  it("takes true and false as 1 and 0, also in labels, and numbers in quotes as numbers", async () => {
    const text = '[{"bag":"a","label":true,"x":true,"y2":"0.5"},{"bag":"b","label":false,"x":false,"y2":"-0"}]';
    expect(plainBags(await read(json, text)).bags).toEqual([
      { id: "a", label: "positive", group: undefined, instances: [[1, 0.5]] },
      { id: "b", label: "unlabeled", group: undefined, instances: [[0, -0]] },
    ]);
    const named = await read(json, text, { positive: ["true"], negative: ["false"] });
    expect(named.labels()).toEqual(["positive", "negative"]);
  });

  it("says what it guessed and left out, once", async () => {
    const { bags, notes } = await readWithNotes(
      json,
      '[{"molecule":"a","smiles":"CC","x":1.5},{"molecule":"b","smiles":"CO","x":1.5}]',
    );
    expect(bags.features).toEqual(["x"]);
    expect(notes.map(({ code }) => code)).toEqual(["guessed", "no-label", "ignored-text"]);
    expect(bags.shown).toMatchObject([{ name: "smiles", perBag: true }]);
    expect(bags.shownOf(1, "smiles")).toBe("CO");
    const deep = await readWithNotes(json, '[{"bag":"a","label":1,"smiles":"CC","instances":[[1,"u"]]}]', {
      bag: "bag",
      label: "label",
    });
    expect(deep.bags.features).toEqual(["f1"]);
    expect(deep.notes.map(({ code }) => code)).toEqual(["ignored-text"]);
    expect(deep.bags.shown.map(({ name }) => name)).toEqual(["smiles", "f2"]);
  });

  it("leaves out what it is told to, of the bag or of its instances", async () => {
    const text = '[{"bag":"a","when":[1],"instances":[{"x":1,"deep":[2]}]}]';
    expect((await read(json, text, { ignore: ["when", "deep"] })).features).toEqual(["x"]);
    expect(await failure(json, text, { ignore: ["nothing"] })).toMatchObject({ code: "no-such-column" });
  });

  it("drops or fills missing values when asked to", async () => {
    const text = '[{"bag":"a","x":1,"z":5},{"bag":"a","x":null,"z":6},{"bag":"a","z":7,"x":3}]';
    expect([...(await read(json, text, { missing: "drop" })).bag(0).values]).toEqual([1, 5, 3, 7]);
    expect([...(await read(json, text, { missing: "median" })).bag(0).values]).toEqual([1, 5, 2, 6, 3, 7]);
    expect(await failure(json, text)).toMatchObject({
      code: "missing-value",
      where: { line: 1, column: 41, field: "x" },
    });
  });

  it("finds a text among numbers in the hundred-and-first row", async () => {
    const rows = Array.from({ length: 150 }, (_, i) => `{"bag":"a","x":${i === 120 ? '"oops"' : i}}`);
    const error = await failure(json, `[\n${rows.join(",\n")}\n]`);
    expect(error).toMatchObject({ code: "not-a-number", where: { line: 122, column: 16, field: "x" } });
  });
});

describe("broken JSON", () => {
  const cases: [string, string, { code: string; line?: number; column?: number }][] = [
    ["cut in the middle", '[{"bag":"a",\n"instances":[[1,', { code: "json", line: 2, column: 17 }],
    ["a comma too many", '[{"bag":"a",\n"instances":[[1],]}]', { code: "json", line: 2, column: 18 }],
    ["an unquoted key", "[\n  {bag: 1}]", { code: "json", line: 2, column: 4 }],
    ["NaN", '[{"bag":"a","instances":[[NaN]]}]', { code: "json", line: 1, column: 27 }],
    ["a line break in a string", '[{"bag":"a\nb"}]', { code: "json", line: 1, column: 11 }],
    ["a wrong escape", '[{"bag":"a\\x"}]', { code: "json", line: 1, column: 11 }],
    ["two values", "[]\n[]", { code: "json", line: 2, column: 1 }],
    ["nothing", "", { code: "json", line: 1, column: 1 }],
    ["a number", "3", { code: "json-shape" }],
    ["an object without bags", '{"a":1}', { code: "json-shape" }],
    ["an empty list", "[]", { code: "no-instances" }],
    ["an empty bag", '[{"bag":"a",\n "instances": []}]', { code: "empty-bag", line: 2, column: 15 }],
    ["ragged instances", '[{"bag":"a","instances":[[1,2],\n[1]]}]', { code: "ragged", line: 2, column: 1 }],
    [
      "names for another number of values",
      '{"features":["x"],"bags":[{"bag":"a","instances":[[1,2]]}]}',
      { code: "ragged", line: 1, column: 51 },
    ],
    ["features that are no names", '{"features":[1],"bags":[]}', { code: "json-shape", line: 1, column: 13 }],
    [
      "bags and instances mixed",
      '[{"bag":"a","instances":[[1]]},\n{"bag":"b","x":1}]',
      { code: "json-shape", line: 2, column: 1 },
    ],
    [
      "lists and objects mixed",
      '[{"bag":"a","instances":[[1],\n{"x":1}]}]',
      { code: "json-shape", line: 2, column: 1 },
    ],
    [
      "two labels",
      '[{"bag":"a","label":1,"x":1},\n{"bag":"a","label":-1,"x":1}]',
      { code: "two-labels", line: 2, column: 20 },
    ],
    ["an infinite number", '[{"bag":"a","instances":[[1e999]]}]', { code: "not-finite", line: 1, column: 27 }],
    ["a nested value", '[{"bag":"a","x":{"y":1}},{"bag":"a","x":1}]', { code: "nested-value", line: 1, column: 17 }],
    ["no bag", '[{"x":1}]', { code: "no-bag-column" }],
    ["a blank bag", '[{"bag":null,"x":1}]', { code: "empty-bag-id", line: 1, column: 9 }],
    ["a text instead of a bag", '["a"]', { code: "json-shape", line: 1, column: 2 }],
  ];
  for (const [what, text, { code, ...place }] of cases) {
    it(`${what} is said with its place`, async () => {
      const error = await failure(json, text);
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
    });
  }

  it("is described without the engine's own words", async () => {
    expect((await failure(json, '[{"bag":"a" "b"')).message).toBe(
      'input, line 1, column 13: this is not valid JSON: "\\"" stands where "," or "}" should be. Correct it there.',
    );
  });

  it("is found however deep it is nested", async () => {
    expect(await failure(json, "[".repeat(200_000))).toMatchObject({ code: "json" });
  });
});
