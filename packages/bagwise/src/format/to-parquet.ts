import type { ParquetWriter } from "hyparquet-writer";
import type { BagSet } from "../bags/bag-set.js";
import { LABEL_CODE } from "../bags/label.js";
import type { WriteOptions } from "./format.js";
import { addChecksums } from "./parquet/add-checksums.js";
import { FEATURES_KEY } from "./parquet/plan.js";
import { type RoleColumns, roleColumns } from "./rows/role-columns.js";
import { checkCharacters } from "./rows/whole-characters.js";

type SchemaElement = ParquetWriter["schema"][number];

/** About how many values go into a row group. */
const GROUP_VALUES = 2 ** 20;

/**
 * A column of a row group. A dictionary would treat -0 and 0 as one value, so features are written
 * plain.
 */
interface Column {
  readonly name: string;
  readonly data: Float64Array | Int32Array | unknown[];
  readonly encoding?: "PLAIN";
}

/**
 * Writes Parquet: one row per instance with a DOUBLE column per feature (default), or with `rows:
 * "bags"` one row per bag with a column `instances` of lists of lists, where the names of the
 * features are stored as `bagwise.features`. Labels are the integers 1, 0 and -1. Pages have
 * checksums. Keeps everything of a BagSet. Memory: twice one row group.
 */
export async function* toParquet(bags: BagSet, { rows = "instances" }: WriteOptions): AsyncGenerator<Uint8Array> {
  const whole = rows === "bags";
  checkCharacters(bags, { groups: true, features: !whole });
  const roles = whole ? { bag: "bag", label: "label", ...(bags.grouped ? { group: "group" } : {}) } : roleColumns(bags);
  // Loaded on demand, so that other formats do not pay for it.
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(roles, whole ? INSTANCES : bags.features.map((name) => [double(name)])),
    kvMetadata: [{ key: FEATURES_KEY, value: JSON.stringify(bags.features) }],
  });
  for (const columnData of whole ? bagGroups(bags, roles) : instanceGroups(bags, roles)) {
    const columns = parquet.pendingIndexes.length;
    await parquet.write({ columnData, rowGroupSize: Number.POSITIVE_INFINITY });
    const bytes = writer.getBytes();
    const group = parquet.row_groups[parquet.row_groups.length - 1];
    const piece = addChecksums(bytes, writer.offset - bytes.length, group, parquet.pendingIndexes.slice(columns));
    writer.offset += piece.length - bytes.length;
    writer.index = 0;
    yield piece;
  }
  await parquet.finish();
  yield writer.getBytes().slice();
}

function double(name: string): SchemaElement {
  return { name, type: "DOUBLE", repetition_type: "REQUIRED" };
}

/**
 * The column of instances, a list of lists, described as the Parquet standard says.
 */
const INSTANCES: readonly SchemaElement[][] = [
  [
    { name: "instances", converted_type: "LIST", repetition_type: "REQUIRED", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", converted_type: "LIST", repetition_type: "REQUIRED", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    double("element"),
  ],
];

function schemaOf({ bag, label, group }: RoleColumns, others: readonly SchemaElement[][]): SchemaElement[] {
  const text = (name: string): SchemaElement => ({
    name,
    type: "BYTE_ARRAY",
    converted_type: "UTF8",
    repetition_type: "REQUIRED",
  });
  const roles: SchemaElement[] = [text(bag), { name: label, type: "INT32", repetition_type: "REQUIRED" }];
  if (group !== undefined) roles.push(text(group));
  return [{ name: "root", num_children: roles.length + others.length }, ...roles, ...others.flat()];
}

/** Role columns of a row group; `bagOf` is the number of the bag of each row. */
function roleData(bags: BagSet, { bag, label, group }: RoleColumns, bagOf: Uint32Array): Column[] {
  const columns: Column[] = [
    { name: bag, data: Array.from(bagOf, (i) => bags.idOf(i)) },
    { name: label, data: Int32Array.from(bagOf, (i) => LABEL_CODE[bags.labelOf(i)]) },
  ];
  if (group !== undefined) columns.push({ name: group, data: Array.from(bagOf, (i) => bags.groupOf(i)) });
  return columns;
}

/** Row groups with one row per instance. */
function* instanceGroups(bags: BagSet, roles: RoleColumns): Generator<Column[]> {
  const width = bags.dimension;
  const most = Math.max(1, Math.floor(GROUP_VALUES / width));
  let bag = 0;
  let j = 0;
  for (let left = bags.instances; left > 0; ) {
    const rows = Math.min(left, most);
    const bagOf = new Uint32Array(rows);
    const columns = bags.features.map((name) => ({ name, data: new Float64Array(rows), encoding: "PLAIN" as const }));
    for (let r = 0; r < rows; r++) {
      while (j === bags.sizeOf(bag)) {
        bag++;
        j = 0;
      }
      const start = (bags.startOf(bag) + j++) * width;
      bagOf[r] = bag;
      for (let k = 0; k < width; k++) columns[k].data[r] = bags.data[start + k];
    }
    yield [...roleData(bags, roles, bagOf), ...columns];
    left -= rows;
  }
}

/** Row groups with one row per bag. */
function* bagGroups(bags: BagSet, roles: RoleColumns): Generator<Column[]> {
  for (let first = 0; first < bags.size; ) {
    const data: number[][][] = [];
    for (let values = 0; first + data.length < bags.size && values < GROUP_VALUES; ) {
      const { size, instance } = bags.bag(first + data.length);
      data.push(Array.from({ length: size }, (_, j) => Array.from(instance(j))));
      values += size * bags.dimension;
    }
    const bagOf = Uint32Array.from(data, (_, i) => first + i);
    yield [...roleData(bags, roles, bagOf), { name: "instances", data, encoding: "PLAIN" }];
    first += data.length;
  }
}
