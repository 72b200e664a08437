import { BagSet } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { json, jsonl } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, writtenText } from "./reading.js";

const INSTANCES = '{"bag":"a","label":1,"w":0.5}\n\n{"bag":"b","label":"?","w":-0}\n{"bag":"a","label":1,"w":2}\n';

describe("JSON Lines", () => {
  it("holds an instance a line", async () => {
    const bags = await read(jsonl, INSTANCES);
    expect(plainBags(bags)).toEqual({
      features: ["w"],
      bags: [
        { id: "a", label: "positive", group: undefined, instances: [[0.5], [2]] },
        { id: "b", label: "unlabeled", group: undefined, instances: [[-0]] },
      ],
    });
    expect(plainBags(await read(jsonl, inPieces(`\ufeff${INSTANCES.replaceAll("\n", "\r\n")}`, 3)))).toEqual(
      plainBags(bags),
    );
  });

  it("holds a bag a line, after a line with the names if there is one", async () => {
    const text = '{"bag":"a","label":1,"instances":[[1,2],[3,4]]}\n{"bag":"b","label":-1,"instances":[[5,6]]}';
    expect((await read(jsonl, text)).features).toEqual(["f1", "f2"]);
    expect((await read(jsonl, `{"features":["w","h"]}\n${text}`)).features).toEqual(["w", "h"]);
  });

  it("is written with an instance or a bag a line", async () => {
    const bags = BagSet.from({
      data: [0.5, -0],
      offsets: [0, 2],
      ids: ["a"],
      labels: ["negative"],
      groups: ["g"],
      features: ["w"],
    });
    expect(await writtenText(jsonl, bags)).toBe(
      '{"bag":"a","label":-1,"group":"g","w":0.5}\n{"bag":"a","label":-1,"group":"g","w":-0}\n',
    );
    expect(await writtenText(jsonl, bags, { rows: "bags" })).toBe(
      '{"features":["w"]}\n{"bag":"a","label":-1,"group":"g","instances":[[0.5],[-0]]}\n',
    );
  });

  it("keeps the order of whole-number names of the first line", async () => {
    expect((await read(jsonl, '{"bag":"a","3":1,"1":2}\n{"1":5,"3":6,"bag":"b"}')).features).toEqual(["3", "1"]);
  });

  it("takes a key left out as missing, among the first hundred lines also in the first", async () => {
    const text = '{"bag":"a","x":1}\n{"bag":"a","x":2,"z":3}';
    expect([...(await read(jsonl, text, { missing: "median" })).bag(0).values]).toEqual([1, 3, 2, 3]);
  });

  it("is told from JSON by its first lines", () => {
    const heads = [INSTANCES, '{"features":["a"]}\n{"bag":', '{"bag":"a","instances":[[1,2', '{ "bag": "a" }'];
    for (const head of heads)
      expect([head, jsonl.recognises(head), json.recognises(head)]).toEqual([head, true, false]);
    for (const head of [
      "[\n{}",
      '{\n"features":["a"],',
      '{"bags":[',
      '{"features":["a"],"bags":[{"bag"',
      "\u00ef\u00bb\u00bf[",
    ]) {
      expect([head, jsonl.recognises(head), json.recognises(head)]).toEqual([head, false, true]);
    }
  });
});

describe("broken JSON Lines", () => {
  const cases: [string, string, { code: string; line?: number; column?: number }][] = [
    ["a broken line", '{"bag":"a","x":1}\n{"bag":"a","x":}\n', { code: "json", line: 2, column: 16 }],
    [
      "two labels",
      '{"bag":"a","label":1,"x":1}\n\n{"bag":"a","label":0,"x":2}',
      { code: "two-labels", line: 3, column: 20 },
    ],
    [
      "two groups",
      '{"bag":"a","group":"g","x":1}\n{"bag":"a","group":"h","x":2}',
      { code: "two-groups", line: 2, column: 20 },
    ],
    ["an unknown label", '{"bag":"a","label":"maybe","x":1}', { code: "label-value", line: 1, column: 20 }],
    ["a list", "[1,2]", { code: "json-shape", line: 1, column: 1 }],
    ["an empty bag", '{"bag":"a","instances":[]}', { code: "empty-bag", line: 1, column: 24 }],
    ["no lines", "\n\n", { code: "no-instances" }],
    ["only names", '{"features":["x"]}', { code: "no-instances" }],
  ];
  for (const [what, text, { code, ...place }] of cases) {
    it(`${what} is said with its place`, async () => {
      const error = await failure(jsonl, text);
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
    });
  }

  it("a key that first comes after a hundred instances is said with its line", async () => {
    const lines = Array.from({ length: 120 }, (_, i) => `{"bag":"a","x":${i}${i === 110 ? ',"late":1' : ""}}`);
    expect(await failure(jsonl, lines.join("\n"))).toMatchObject({
      code: "new-key",
      where: { line: 111, field: "late" },
    });
  });
});
