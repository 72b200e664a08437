import { type BagSet, labelReader } from "@bagwise/core/bags";
import { isMissing, type Place, parseDecimal } from "@bagwise/core/base";
import type { OpenTable } from "../table/table.js";
import { ArffTable } from "./arff/arff-table.js";
import { fieldReader, instanceRows, isUnknown } from "./arff/fields.js";
import { type ArffAttribute, ArffHeader } from "./arff/header.js";
import { type ArffFields, commentStart, trimmed } from "./arff/row.js";
import type { ReadOptions } from "./format.js";
import { BagBuilder } from "./rows/bag-builder.js";
import { emptyBag, noteGuessed, noteNoLabel } from "./rows/messages.js";
import { plainRecipe } from "./rows/plain-recipe.js";
import { recallColumns } from "./rows/recall-columns.js";
import { assignRoles, hasRole, keptFeatures, type Roles } from "./rows/roles.js";
import { asksForTable } from "./table/asks-for-table.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** Takes the data rows in the lines of the file. */
interface Taker {
  take(row: string, line: number): void;
  finish(): BagSet | Promise<BagSet>;
}

/**
 * Reads ARFF, with one row per instance or with WEKA's relational bag attribute, dense or sparse.
 * Instance weights are left out.
 *
 * Where all attributes are numbers, or nominal with numbers as values, rows are taken as they come.
 * Memory: the result and one line. Where there is more to understand (words, dates), all rows are
 * held in memory first.
 */
export async function fromArff(source: Source, options: ReadOptions): Promise<BagSet> {
  const taker = await taken(source, (attributes) => takerFor(attributes, source.name, options));
  return await taker.finish();
}

/** The rows of an ARFF file. Holds them all. */
export async function arffTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const taker = await taken(source, (attributes) => new ArffTable(attributes, { file: source.name, options }));
  return taker.table();
}

/** What takes the rows, after it has taken all. */
async function taken<Rows extends Pick<Taker, "take">>(
  source: Source,
  open: (attributes: readonly ArffAttribute[]) => Rows,
): Promise<Rows> {
  const header = new ArffHeader(source.name);
  let taker: Rows | undefined;
  let last = 0;
  for await (const { text, line } of lines(source)) {
    last = line;
    if (taker !== undefined) {
      const row = trimmed(text.slice(0, commentStart(text)));
      if (row !== "") taker.take(row, line);
    } else if (header.line(text, line)) taker = open(header.attributes);
  }
  if (taker === undefined) throw header.cutOff(last);
  return taker;
}

function takerFor(attributes: readonly ArffAttribute[], file: string, options: ReadOptions): Taker {
  const bag = attributes.findIndex(({ kind }) => kind === "relational");
  const table = () => new ArffTable(attributes, { file, options });
  if (asksForTable(options)) return table();
  return (
    (bag === -1 ? flatTaker(attributes, file, options) : relationalTaker(attributes, bag, file, options)) ?? table()
  );
}

/** One row per instance; undefined if some attributes are not numbers. */
function flatTaker(attributes: readonly ArffAttribute[], file: string, options: ReadOptions): Taker | undefined {
  const names = attributes.map(({ name }) => name);
  const roles = assignRoles(names, options, file);
  const kept =
    options.recipe === undefined
      ? names.flatMap((_, i) => (hasRole(roles, i) ? [] : [i]))
      : recallColumns(names, roles, options.recipe, file, options);
  if (kept.some((i) => attributes[i].kind !== "number")) return undefined;
  noteGuessed(options, roles);
  if (roles.label === undefined) noteNoLabel(options);
  const builder = new BagBuilder({ features: kept.map((i) => names[i]), file, options });
  const fieldsOf = fieldReader(attributes, roles.ignored);
  const openBag = bagReader(names, roles, builder, file, options);
  const takeValues = valueReader(names, kept, builder);
  return {
    take: (row, line) => {
      const fields = fieldsOf(row, { file, line });
      const where = (column: number) => ({ file, line, column: column + 1, field: names[column] });
      takeValues(fields, { bag: openBag(fields, line), line, where });
    },
    finish: () => builder.finish().withRecipe(plainRecipe({ names, roles, features: kept }, options)),
  };
}

