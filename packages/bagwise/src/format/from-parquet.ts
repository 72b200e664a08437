import type { BagSet } from "../bags/bag-set.js";
import { labelReader } from "../bags/label-values.js";
import type { Place } from "../base/errors.js";
import type { ReadOptions } from "./format.js";
import { nestedColumn, type ParquetColumn, parquetColumns } from "./parquet/columns.js";
import { openParquet } from "./parquet/file.js";
import type { ColumnValues } from "./parquet/meaning.js";
import { FEATURES_KEY, planParquet } from "./parquet/plan.js";
import { BagBuilder } from "./rows/bag-builder.js";
import { cellText, labelText } from "./rows/cell-values.js";
import { noInstances, noteGuessed, noteNoLabel } from "./rows/messages.js";
import { assignRoles, keptFeatures, type Roles } from "./rows/roles.js";
import type { Source } from "./text/source.js";

/**
 * Reads Parquet, one row group at a time: one row per instance; or one row per bag, with a column
 * of lists of lists (a list of instances, each a list of numbers) or with one list column per
 * feature, as SQL's `list(f1)` with `GROUP BY bag` gives. Booleans are features of 1 and 0, 64-bit
 * integers become the nearest double, null and NaN are missing. Memory: the result and one row
 * group.
 */
export async function fromParquet(source: Source, options: ReadOptions): Promise<BagSet> {
  const file = source.name;
  const parquet = await openParquet(source);
  const { roles, names, rest } = chooseColumns(parquetColumns(parquet.schema), file, options);
  noteGuessed(options, roles);
  const plan = planParquet(rest, parquet.stored(FEATURES_KEY), file, options);
  if (roles.label === undefined) noteNoLabel(options);
  const parts = [roles.bag, roles.label, roles.group].flatMap((at) => (at === undefined ? [] : [names[at]]));
  let builder: BagBuilder | undefined;
  for await (const { rows, values, bytes } of parquet.groups([...parts, ...plan.columns])) {
    options.signal?.throwIfAborted();
    if (rows > 0) {
      const own = values.slice(parts.length);
      builder ??= new BagBuilder({ features: plan.features(own), file, options });
      const openBag = bagReader(builder, parts, roles, values, file, options);
      for (let r = 0; r < rows; r++) plan.take(builder, own, r, openBag(r));
    }
    // Random access bypasses the progress that is counted on streams.
    if (source.slice !== undefined) options.onProgress?.({ bytes, total: source.size });
  }
  if (builder !== undefined) return builder.finish();
  throw noInstances({ file });
}

/**
 * The roles and names of the plain columns, and the columns left for features. Only plain columns
 * have a role.
 */
function chooseColumns(all: readonly ParquetColumn[], file: string, options: ReadOptions) {
  const everyName = all.map(({ name }) => name);
  const byNumber = (wanted: string) => {
    const number = everyName.includes(wanted) || !/^[1-9]\d*$/.test(wanted) ? 0 : Number(wanted);
    return everyName[number - 1] ?? wanted;
  };
  const columns = keptFeatures(everyName, options.ignore?.map(byNumber), file).map((i) => all[i]);
  const named = (part: "bag" | "label" | "group") => {
    const wanted = options[part];
    if (wanted === undefined) return {};
    const column = columns.find(({ name }) => name === byNumber(wanted));
    if (column !== undefined && column.depth !== 0) throw nestedColumn({ file, field: column.name });
    return { [part]: column?.name ?? wanted };
  };
  const nested = columns.find(({ depth }) => depth === undefined);
  if (nested !== undefined) throw nestedColumn({ file, field: nested.name });
  const plain = columns.filter(({ depth }) => depth === 0);
  const names = plain.map(({ name }) => name);
  const roles = assignRoles(names, { ...named("bag"), ...named("label"), ...named("group") }, file);
  const parts = new Set([roles.bag, roles.label, roles.group].flatMap((at) => (at === undefined ? [] : [plain[at]])));
  return { roles, names, rest: columns.filter((column) => !parts.has(column)) };
}

/** Reads bag, label and group of row r; their columns come first among the values. */
function bagReader(
  builder: BagBuilder,
  parts: readonly string[],
  roles: Roles,
  values: readonly ColumnValues[],
  file: string,
  options: ReadOptions,
) {
  const labelCode = labelReader(options);
  const textOfLabel = labelText(options);
  const labelAt = roles.label === undefined ? undefined : 1;
  const groupAt = roles.group === undefined ? undefined : parts.length - 1;
  return (r: number): { number: number; id: string } => {
    const atBag = (): Place => ({ file, field: parts[0] });
    const id = cellText(values[0][r], atBag);
    const number = builder.bag(id, atBag);
    if (labelAt !== undefined) {
      const where = (): Place => ({ file, field: parts[labelAt], bag: id });
      builder.label(number, labelCode(textOfLabel(values[labelAt][r], where), where), where);
    }
    if (groupAt !== undefined) {
      const where = (): Place => ({ file, field: parts[groupAt], bag: id });
      builder.group(number, cellText(values[groupAt][r], where), where);
    }
    return { number, id };
  };
}
