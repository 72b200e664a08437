import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WritableFormat } from "../../src/format/format.js";
import {
  arff,
  arrow,
  csv,
  formatToWrite,
  json,
  jsonl,
  musk,
  parquet,
  svmlight,
  tsv,
  WRITABLE_FORMATS,
  xlsx,
} from "../../src/format/formats.js";
import { arbitraryBags, expectSameBags } from "./arbitrary-bags.js";
import { inPieces, read, written } from "./reading.js";

const SEED = 20_240_601;
const CASES: readonly { format: WritableFormat; rows: "instances" | "bags"; runs: number }[] = [
  { format: csv, rows: "instances", runs: 100 },
  { format: tsv, rows: "instances", runs: 100 },
  { format: json, rows: "bags", runs: 150 },
  { format: jsonl, rows: "instances", runs: 150 },
  { format: jsonl, rows: "bags", runs: 150 },
  { format: arff, rows: "instances", runs: 150 },
  { format: arff, rows: "bags", runs: 150 },
  { format: svmlight, rows: "instances", runs: 150 },
  { format: parquet, rows: "instances", runs: 100 },
  { format: parquet, rows: "bags", runs: 100 },
  { format: arrow, rows: "instances", runs: 100 },
  { format: xlsx, rows: "instances", runs: 20 },
];

describe("what is written reads back identical", () => {
  for (const { format, rows, runs } of CASES) {
    it(`${format.name}, one row per ${rows === "bags" ? "bag" : "instance"}`, async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryBags(), async (bags) => {
          const bytes = await written(format, bags, { rows });
          expect(format.recognises(new TextDecoder("latin1").decode(bytes.subarray(0, 4096)))).toBe(true);
          expectSameBags(await read(format, bytes), bags);
          expectSameBags(await read(format, inPieces(bytes)), bags);
        }),
        { seed: SEED, numRuns: runs },
      );
    }, 60_000);
  }

  it("musk, but for names of features and groups", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBags({ breaks: false }), async (bags) => {
        const bare = BagSet.from({
          data: bags.toMatrix(),
          offsets: [0, ...[...bags].map(({ start, size }) => start + size)],
          ids: bags.ids(),
          labels: bags.labels(),
          features: bags.features.map((_, k) => `f${k + 1}`),
        });
        expectSameBags(await read(musk, await written(musk, bags)), bare);
      }),
      { seed: SEED, numRuns: 300 },
    );
  }, 60_000);
});

describe("a feature name that starts with a byte order mark", () => {
  it.each([csv, tsv, json, jsonl, arff, svmlight, parquet, arrow, xlsx].map(({ name }) => [name]))(
    "keeps it: %s",
    async (name) => {
      const format = formatToWrite("", name);
      const features = ["\ufeffx", "x", "\ufeff"];
      const bags = BagSet.from({ data: [1, 2, 3], offsets: [0, 1], ids: ["\ufeffa"], labels: ["positive"], features });
      for (const rows of ["instances", "bags"] as const) {
        expectSameBags(await read(format, await written(format, bags, { rows })), bags);
      }
    },
  );
});

describe("half a character, which is no UTF-8", () => {
  const halves = fc.constantFrom("\ud83e", "\uddea", "a\ud83e b", "\uddea\ud83e", "\ud800\ufeff");
  const bags = fc
    .record({
      half: halves,
      other: fc.constantFrom("a", "\ufffd", "\ufeff"),
      at: fc.constantFrom("id", "group", "feature"),
    })
    .map(({ half, other, at }) =>
      BagSet.from({
        data: [1, 2],
        offsets: [0, 1, 2],
        ids: [at === "id" ? half : "x", other],
        labels: ["positive", "unlabeled"],
        groups: [at === "group" ? half : "g", other],
        features: [at === "feature" ? half : "f1"],
      }),
    );
  const refuse = new Set(["csv", "tsv", "musk", "svmlight", "parquet", "arrow", "xlsx"]);

  it.each(
    WRITABLE_FORMATS.flatMap((format) => (["instances", "bags"] as const).map((rows) => [format.name, rows] as const)),
  )("is kept or refused, never changed: %s, %s", async (name, rows) => {
    const format = formatToWrite("", name);
    await fc.assert(
      fc.asyncProperty(bags, async (given) => {
        const bytes = await written(format, given, { rows }).catch((error: unknown) => {
          expect(error).toMatchObject({ name: "InputError", code: "half-character" });
          expect(refuse).toContain(name);
          return undefined;
        });
        if (bytes === undefined) return;
        const back = await read(format, bytes);
        expect(back.ids()).toEqual(given.ids());
        if (format.holds.featureNames) expectSameBags(back, given);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});

describe("only one format takes a written file for its own", () => {
  const text = [json, jsonl, arff, svmlight, parquet, arrow, xlsx];
  it("by its first bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryBags(),
        fc.constantFrom(...text),
        fc.constantFrom("instances", "bags"),
        async (bags, format, rows) => {
          const head = new TextDecoder("latin1").decode((await written(format, bags, { rows })).subarray(0, 4096));
          expect([...text, musk].filter((each) => each.recognises(head)).map(({ name }) => name)).toEqual([
            format.name,
          ]);
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
  }, 60_000);
});

describe("a name that would not read back", () => {
  it.each([[["group", "x"]], [["x", "y", "z", "group"]]])(
    "is refused with the advice to rename the feature: %j",
    async (features) => {
      const bags = BagSet.from({
        data: features.map((_, i) => i),
        offsets: [0, 1],
        ids: ["a"],
        labels: ["positive"],
        features,
      });
      for (const format of [jsonl, arff, parquet]) {
        const error = await written(format, bags).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message).toBe(
          'the feature "group" would be taken for a group when the file is read back. Rename the feature.',
        );
      }
      for (const format of [json, svmlight]) expectSameBags(await read(format, await written(format, bags)), bags);
    },
  );

  it("is only the name: taken names of bag and label give way", async () => {
    const features = ["bag", "label", "bag_id", "class", "bag_name", "target", "bag_"];
    const bags = BagSet.from({
      data: features.map((_, i) => i),
      offsets: [0, 1],
      ids: ["a"],
      labels: ["negative"],
      features,
    });
    for (const format of [jsonl, arff, parquet]) expectSameBags(await read(format, await written(format, bags)), bags);
  });
});