/**
 * One row per bag; the instances are the lines of its relational value. Undefined if some attributes
 * are not numbers, or if the bag has values of its own.
 */
function relationalTaker(
  all: readonly ArffAttribute[],
  bag: number,
  file: string,
  options: ReadOptions,
): Taker | undefined {
  const { inside } = all[bag];
  const inner = inside.map(({ name }) => name);
  // The relational attribute itself is often called "bag"; it must not be taken for the bag's id.
  const outer = all.flatMap((_, i) => (i === bag ? [] : [i]));
  const names = outer.map((i) => all[i].name);
  const ofBag = (options.ignore ?? []).filter((name) => names.includes(name));
  const roles = assignRoles(names, { ...options, ignore: ofBag }, file);
  const others = options.ignore?.filter((name) => !ofBag.includes(name));
  const kept = keptFeatures(inner, others, file);
  const plain = kept.every((i) => inside[i].kind === "number") && names.every((_, i) => hasRole(roles, i));
  if (!plain) return undefined;
  noteGuessed(options, roles);
  if (roles.label === undefined) noteNoLabel(options);
  const features = kept.map((i) => inner[i]);
  const builder = new BagBuilder({ features, file, options });
  const outerFields = fieldReader(all, new Set([...roles.ignored].map((i) => outer[i])));
  const innerFields = fieldReader(inside, new Set(inner.flatMap((_, i) => (kept.includes(i) ? [] : [i]))));
  const openBag = bagReader(names, roles, builder, file, options);
  const takeValues = valueReader(inner, kept, builder);
  return {
    take: (row, line) => {
      const { texts, quoted } = outerFields(row, { file, line });
      const shifted = {
        texts: outer.map((i) => texts[i]),
        quoted: new Set(outer.flatMap((i, k) => (quoted.has(i) ? [k] : []))),
      };
      const number = openBag(shifted, line);
      const id = shifted.texts[roles.bag];
      const rows = instanceRows(texts[bag], quoted.has(bag));
      if (rows.length === 0) throw emptyBag({ file, line, bag: id });
      for (const each of rows) {
        const fields = innerFields(each, { file, line, bag: id });
        takeValues(fields, { bag: number, line, where: (column) => ({ file, line, field: inner[column], bag: id }) });
      }
    },
    finish: () => {
      const recipe = plainRecipe({ names: [...names, ...features], roles, features: [] }, options);
      const columns = features.map((name) => ({ name, use: { as: "number" } }) as const);
      return builder.finish().withRecipe({ ...recipe, columns, ignored: ofBag, instances: all[bag].name });
    },
  };
}

/** Reads bag, label and group of a row; returns the number of the bag. */
function bagReader(names: readonly string[], roles: Roles, builder: BagBuilder, file: string, options: ReadOptions) {
  const labelCode = labelReader(options);
  return ({ texts, quoted }: ArffFields, line: number): number => {
    const at = (column: number) => (): Place => ({ file, line, column: column + 1, field: names[column] });
    const text = (column: number) => (isUnknown(texts[column], quoted.has(column)) ? "" : texts[column]);
    const bag = builder.bag(text(roles.bag), at(roles.bag));
    if (roles.label !== undefined) builder.label(bag, labelCode(text(roles.label), at(roles.label)), at(roles.label));
    if (roles.group !== undefined) builder.group(bag, text(roles.group), at(roles.group));
    return bag;
  };
}

/** Takes the features of a row as an instance of a bag. */
function valueReader(names: readonly string[], kept: readonly number[], builder: BagBuilder) {
  return (
    { texts }: ArffFields,
    { bag, line, where }: { bag: number; line: number; where: (column: number) => Place },
  ): void => {
    const start = builder.startRow();
    const { values } = builder;
    for (let k = 0; k < kept.length; k++) {
      const text = texts[kept[k]];
      const number = parseDecimal(text);
      if (number !== undefined && Number.isFinite(number)) values[start + k] = number;
      else if (isMissing(text)) values[start + k] = builder.missing(text, () => where(kept[k]));
      else
        throw builder.notANumber(number === undefined ? text : String(number), {
          ...where(kept[k]),
          field: names[kept[k]],
        });
    }
    builder.endRow(bag, line);
  };
}
