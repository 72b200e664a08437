import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/base/crc32.js";
import { InputError } from "../../src/base/errors.js";
import { fromExactJson, toExactJson } from "../../src/base/exact-json.js";
import { decodePacked, encodePacked, type Packed } from "../../src/base/packed-file.js";

const FORMS = ["binary", "json"] as const;
const WANTED = { kind: "thing", newest: 3, file: "a.thing" };

const anything = fc.dictionary(
  fc.string(),
  fc.jsonValue().chain((value) => fc.constantFrom<unknown>(value, Number.NaN, -0, Infinity, -Infinity, { number: 1 })),
);

const packed: fc.Arbitrary<Packed> = fc
  .array(
    fc
      .record({ name: fc.string(), rows: fc.nat(4), columns: fc.nat(4) })
      .chain((shape) =>
        fc
          .array(fc.double(), { minLength: shape.rows * shape.columns, maxLength: shape.rows * shape.columns })
          .map((data) => ({ ...shape, data: Float64Array.from(data) })),
      ),
    { maxLength: 3 },
  )
  .chain((tables) => anything.map((header) => ({ kind: "thing", formatVersion: 2, header, tables })));

const SMALL: Packed = {
  kind: "thing",
  formatVersion: 1,
  header: { text: "é", gap: Number.POSITIVE_INFINITY },
  tables: [{ name: "numbers", rows: 2, columns: 3, data: Float64Array.of(1, -0, Number.NaN, 1e-300, 1 / 3, -7) }],
};

function codeOf(bytes: Uint8Array): string {
  try {
    decodePacked(bytes, WANTED);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(/^a\.thing: .+\. .+\.$/);
    return (error as InputError).code;
  }
  return "accepted";
}

describe.each(FORMS)("a packed file as %s", (form) => {
  it("reads back with the same bits, whatever is in it", () => {
    fc.assert(
      fc.property(packed, (content) => {
        const bytes = encodePacked(content, { form });
        const read = decodePacked(bytes, WANTED);
        expect(toExactJson(read.header)).toBe(toExactJson(content.header));
        expect({ ...read, header: null }).toEqual({ ...content, header: null });
        expect(encodePacked(read, { form })).toEqual(bytes);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("reads from the middle of a larger buffer", () => {
    const bytes = encodePacked(SMALL, { form });
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(decodePacked(larger.subarray(3, 3 + bytes.length), WANTED)).toEqual(SMALL);
  });

  it("is refused when it ends early or goes on", () => {
    const bytes = encodePacked(SMALL, { form });
    for (let length = 0; length < bytes.length; length++) {
      expect(["damaged", "not-packed"], `${length} bytes`).toContain(codeOf(bytes.slice(0, length)));
    }
    for (const tail of [[0], [10], [32, 32]]) expect(codeOf(Uint8Array.from([...bytes, ...tail]))).toBe("damaged");
  });

  it("is refused when any byte is another", () => {
    const bytes = encodePacked(SMALL, { form });
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [1, 4, 0x20, 0x80, 0xff]) {
        const changed = bytes.slice();
        changed[at] ^= mask;
        expect(codeOf(changed), `byte ${at}, mask ${mask}`).not.toBe("accepted");
      }
    }
  });

  it("is refused when it is of a newer layout, whatever else that changed, or of another kind", () => {
    expect(codeOf(encodePacked({ ...SMALL, formatVersion: 4 }, { form }))).toBe("newer");
    const unlike = { ...SMALL, formatVersion: 9, tables: "elsewhere" as unknown as [] };
    if (form === "json")
      expect(codeOf(new TextEncoder().encode(toExactJson({ bagwise: "thing", ...unlike })))).toBe("newer");
    expect(codeOf(encodePacked({ ...SMALL, kind: "other" }, { form }))).toBe("other-kind");
    expect(codeOf(encodePacked({ ...SMALL, formatVersion: 0 }, { form }))).toBe("damaged");
    expect(codeOf(encodePacked({ ...SMALL, formatVersion: 1.5 }, { form }))).toBe("damaged");
  });
});

describe("a packed file", () => {
  it("is JSON when it is small, binary when it is not", () => {
    const of = (length: number) =>
      encodePacked({ ...SMALL, tables: [{ name: "a", rows: length, columns: 1, data: new Float64Array(length) }] });
    expect(JSON.parse(new TextDecoder().decode(of(512)))).toMatchObject({ bagwise: "thing", formatVersion: 1 });
    expect(new TextDecoder().decode(of(513).slice(0, 8))).toBe("bagwise\n");
  });

  it.each(["", "bag,label,x\na,1,2\n", "[1]", "\0\0\0\0", "\u001f\u008b"])("is not %j", (text) => {
    expect(codeOf(new TextEncoder().encode(text))).toBe("not-packed");
  });

  it.each(["{}", '{"bagwise":1}', '{"a":'])("is damaged when it is %s", (text) => {
    expect(codeOf(new TextEncoder().encode(text))).toBe("damaged");
  });

  it.each([
    [{ name: 1, rows: 1, columns: 1, data: [1] }],
    [{ name: "a", rows: -1, columns: 1, data: [] }],
    [{ name: "a", rows: 1.5, columns: 2, data: [1, 2, 3] }],
    [{ name: "a", rows: 1, columns: 1 }],
    [{ name: "a", rows: 1, columns: 1, data: "1" }],
    [{ name: "a", rows: 1, columns: 1, data: ["1"] }],
    [{ name: "a", rows: 2 ** 31, columns: 2 ** 31, data: [1] }],
    [null],
  ])("is damaged when a table is %j, in spite of a right checksum", (table) => {
    const body = new TextEncoder().encode(
      JSON.stringify({ bagwise: "thing", formatVersion: 1, header: {}, tables: [table] }).slice(0, -1),
    );
    const end = new TextEncoder().encode(`,"checksum":${crc32(body)}}`);
    expect(codeOf(Uint8Array.from([...body, ...end]))).toBe("damaged");
  });
});

it("crc32 is that of zlib", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0))).toBe(0);
});

it("exact JSON is JSON, and leaves objects that only look like numbers alone", () => {
  const value = { a: [Number.NaN, -0, 0], b: { number: "12" }, c: { number: "NaN", more: 1 }, d: "NaN" };
  expect(fromExactJson(toExactJson(value))).toEqual(value);
  expect(JSON.parse(toExactJson(value)).a).toEqual([{ number: "NaN" }, { number: "-0" }, 0]);
});
