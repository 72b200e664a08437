import { ByteReader } from "./byte-reader.js";
import { CODECS, type Codec } from "./codecs/decompress.js";
import { type Leaf, leavesOf, named, readSchema, type SchemaNode } from "./schema.js";
import { readStruct, type Struct } from "./thrift.js";

/** The magic bytes at both ends and the length of the footer. */
const SHORTEST = 12;

/** The footer is usually shorter, and one read gets it. */
const FIRST_READ = 2 ** 19;

/** The values of one column in one row group, and where their bytes are. */
export interface Chunk {
  readonly leaf: Leaf;
  readonly codec: Codec;
  /** With nulls and empty lists. */
  readonly values: number;
  readonly start: number;
  readonly end: number;
}

/** Rows that are stored together. */
export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

/** What the footer says. */
export interface Metadata {
  readonly root: SchemaNode;
  readonly groups: readonly RowGroup[];
  readonly stored: ReadonlyMap<string, string>;
}

/** Bytes with random access. */
export interface Bytes {
  readonly length: number;
  /** `room`: memory that may be used for it. */
  slice(start: number, end: number, room?: ArrayBuffer): Promise<Uint8Array>;
}

/** Reads and checks the footer. Throws an Error about what is wrong. */
export async function readMetadata(file: Bytes): Promise<Metadata> {
  if (file.length < SHORTEST) throw new Error(`it has only ${file.length} bytes`);
  const from = Math.max(0, file.length - FIRST_READ);
  const tail = await file.slice(from, file.length);
  const closing = new ByteReader(tail.subarray(-8));
  const length = closing.uint32();
  const magic = String.fromCharCode(...closing.take(4));
  if (magic === "PARE") throw new Error("it is encrypted");
  if (magic !== "PAR1") throw new Error("it does not end like a Parquet file");
  const start = file.length - 8 - length;
  if (start < 4) throw new Error("the footer is longer than the file");
  const footer = start >= from ? tail.subarray(start - from, -8) : await file.slice(start, file.length - 8);
  return checked(readStruct(new ByteReader(footer)), file.length);
}

function checked(footer: Struct, length: number): Metadata {
  const root = readSchema(footer.structs(2));
  const leaves = leavesOf(root);
  const groups = footer.structs(4).map((group) => readGroup(group, leaves, length));
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (rows !== footer.count(3)) throw new Error(`the row groups have ${rows} rows and the file ${footer.count(3)}`);
  // Chunks lie side by side. If they could share bytes, a small file could claim to hold everything.
  const bytes = groups.flatMap(({ chunks }) => chunks).reduce((sum, { start, end }) => sum + end - start, 0);
  if (bytes > length) throw new Error("the columns have more bytes than the file");
  const stored = footer.optional(5, (struct, field) => struct.structs(field)) ?? [];
  return {
    root,
    groups,
    stored: new Map(stored.map((entry) => [entry.text(1), entry.has(2) ? entry.text(2) : ""])),
  };
}

function readGroup(group: Struct, leaves: readonly Leaf[], length: number): RowGroup {
  const rows = group.count(3);
  const columns = group.structs(1);
  if (columns.length !== leaves.length) throw new Error("a row group does not have the columns of the schema");
  const chunks = columns.map((column, i) => readChunk(column, leaves[i], rows, length));
  return { rows, chunks };
}

function readChunk(column: Struct, leaf: Leaf, rows: number, length: number): Chunk {
  const names = leaf.path.map(({ name }) => name);
  const where = JSON.stringify(names.join("."));
  if (column.has(1) && column.text(1) !== "") throw new Error(`column ${where} is stored in another file`);
  if (!column.has(3)) throw new Error(`column ${where} is encrypted`);
  const meta = column.struct(3);
  const path = meta.texts(3);
  if (path.length !== names.length || path.some((name, i) => name !== names[i])) {
    throw new Error(`column ${JSON.stringify(path.join("."))} stands where the schema has ${where}`);
  }
  const values = meta.count(5);
  const repeated = leaf.path.some(({ repetition }) => repetition === "REPEATED");
  if (repeated ? values < rows : values !== rows)
    throw new Error(`column ${where} has ${values} values for ${rows} rows`);
  const data = meta.count(9);
  const dictionary = meta.optional(11, (struct, field) => struct.count(field)) ?? 0;
  const start = dictionary > 0 ? Math.min(dictionary, data) : data;
  const end = start + meta.count(7);
  const sound = start >= 4 && end >= start && end <= length;
  // An empty row group may point anywhere.
  if (values > 0 && !sound) throw new Error(`column ${where} claims the bytes ${start} to ${end} of ${length}`);
  const codec = named(CODECS, meta.integer(4), "compression");
  return { leaf, codec, values, start: sound ? start : 4, end: sound ? end : 4 };
}
