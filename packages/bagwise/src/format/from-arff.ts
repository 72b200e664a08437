import type { BagSet } from "../bags/bag-set.js";
import { labelReader } from "../bags/label-values.js";
import { InputError, type Place, quote } from "../base/errors.js";
import { isMissing, parseDecimal } from "../base/number-text.js";
import { type ArffAttribute, ArffHeader } from "./arff/header.js";
import { type ArffFields, commentStart, denseFields, raggedRow, sparseFields, trimmed } from "./arff/row.js";
import type { ReadOptions } from "./format.js";
import { BagBuilder } from "./rows/bag-builder.js";
import { MOST_COLUMNS } from "./rows/limits.js";
import { emptyBag, noteBagFields, noteGuessed, noteIgnoredText, noteNoLabel } from "./rows/messages.js";
import { assignRoles, keptFeatures, type Roles } from "./rows/roles.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** Takes the data row in a line of the file. */
type TakeRow = (text: string, line: number) => void;

/**
 * Reads ARFF, with one row per instance or with WEKA's relational bag attribute, dense or sparse.
 *
 * Numeric attributes, and nominal ones whose values are all numbers, are features. Other nominal
 * attributes, strings, dates and instance weights are left out. Memory: the result and one line.
 */
export async function fromArff(source: Source, options: ReadOptions): Promise<BagSet> {
  const file = source.name;
  const header = new ArffHeader(file);
  let builder: BagBuilder | undefined;
  let take: TakeRow | undefined;
  let last = 0;
  for await (const { text, line } of lines(source)) {
    last = line;
    if (take !== undefined) {
      const row = trimmed(text.slice(0, commentStart(text)));
      if (row !== "") take(row, line);
    } else if (header.line(text, line)) {
      const { attributes } = header;
      const bag = attributes.findIndex(({ kind }) => kind === "relational");
      const plan = bag === -1 ? planFlat(attributes, file, options) : planRelational(attributes, bag, file, options);
      builder = new BagBuilder({ features: plan.features, file, options });
      take = plan.reader(builder);
    }
  }
  if (builder === undefined) throw header.cutOff(last);
  return builder.finish();
}

interface Plan {
  readonly features: readonly string[];
  reader(builder: BagBuilder): TakeRow;
}

/** One row per instance. */
function planFlat(attributes: readonly ArffAttribute[], file: string, options: ReadOptions): Plan {
  const names = attributes.map(({ name }) => name);
  const roles = assignRoles(names, options, file);
  noteGuessed(options, roles);
  const parts = new Set([roles.bag, roles.label, roles.group]);
  const rest = names.flatMap((_, i) => (parts.has(i) || roles.ignored.has(i) ? [] : [i]));
  const kept = withoutText(attributes, rest, options);
  if (roles.label === undefined) noteNoLabel(options);
  return {
    features: kept.map((i) => names[i]),
    reader: (builder) => {
      const fieldsOf = fieldReader(attributes, roles.ignored);
      const openBag = bagReader(names, roles, builder, file, options);
      const takeValues = valueReader(names, kept, builder);
      return (text, line) => {
        const fields = fieldsOf(text, { file, line });
        takeValues(fields, openBag(fields, line), (column) => ({
          file,
          line,
          column: column + 1,
          field: names[column],
        }));
      };
    },
  };
}

