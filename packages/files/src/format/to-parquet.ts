import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import type { WriteOptions } from "./format.js";
import { FEATURES_KEY } from "./parquet/plan.js";
import { GROUP_VALUES, type GroupColumn, type SchemaElement, writeGroups } from "./parquet/write-groups.js";
import { type RoleColumns, roleColumns } from "./rows/role-columns.js";
import { checkCharacters } from "./rows/whole-characters.js";

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
  yield* writeGroups(
    schemaOf(roles, whole ? INSTANCES : bags.features.map((name) => [double(name)])),
    whole ? bagGroups(bags, roles) : instanceGroups(bags, roles),
    { [FEATURES_KEY]: JSON.stringify(bags.features) },
  );
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
function roleData(bags: BagSet, { bag, label, group }: RoleColumns, bagOf: Uint32Array): GroupColumn[] {
  const columns: GroupColumn[] = [
    { name: bag, data: Array.from(bagOf, (i) => bags.idOf(i)) },
    { name: label, data: Int32Array.from(bagOf, (i) => LABEL_CODE[bags.labelOf(i)]) },
  ];
  if (group !== undefined) columns.push({ name: group, data: Array.from(bagOf, (i) => bags.groupOf(i)) });
  return columns;
}

/** Row groups with one row per instance. */
function* instanceGroups(bags: BagSet, roles: RoleColumns): Generator<GroupColumn[]> {
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
function* bagGroups(bags: BagSet, roles: RoleColumns): Generator<GroupColumn[]> {
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
