import { brotliCompressSync, gzipSync } from "node:zlib";
import { BagSet } from "@bagwise/core/bags";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { parquet } from "../../../src/format/formats.js";
import { ByteReader } from "../../../src/format/parquet/byte-reader.js";
import { type Codec, unpack } from "../../../src/format/parquet/codecs/decompress.js";
import { readHybrid } from "../../../src/format/parquet/hybrid.js";
import { readStruct } from "../../../src/format/parquet/thrift.js";
import { plainBags } from "../arbitrary-bags.js";
import { failure, read, written } from "../reading.js";

const bags = BagSet.from({
  data: Array.from({ length: 40 }, (_, i) => i / 7),
  offsets: [0, 12, 20],
  ids: ["a", "b"],
  labels: ["positive", "unlabeled"],
  features: ["w", "h"],
});

describe("Parquet files of ours have checksums", () => {
  for (const rows of ["instances", "bags"] as const) {
    it(`so that a changed page with one row for ${rows} is refused, or reads the same`, async () => {
      const good = await written(parquet, bags, { rows });
      const wanted = plainBags(await read(parquet, good));
      const footer = good.length - 8 - new DataView(good.buffer).getUint32(good.length - 8, true);
      let refused = 0;
      for (let at = 4; at < footer; at++) {
        const damaged = good.slice();
        damaged[at] ^= 1 << (at % 8);
        const bags = await read(parquet, damaged).catch((error: unknown) => error);
        if (bags instanceof BagSet) expect(plainBags(bags)).toEqual(wanted);
        else {
          expect(bags).toMatchObject({ code: "parquet" });
          refused++;
        }
      }
      // Some bits of a header do not matter, such as which of two names an encoding has.
      expect(refused).toBeGreaterThan(0.9 * (footer - 4));
    });
  }

  it("and another reader finds every page", async () => {
    const rows = 2 ** 18;
    const data = Float64Array.from({ length: rows }, (_, i) => i / 3);
    const long = BagSet.own({
      data,
      offsets: Uint32Array.of(0, rows),
      ids: ["a"],
      labels: new Int8Array(1),
      features: ["w"],
    });
    const bytes = await written(parquet, long);
    const file = bytes.buffer.slice(0) as ArrayBuffer;
    const [group] = parquetMetadata(file).row_groups;
    expect(group.columns[2].offset_index_offset).toBeDefined();
    const options = { file, rowStart: rows - 3, rowEnd: rows, useOffsetIndex: true };
    const last = await parquetReadObjects(options);
    expect(last.map(({ w }) => w)).toEqual([...data.slice(-3)]);
  });
});

describe("packed bytes", () => {
  const plain = new TextEncoder().encode("abababababababababab");
  const literal = [(plain.length - 1) << 2, ...plain];
  const packed: [Codec, number[] | Uint8Array][] = [
    ["UNCOMPRESSED", plain],
    ["SNAPPY", [plain.length, ...literal]],
    // Two literals, then a copy of the rest.
    ["SNAPPY", [plain.length, 4, 97, 98, ((18 - 1) << 2) | 2, 2, 0]],
    ["GZIP", gzipSync(plain)],
    ["BROTLI", brotliCompressSync(plain)],
    ["LZ4_RAW", [0x2e, 97, 98, 2, 0]],
    ["LZ4", [0, 0, 0, plain.length, 0, 0, 0, 5, 0x2e, 97, 98, 2, 0]],
    ["ZSTD", [0x28, 0xb5, 0x2f, 0xfd, 0x20, plain.length, (plain.length << 3) | 1, 0, 0, ...plain]],
  ];

  for (const [codec, bytes] of packed) {
    it(`of ${codec} give the size they should, or an error`, async () => {
      const input = Uint8Array.from(bytes);
      expect(await unpack(codec, input, plain.length)).toEqual(plain);
      for (const size of [0, 1, plain.length - 1, plain.length + 1, 1000, 2 ** 31 - 1]) {
        await expect(unpack(codec, input, size)).rejects.toThrow();
      }
      for (let end = 0; end < input.length; end++) {
        await expect(unpack(codec, input.subarray(0, end), plain.length)).rejects.toThrow();
      }
    });
  }
});

describe("a claim that the bytes cannot justify is refused before it costs anything", () => {
  it("in runs", () => {
    const billions = Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 1);
    expect(() => readHybrid(new ByteReader(billions), 1, new Uint8Array(8))).toThrow("longer");
    expect(() => readHybrid(new ByteReader(Uint8Array.of(0xff, 0xff, 0xff, 0x7f)), 8, new Uint8Array(8))).toThrow();
    expect(() => readHybrid(new ByteReader(Uint8Array.of(0)), 0, new Uint8Array(8))).not.toThrow();
    // DuckDB fills up runs to 32 numbers.
    const filled = new Uint8Array(3);
    readHybrid(new ByteReader(Uint8Array.of(9, 0b101, 0, 0, 0)), 1, filled);
    expect([...filled]).toEqual([1, 0, 1]);
  });

  it("in lists and records", () => {
    const longList = Uint8Array.of(0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x07, 0);
    expect(() => readStruct(new ByteReader(longList))).toThrow("longer");
    expect(() => readStruct(new ByteReader(new Uint8Array(10_000).fill(0x1c)))).toThrow("nested");
    expect(() => readStruct(new ByteReader(new Uint8Array(10_000).fill(0x19)))).toThrow("nested");
  });

  it("in the number of rows", async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const rows = 1_100_000;
    const columnData = [
      { name: "bag", data: new Array(rows).fill("a"), type: "STRING" as const },
      { name: "x", data: new Array(rows).fill(1), type: "INT32" as const },
    ];
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: rows, pageSize: 2 ** 30 }));
    expect(bytes.length).toBeLessThan(1000);
    expect(await failure(parquet, bytes)).toMatchObject({ code: "parquet" });
  });
});
