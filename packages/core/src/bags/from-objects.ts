import { InputError, type Place, quote } from "../base/errors.js";
import { type LabelNames, labelReader, NOT_SAID } from "./label-values.js";
import type { OwnedParts } from "./owned-parts.js";

/** One instance: its values by position, or by the names of the features. */
export type InstanceValues = ArrayLike<number> | Readonly<Record<string, number>>;

/**
 * A label as files write it: 1, "positive" or true; 0, "", null, undefined, "unlabeled" or false;
 * -1 or "negative". Options of `BagSet.from` may name other values. False is unlabeled, because a
 * bag that nobody marked may still be positive.
 */
export type LabelValue = string | number | boolean | null | undefined;

/** A bag as a plain object. */
export interface BagObject {
  readonly id: string | number;
  /** Default: unlabeled. */
  readonly label?: LabelValue;
  readonly group?: string | number | undefined;
  readonly instances: readonly InstanceValues[];
}

/** An instance as a plain object that also says which bag it belongs to. */
export type RowObject = Readonly<Record<string, unknown>>;

/** How `BagSet.from` reads plain objects. */
export interface FromOptions extends LabelNames {
  /**
   * The names of the features. Default: the keys of the first instance, or f1, f2 ... by position.
   */
  readonly features?: readonly string[] | undefined;
}

/** How `BagSet.from` reads rows: which keys are not features. */
export interface FromRowsOptions extends FromOptions {
  /** The key that names the bag. */
  readonly bag: string;
  /** The key of the label. Default: every bag is unlabeled. */
  readonly label?: string | undefined;
  /** The key of the group. Default: no groups. */
  readonly group?: string | undefined;
  /** Keys to leave out. Default: none. */
  readonly ignore?: readonly string[] | undefined;
}

/** The parts of a BagSet from plain objects: rows where the option `bag` is given, else bags. */
export function partsOfObjects(
  given: readonly BagObject[] | readonly RowObject[],
  options: FromOptions | FromRowsOptions,
): OwnedParts {
  const byRow = "bag" in options && options.bag !== undefined;
  return byRow
    ? partsOfRows(given as readonly RowObject[], options)
    : partsOfBags(given as readonly BagObject[], options);
}

/**
 * The parts of a BagSet from bags as plain objects, in their order. Throws an InputError that names
 * the bag and the field. No bag: no feature unless they are named.
 */
function partsOfBags(bags: readonly BagObject[], options: FromOptions): OwnedParts {
  const readLabel = labelOfValue(options);
  const first = bags.find(({ instances }) => instances?.length > 0)?.instances[0];
  const features = options.features ?? featuresOf(first);
  const offsets = new Uint32Array(bags.length + 1);
  const labels = new Int8Array(bags.length);
  const values: number[] = [];
  const ids = bags.map(({ id, label, instances }, i) => {
    const bag = nameOf(id, `bag ${i + 1} has no id`, { field: "id" });
    if (!Array.isArray(instances))
      throw fault("parts", "the bag has no list of instances", "Give it `instances`, a list.", { bag });
    for (const [j, instance] of instances.entries()) pushInstance(values, instance, features, { bag, j });
    offsets[i + 1] = offsets[i] + instances.length;
    labels[i] = readLabel(label, { bag, field: "label" });
    return bag;
  });
  const grouped = bags.some(({ group }) => group !== undefined);
  const groups = grouped
    ? bags.map(({ group }, i) =>
        nameOf(group, "the bag has no group, but others have", { bag: ids[i], field: "group" }),
      )
    : undefined;
  return { data: Float64Array.from(values), offsets, ids, labels, features, groups };
}

/**
 * The same from rows that name their bag. Bags stand in the order of their first rows; their rows
 * need not be next to each other. Every key that has no other role is a feature.
 */