/** One row per bag; the instances are the lines of its relational value. */
function planRelational(all: readonly ArffAttribute[], bag: number, file: string, options: ReadOptions): Plan {
  const { inside } = all[bag];
  const inner = inside.map(({ name }) => name);
  // The relational attribute itself is often called "bag"; it must not be taken for the bag's id.
  const outer = all.flatMap((_, i) => (i === bag ? [] : [i]));
  const names = outer.map((i) => all[i].name);
  const ofBag = (options.ignore ?? []).filter((name) => names.includes(name));
  const roles = assignRoles(names, { ...options, ignore: ofBag }, file);
  noteGuessed(options, roles);
  const wanted = keptFeatures(
    inner,
    options.ignore?.filter((name) => !ofBag.includes(name)),
    file,
  );
  const kept = withoutText(inside, wanted, options);
  if (roles.label === undefined) noteNoLabel(options);
  const used = new Set([roles.bag, roles.label, roles.group, ...roles.ignored]);
  noteBagFields(
    options,
    names.filter((_, i) => !used.has(i)),
  );
  return {
    features: kept.map((i) => inner[i]),
    reader: (builder) => {
      const outerFields = fieldReader(all, new Set([...roles.ignored].map((i) => outer[i])));
      const dropped = new Set(inner.keys());
      for (const i of wanted) dropped.delete(i);
      const innerFields = fieldReader(inside, dropped);
      const openBag = bagReader(names, roles, builder, file, options);
      const takeValues = valueReader(inner, kept, builder);
      return (text, line) => {
        const { texts, quoted } = outerFields(text, { file, line });
        const shifted = {
          texts: outer.map((i) => texts[i]),
          quoted: new Set(outer.flatMap((i, k) => (quoted.has(i) ? [k] : []))),
        };
        const number = openBag(shifted, line);
        const id = shifted.texts[roles.bag];
        const rows = texts[bag].split("\n").filter((row) => row.trim() !== "");
        if (rows.length === 0 || (texts[bag] === "?" && !quoted.has(bag))) throw emptyBag({ file, line, bag: id });
        for (const row of rows) {
          const fields = innerFields(trimmed(row), { file, line, bag: id });
          takeValues(fields, number, (column) => ({ file, line, field: inner[column], bag: id }));
        }
      };
    },
  };
}

/** The chosen attributes that are numbers, with a note about the others. */
function withoutText(attributes: readonly ArffAttribute[], chosen: readonly number[], options: ReadOptions): number[] {
  const text = chosen.filter((i) => attributes[i].kind !== "number");
  noteIgnoredText(
    options,
    text.map((i) => attributes[i].name),
  );
  return chosen.filter((i) => attributes[i].kind === "number");
}

/** Splits a row and checks the number of its values and that nominal ones are declared. */
function fieldReader(attributes: readonly ArffAttribute[], ignored: ReadonlySet<number>) {
  const defaults = attributes.map(({ ifLeftOut }) => ifLeftOut);
  const nominal = attributes.flatMap(({ values }, i) =>
    values === undefined || ignored.has(i) ? [] : [{ i, values }],
  );
  return (text: string, where: Place): ArffFields => {
    const fields = text.startsWith("{")
      ? sparseFields(text, defaults, where)
      : denseFields(text, where, MOST_COLUMNS + 1);
    const { texts, quoted } = fields;
    if (texts.length === attributes.length + 1 && /^\{[\d.eE+-]+\}$/.test(texts[attributes.length])) texts.pop();
    if (texts.length !== attributes.length) throw raggedRow(texts.length, attributes.length, where);
    for (const { i, values } of nominal) {
      if (values.has(texts[i]) || (texts[i] === "?" && !quoted.has(i))) continue;
      throw undeclared(texts[i], { ...where, column: i + 1, field: attributes[i].name });
    }
    return fields;
  };
}

/** Reads bag, label and group of a row; returns the number of the bag. */
function bagReader(names: readonly string[], roles: Roles, builder: BagBuilder, file: string, options: ReadOptions) {
  const labelCode = labelReader(options);
  return ({ texts, quoted }: ArffFields, line: number): number => {
    const at = (column: number) => (): Place => ({ file, line, column: column + 1, field: names[column] });
    const text = (column: number) => (texts[column] === "?" && !quoted.has(column) ? "" : texts[column]);
    const bag = builder.bag(text(roles.bag), at(roles.bag));
    if (roles.label !== undefined) builder.label(bag, labelCode(text(roles.label), at(roles.label)), at(roles.label));
    if (roles.group !== undefined) builder.group(bag, text(roles.group), at(roles.group));
    return bag;
  };
}

/** Takes the features of a row as an instance of a bag. */
function valueReader(names: readonly string[], kept: readonly number[], builder: BagBuilder) {
  return ({ texts }: ArffFields, bag: number, where: (column: number) => Place): void => {
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
    builder.endRow(bag);
  };
}

function undeclared(value: string, where: Place): InputError {
  return new InputError({
    code: "arff-nominal",
    message: `${quote(value)} is not among the declared values`,
    remedy: "Declare it in the header, or correct it.",
    where,
  });
}
