import { BagSet } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { svmlight } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, writtenText } from "./reading.js";

const TEXT = `# made by somebody
1:a:1 1:0.5 3:-0   # the first
2:a:1 2:2e3

1:b%20c:-1
1:d:? 3:7
`;

describe("svmlight-style text", () => {
  it("leaves zeros out and has as many features as its largest index", async () => {
    const bags = await read(svmlight, TEXT);
    expect(plainBags(bags)).toEqual({
      features: ["f1", "f2", "f3"],
      bags: [
        {
          id: "a",
          label: "positive",
          group: undefined,
          instances: [
            [0.5, 0, -0],
            [0, 2000, 0],
          ],
        },
        { id: "b%20c", label: "negative", group: undefined, instances: [[0, 0, 0]] },
        { id: "d", label: "unlabeled", group: undefined, instances: [[0, 0, 7]] },
      ],
    });
    expect(plainBags(await read(svmlight, inPieces(`\ufeff${TEXT.replaceAll("\n", "\r\n")}`, 5)))).toEqual(
      plainBags(bags),
    );
  });

  it("is written with names, groups and escaped ids in comments", async () => {
    const bags = BagSet.from({
      data: [0.5, 0, -0, 0, 0, 0],
      offsets: [0, 2, 3],
      ids: ["a b:c#%", "d"],
      labels: ["positive", "unlabeled"],
      groups: ["g h", "g"],
      features: ["the width", "w"],
    });
    expect(await writtenText(svmlight, bags)).toBe(
      '# bagwise {"features":["the width","w"]}\n# bagwise-group ["a b:c#%","g h"]\n1:a%20b%3Ac%23%25:1 1:0.5\n2:a%20b%3Ac%23%25:1 1:-0\n# bagwise-group ["d","g"]\n1:d:0\n',
    );
  });

  it("leaves out features by name and treats missing values as asked", async () => {
    expect((await read(svmlight, TEXT, { ignore: ["f2"] })).features).toEqual(["f1", "f3"]);
    const text = "1:a:1 1:? 2:5\n2:a:1 1:3";
    expect([...(await read(svmlight, text, { missing: "median" })).bag(0).values]).toEqual([3, 5, 3, 0]);
    expect(await failure(svmlight, text)).toMatchObject({ code: "missing-value", where: { line: 1, field: "f1" } });
  });

  it("is recognised by instance:bag:label", () => {
    for (const head of [TEXT, "1:a:1 1:0.5 12", "x:y:\n", '# bagwise {"features":['])
      expect(svmlight.recognises(head)).toBe(true);
    for (const head of ["1 1:0.5", "bag,label", "12:30:45,1", "# only a comment", ""])
      expect(svmlight.recognises(head)).toBe(false);
  });
});

describe("broken svmlight-style text", () => {
  const cases: [string, string, { code: string; line?: number; column?: number }][] = [
    ["an index 0", "1:a:1 1:2\n1:b:1 0:3 1:2\n", { code: "svmlight-syntax", line: 2, column: 7 }],
    ["a negative index", "1:a:1 -1:2\n", { code: "svmlight-syntax", line: 1, column: 7 }],
    ["descending indices", "1:a:1 2:1 1:2\n", { code: "svmlight-order", line: 1, column: 11 }],
    ["an index twice", "1:a:1 2:1 2:2\n", { code: "svmlight-order", line: 1, column: 11 }],
    ["no colon", "1:a:1 1:1 2\n", { code: "svmlight-syntax", line: 1, column: 11 }],
    ["a text for a value", "1:a:1 1:x\n", { code: "not-a-number", line: 1, column: 9 }],
    ["an infinite value", "1:a:1 1:1e999\n", { code: "not-finite", line: 1, column: 9 }],
    ["a value with two colons", "1:a:1 1:2:3\n", { code: "not-a-number", line: 1, column: 9 }],
    ["plain svmlight without bags", "  1 1:0.5\n", { code: "svmlight-syntax", line: 1, column: 3 }],
    ["a blank bag", "1::1 1:2\n", { code: "empty-bag-id", line: 1 }],
    ["two labels", "1:a:1 1:2\n2:a:-1 1:2\n", { code: "two-labels", line: 2 }],
    ["an unknown label", "1:a:x 1:2\n", { code: "label-value", line: 1 }],
    ["an absurd index", "1:a:1 99999999999:2\n", { code: "svmlight-index", line: 1 }],
    [
      "an index past the named features",
      '# bagwise {"features":["x"]}\n1:a:1 2:2\n',
      { code: "svmlight-index", line: 2 },
    ],
    ["a damaged header", '# bagwise {"features":["x"\n1:a:1 1:2\n', { code: "svmlight-header", line: 1 }],
    ["a damaged escape", '# bagwise {"features":["x"]}\n1:a%:1 1:2\n', { code: "svmlight-header", line: 2 }],
    ["nothing", "", { code: "no-instances" }],
    ["only zeros", "1:a:1\n", { code: "no-features" }],
  ];
  for (const [what, text, { code, ...place }] of cases) {
    it(`${what} is said with its place`, async () => {
      const error = await failure(svmlight, text);
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
    });
  }
});