function partsOfRows(rows: readonly RowObject[], options: FromRowsOptions): OwnedParts {
  const { bag: key, label, group, ignore = [] } = options;
  const roles = new Set([key, label, group, ...ignore]);
  const features = options.features ?? Object.keys(rows[0] ?? {}).filter((name) => !roles.has(name));
  const readLabel = labelOfValue(options);
  const byBag = new Map<string, { bag: BagObject; code: number; instances: InstanceValues[] }>();
  for (const [i, row] of rows.entries()) {
    const id = nameOf(row[key], `row ${i + 1} names no bag`, { field: key });
    for (const role of [label, group]) if (role !== undefined) checkKey(row, role, { bag: id, i });
    const own =
      group === undefined ? undefined : nameOf(row[group], `row ${i + 1} has no group`, { bag: id, field: group });
    const given = label === undefined ? undefined : row[label];
    const code = readLabel(given, { bag: id, ...(label === undefined ? {} : { field: label }) });
    const before = byBag.get(id);
    if (before === undefined) {
      const instances = [row as InstanceValues];
      byBag.set(id, { bag: { id, label: given as LabelValue, group: own, instances }, code, instances });
      continue;
    }
    const remedy = (what: string) => `Give all rows of a bag the same ${what}.`;
    if (before.code !== code) throw fault("two-labels", `row ${i + 1} has another label`, remedy("label"), { bag: id });
    if (before.bag.group !== own)
      throw fault("two-groups", `row ${i + 1} has another group`, remedy("group"), { bag: id });
    before.instances.push(row as InstanceValues);
  }
  const bags = Array.from(byBag.values(), ({ bag }) => bag);
  const known = new Set([...roles, ...features]);
  for (const [i, row] of rows.entries()) {
    const strange = options.features === undefined ? Object.keys(row).find((name) => !known.has(name)) : undefined;
    if (strange !== undefined)
      throw fault("new-key", `row ${i + 1} has a key that the first row has not`, "Give all rows the same keys.", {
        bag: String(row[key]),
        field: strange,
      });
  }
  return partsOfBags(bags, { ...options, features });
}

function featuresOf(first: InstanceValues | undefined): string[] {
  if (first === undefined) return [];
  return isList(first) ? Array.from(first, (_, j) => `f${j + 1}`) : Object.keys(first);
}

function isList(instance: InstanceValues): instance is ArrayLike<number> {
  return Array.isArray(instance) || ArrayBuffer.isView(instance);
}

function pushInstance(
  values: number[],
  instance: InstanceValues,
  features: readonly string[],
  { bag, j }: { bag: string; j: number },
): void {
  if (typeof instance !== "object" || instance === null)
    throw fault("parts", `instance ${j + 1} is ${String(instance)}`, "Give a list of numbers, or an object of them.", {
      bag,
    });
  const list = isList(instance);
  if (list && instance.length !== features.length) {
    const message = `instance ${j + 1} has ${instance.length} values for ${features.length} features`;
    throw fault("parts", message, "Give every instance one value for each feature.", { bag });
  }
  for (const [k, field] of features.entries()) {
    const value = list ? instance[k] : Object.hasOwn(instance, field) ? instance[field] : undefined;
    if (typeof value !== "number") {
      const code = value === undefined || value === null ? "missing-value" : "not-a-number";
      const what = code === "missing-value" ? "has no value" : `is ${quote(String(value))}, not a number`;
      throw fault(code, `instance ${j + 1} ${what}`, "Give a number.", { bag, field });
    }
    values.push(value);
  }
}

function labelOfValue(options: LabelNames): (value: unknown, where: Place) => number {
  const read = labelReader(options);
  const named = [options.positive, options.unlabeled, options.negative].flatMap((values) => values ?? []);
  return (value, where) => {
    if (typeof value === "boolean" && !named.includes(String(value)) && !named.includes("*")) return value ? 1 : 0;
    const code = read(value === undefined || value === null ? "" : String(value), () => where);
    return code === NOT_SAID ? 0 : code;
  };
}

function nameOf(value: unknown, missing: string, where: Place): string {
  if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  throw fault(where.field === "group" ? "parts" : "empty-bag-id", missing, "Give it a name.", where);
}

function checkKey(row: RowObject, field: string, { bag, i }: { bag: string; i: number }): void {
  if (!Object.hasOwn(row, field))
    throw fault("no-such-column", `row ${i + 1} has no key ${quote(field)}`, "Give every row this key.", {
      bag,
      field,
    });
}

function fault(code: InputError["code"], message: string, remedy: string, where: Place): InputError {
  return new InputError({ code, message, remedy, where });
}
