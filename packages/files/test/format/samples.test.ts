import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arff, arrow, json, jsonl, musk, parquet, svmlight, xlsx } from "../../src/format/formats.js";
import { plainBags } from "./arbitrary-bags.js";
import { failure, read } from "./reading.js";

const FORMATS = [arff, arrow, json, jsonl, musk, parquet, svmlight, xlsx];
const corpus = (path: string) => fileURLToPath(new URL(`corpus/${path}`, import.meta.url));

/** The files of a folder of the corpus that one of the formats here reads, by their ending. */
function files(folder: string) {
  return readdirSync(corpus(folder)).flatMap((name) => {
    const format = FORMATS.find(({ extensions }) => extensions.some((ending) => name.endsWith(`.${ending}`)));
    return format === undefined
      ? []
      : [{ name, format, bytes: new Uint8Array(readFileSync(corpus(`${folder}/${name}`))) }];
  });
}

const SAMPLE = {
  features: ["width", "height"],
  bags: [
    {
      id: "a",
      label: "positive",
      group: undefined,
      instances: [
        [0.5, 2],
        [-1.25, 3e-5],
      ],
    },
    { id: "b", label: "unlabeled", group: undefined, instances: [[7, 0]] },
    {
      id: "c",
      label: "negative",
      group: undefined,
      instances: [
        [0.1, -4],
        [8, 16],
        [0, 0.25],
      ],
    },
  ],
};

describe("every good sample describes the same bags", () => {
  for (const { name, format, bytes } of files("good")) {
    it(name, async () => {
      const wanted = format.holds.featureNames ? SAMPLE : { ...SAMPLE, features: ["f1", "f2"] };
      expect(plainBags(await read(format, bytes))).toEqual(wanted);
    });
    it(`${name} is recognised by its content`, () => {
      const head = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
      expect(FORMATS.filter((each) => each.recognises(head))).toEqual([format]);
    });
  }
});

describe("every broken sample is told in one sentence and a remedy", () => {
  for (const { name, format, bytes } of files("broken")) {
    it(name, async () => {
      const error = await failure(format, bytes);
      const expected = corpus(`expected/${name}.json`);
      const { code = error.code, ...place } = existsSync(expected) ? JSON.parse(readFileSync(expected, "utf8")) : {};
      expect(error.code).toBe(code);
      expect(error.where).toMatchObject(place);
      expect(error.message).toMatch(/^input[^\n]*: [^\n]+\. [^\n]+\.$/);
    });
  }
});

describe("a damaged sample is read or refused, never a crash", () => {
  for (const { name, format, bytes } of files("good")) {
    it(name, async () => {
      const position = fc.nat({ max: bytes.length });
      const change = fc.record({ at: position, gone: fc.nat({ max: 3 }), put: fc.uint8Array({ maxLength: 3 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), position, async (changes, end) => {
          let damaged = [...bytes];
          for (const { at, gone, put } of changes) damaged.splice(at, gone, ...put);
          if (end % 4 === 0) damaged = damaged.slice(0, end);
          try {
            await read(format, Uint8Array.from(damaged));
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        }),
        { seed: 11, numRuns: 200 },
      );
    }, 60_000);
  }
});
