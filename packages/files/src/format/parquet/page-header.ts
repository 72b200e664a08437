import type { ByteReader } from "./byte-reader.js";
import { named } from "./schema.js";
import { readStruct, type Struct } from "./thrift.js";
import { ENCODINGS, type Encoding } from "./values.js";

/** What stands before the bytes of a page. */
export interface PageHeader {
  readonly kind: "data" | "index" | "dictionary";
  /** Of the page as it is stored, and unpacked. */
  readonly size: number;
  readonly unpacked: number;
  /** The CRC-32 of the page as it is stored. */
  readonly checksum: number | undefined;
  readonly values: number;
  readonly encoding: Encoding;
  /** Version 2 of data pages keeps its levels apart, never packed. */
  readonly apart: ApartLevels | undefined;
}

interface ApartLevels {
  readonly nulls: number;
  readonly rows: number;
  /** The bytes of the levels. */
  readonly definition: number;
  readonly repetition: number;
  readonly packed: boolean;
}

/** Reads the header of a page. Throws an Error where it makes no sense. */
export function readPageHeader(reader: ByteReader): PageHeader {
  const header = readStruct(reader);
  const page = {
    size: header.count(3),
    unpacked: header.count(2),
    checksum: header.optional(4, (struct, field) => struct.integer(field) >>> 0),
    apart: undefined,
  };
  switch (header.integer(1)) {
    case 0: {
      const data = header.struct(5);
      // Levels of every writer of the last ten years are stored as runs.
      for (const field of [3, 4]) if (data.integer(field) !== 3) throw new Error("its levels are not stored as runs");
      return { ...page, kind: "data", values: data.count(1), encoding: encodingOf(data, 2) };
    }
    case 1:
      return { ...page, kind: "index", values: 0, encoding: "PLAIN" };
    case 2: {
      const dictionary = header.struct(7);
      const encoding = encodingOf(dictionary, 2);
      if (encoding !== "PLAIN" && encoding !== "PLAIN_DICTIONARY") throw new Error("its dictionary is not plain");
      return { ...page, kind: "dictionary", values: dictionary.count(1), encoding: "PLAIN" };
    }
    case 3: {
      const data = header.struct(8);
      const apart = {
        nulls: data.count(2),
        rows: data.count(3),
        definition: data.count(5),
        repetition: data.count(6),
        packed: data.optional(7, (struct, field) => struct.boolean(field)) ?? true,
      };
      return { ...page, kind: "data", values: data.count(1), encoding: encodingOf(data, 4), apart };
    }
    default:
      throw new Error(`pages of type ${header.integer(1)} are unknown`);
  }
}

function encodingOf(struct: Struct, field: number): Encoding {
  return named(ENCODINGS, struct.integer(field), "encoding");
}
