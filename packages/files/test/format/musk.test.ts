import { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import { musk } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, inPieces, read, writtenText } from "./reading.js";

const TEXT = "MUSK-188,188_1+1,42,-198,1.\nMUSK-188,188_1+2,-0,1.5,1.\nNON-MUSK-199,199_1+1,7,8,0.\nX,x_1,1,2,?\n";

describe("the UCI Musk layout", () => {
  it("has molecule, conformation, features and class, where 0 is known to be negative", async () => {
    const bags = await read(musk, TEXT);
    expect(plainBags(bags)).toEqual({
      features: ["f1", "f2"],
      bags: [
        {
          id: "MUSK-188",
          label: "positive",
          group: undefined,
          instances: [
            [42, -198],
            [-0, 1.5],
          ],
        },
        { id: "NON-MUSK-199", label: "negative", group: undefined, instances: [[7, 8]] },
        { id: "X", label: "unlabeled", group: undefined, instances: [[1, 2]] },
      ],
    });
    expect(plainBags(await read(musk, inPieces(`\ufeff${TEXT.replaceAll("\n", "\r\n")}`, 5)))).toEqual(plainBags(bags));
  });

  it("takes 0 for what the options say", async () => {
    expect((await read(musk, TEXT, { unlabeled: ["0"] })).labelOf(1)).toBe("unlabeled");
    expect((await read(musk, TEXT, { positive: ["0."], negative: ["1"] })).labels()).toEqual([
      "negative",
      "positive",
      "unlabeled",
    ]);
  });

  it("is written back as it was, and says what it cannot hold", async () => {
    const parts = { data: [1, -0], offsets: [0, 1], ids: ["a b"], labels: ["negative" as const] };
    const notes: Note[] = [];
    const onNote = (note: Note) => notes.push(note);
    expect(await writtenText(musk, BagSet.from({ ...parts, features: ["f1", "f2"] }), { onNote })).toBe(
      "a b,a b_1,1,-0,0.\n",
    );
    expect(notes).toEqual([]);
    await writtenText(musk, BagSet.from({ ...parts, features: ["w", "h"], groups: ["g"] }), { onNote });
    expect(notes).toMatchObject([{ code: "not-held", message: expect.stringMatching(/names.*groups/) }]);
    const comma = BagSet.from({ ...parts, ids: ["a,b"], features: ["f1", "f2"] });
    await expect(writtenText(musk, comma)).rejects.toThrow(InputError);
  });

  it("is recognised by a class with a full stop", () => {
    expect(musk.recognises(TEXT)).toBe(true);
    for (const head of ["bag,label,f1\na,1,2\n", "a,b,1,2,1\n", "a,1.\n", ""])
      expect(musk.recognises(head)).toBe(false);
  });
});

describe("a broken Musk file", () => {
  const cases: [string, string, { code: string; line?: number; column?: number }][] = [
    ["a ragged row", "a,a1,1,2,1.\na,a2,1,1.\n", { code: "ragged", line: 2 }],
    ["too few fields", "a,a1,1.\n", { code: "ragged", line: 1 }],
    ["text in a feature", "a,a1,1,x,1.\n", { code: "not-a-number", line: 1, column: 4 }],
    ["a missing value", "a,a1,1,?,1.\n", { code: "missing-value", line: 1, column: 4 }],
    ["two labels", "a,a1,1,1.\na,a2,1,0.\n", { code: "two-labels", line: 2, column: 4 }],
    ["an unknown class", "a,a1,1,2.\n", { code: "label-value", line: 1, column: 4 }],
    ["nothing", "\n", { code: "no-instances" }],
  ];
  for (const [what, text, { code, ...place }] of cases) {
    it(`${what} is said with its place`, async () => {
      const error = await failure(musk, text);
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
    });
  }
});
