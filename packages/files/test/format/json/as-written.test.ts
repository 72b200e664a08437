import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, jsonl } from "../../../src/format/formats.js";
import { entryStarts, findDuplicateKey, valueEnd } from "../../../src/format/json/as-written.js";
import { failure, read } from "../reading.js";

const SEED = 17;
const BIG = ["9007199254740992", "9007199254740993", "9007199254740994"];

/** The same instances as a list, as lines, and as bags of both. */
function everyShape(ids: readonly string[], key = "bag"): { format: typeof json; text: string }[] {
  const flat = ids.map((id, i) => `{"x": ${i}, "${key}": ${id}}`);
  const bags = ids.map((id, i) => `{"instances": [[${i}]], "${key}": ${id}}`);
  return [
    { format: json, text: `[${flat.join(",\n")}]` },
    { format: json, text: `{"bags": [${bags.join(", ")}]}` },
    { format: jsonl, text: flat.join("\n") },
    { format: jsonl, text: bags.join("\n") },
  ];
}

describe("an id that is a number", () => {
  it("keeps its digits, however many", async () => {
    for (const { format, text } of everyShape(BIG)) expect((await read(format, text)).ids()).toEqual(BIG);
  });

  it("is what is written, as in CSV", async () => {
    const ids = ["1", "1.0", "1e0", "-0", "1.00000000000000000001", "0.10"];
    for (const { format, text } of everyShape(ids)) expect((await read(format, text)).ids()).toEqual(ids);
  });

  it("is found in any object, past nested values and escaped keys", async () => {
    const text = '{"note": {"bag": 7, "l": [{"bag": 8}]}, "s": "\\"bag\\": 9", "b\\u0061g": 10, "x": 1}\n';
    const bags = await read(jsonl, text, { ignore: ["note", "s"] });
    expect(bags.ids()).toEqual(["10"]);
  });

  it("keeps groups apart as well", async () => {
    const text = BIG.map((group, i) => `{"bag": "b${i}", "group": ${group}, "x": 1}`).join("\n");
    expect([...(await read(jsonl, text))].map(({ group }) => group)).toEqual(BIG);
  });
});

describe("a key that every object inherits", () => {
  it.each(["valueOf", "constructor", "__proto__", "toString"])("%s is missing where it is not written", async (key) => {
    const flat = `{"bag": "a", "x": 1, "${key}": 2}\n{"bag": "b", "x": 3}\n`;
    expect(await failure(jsonl, flat)).toMatchObject({ code: "missing-value", where: { line: 2 } });
    const named = `{"bag": "a", "instances": [{"x": 1, "${key}": 2}, {"x": 3}]}\n`;
    expect(await failure(jsonl, named)).toMatchObject({ code: "missing-value" });
    const bagless = `{"${key}": "a", "x": 1}\n{"x": 3}\n`;
    expect(await failure(jsonl, bagless, { bag: key })).toMatchObject({ code: "empty-bag-id", where: { line: 2 } });
    const bags = `[{"${key}": "a", "instances": [[1]]}, {"instances": [[2]]}]`;
    expect(await failure(json, bags, { bag: key })).toMatchObject({ code: "empty-bag-id" });
  });
});

describe("a key that an object has twice", () => {
  it.each([
    ["an instance", jsonl, '{"bag": "a", "x": 1}\n{"bag": "b", "x": 2, "x": 3}\n', { line: 2, column: 22 }],
    ["an instance, written differently", jsonl, '{"bag": "a", "x": 1, "\\u0078": 2}\n', { line: 1, column: 22 }],
    ["an instance of a bag", json, '[{"bag": "a", "instances": [{"x": 1,\n"x": 2}]}]', { line: 2, column: 1 }],
    ["a bag", json, '[\n{"bag": "a", "bag": "b", "instances": [[1]]}]', { line: 2, column: 14 }],
    ["the whole", json, '{"bags": [],\n "bags": [{"bag": "a", "instances": [[1]]}]}', { line: 2, column: 2 }],
    ["a value that is ignored", jsonl, '{"bag": "a", "x": 1, "y": {"k": 1, "k": 2}}', { line: 1, column: 36 }],
  ])("in %s is refused at its place", async (_, format, text, where) => {
    expect(await failure(format, text)).toMatchObject({ code: "duplicate-key", where });
  });

  it("may be in two objects", async () => {
    expect((await read(jsonl, '{"bag": "a:", "x": 1}\n{"bag": "b", "x": 2}\n')).size).toBe(2);
  });
});

describe("looking at the text", () => {
  it("finds a key twice in no JSON that has none, and in all that have one", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1), (text, indent) => {
        const value = JSON.parse(text);
        const written = JSON.stringify(value, undefined, indent);
        expect(findDuplicateKey(written, value)).toBeUndefined();
        const doubled = `[${written}, {"k": ${written}, "k": 1}]`;
        expect(findDuplicateKey(doubled, JSON.parse(doubled))?.key).toBe("k");
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("finds every entry of a list and its end", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.constantFrom(0, 2), (list, indent) => {
        const text = JSON.stringify(list, undefined, indent);
        const startOf = entryStarts(text, () => 0);
        for (const i of [...list.keys(), ...[...list.keys()].reverse()]) {
          const start = startOf(i);
          expect(JSON.parse(text.slice(start, valueEnd(text, start)))).toEqual(JSON.parse(JSON.stringify(list[i])));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
