import { type BagSet, labelReader, type Origin, type Recipe } from "@bagwise/core/bags";
import { count, InputError, type Place, quote } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";
import type { ReadOptions } from "../format.js";
import { BagBuilder } from "../rows/bag-builder.js";
import { LOOK_AHEAD, labelText, writeRow } from "../rows/cell-values.js";
import { emptyBag, noteGuessed, noteNoLabel } from "../rows/messages.js";
import { plainRecipe } from "../rows/plain-recipe.js";
import { assignRoles, hasRole, keptFeatures, numberedFeatures, type Roles } from "../rows/roles.js";
import { idText, isObject, type JsonSpot, keyReader } from "./spot.js";

/** The key of the list of instances of a bag. */
export const INSTANCES = "instances";

type Fields = Readonly<Record<string, unknown>>;

/** An object of the file, and its line or its place in the list, from 1. */
interface Item {
  readonly fields: Fields;
  readonly spot: JsonSpot;
  readonly number: number;
}

/** Whether objects are bags with lists of instances, or instances. */
interface JsonRowsOptions {
  readonly bags: boolean;
  /** Names for the values of instances that are lists. Default f1, f2, ... */
  readonly features?: readonly string[] | undefined;
  /** Instances that are objects have these features as well: what else they hold is left out. Default false. */
  readonly only?: boolean;
}

/** What the first objects decide. */
interface Settled {
  readonly keys: readonly string[];
  readonly roles: Roles;
  /** All names of the values of an instance, and which of them are features. */
  readonly names: readonly string[];
  readonly kept: readonly number[];
  /** Whether instances are objects, not lists. */
  readonly named: boolean;
  /** The only keys that they may have; undefined if others do not count. */
  readonly known: ReadonlySet<string> | undefined;
  /** Read the keys of an object of the file, and those of an instance. */
  readonly ofItem: ReturnType<typeof keyReader>;
  readonly ofInstance: ReturnType<typeof keyReader>;
  readonly builder: BagBuilder;
  readonly recipe: Recipe;
}

/**
 * Gathers plain numbers as they come: bags that are one object each, `{"bag":"a","label":1,"instances":[[0.5],[0.7]]}`,
 * where an instance is a list or an object of values, or instances that are, `{"bag":"a","label":1,"f1":0.5}`.
 *
 * The columns are the keys of the first `LOOK_AHEAD` instances, in the order of their first appearance. A key left
 * out is a missing value; a new key after that is an InputError.
 */
export class JsonRows {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #as: JsonRowsOptions;
  readonly #waiting: Item[] = [];
  readonly #labelCode: ReturnType<typeof labelReader>;
  readonly #labelText: ReturnType<typeof labelText>;
  #instances = 0;
  #settled: Settled | undefined;

  constructor(file: string, options: ReadOptions, as: JsonRowsOptions) {
    this.#file = file;
    this.#options = options;
    this.#as = as;
    this.#labelCode = labelReader(options);
    this.#labelText = labelText(options);
  }

  /** `number`: the line of the object, or its place in the list, from 1. */
  add(fields: Fields, spot: JsonSpot, number: number): void {
    const item = { fields, spot, number };
    if (this.#settled !== undefined) {
      this.#take(item, this.#settled);
      return;
    }
    this.#waiting.push(item);
    this.#instances += this.#as.bags ? instancesOf(item).length : 1;
    if (this.#instances >= LOOK_AHEAD) this.#settle();
  }

  finish(noun: Origin["noun"]): BagSet {
    const { builder, recipe } = this.#settled ?? this.#settle();
    return builder.finish({ noun }).withRecipe(recipe);
  }

  /** Decides the roles of columns from the objects so far, and takes these. */
  #settle(): Settled {
    const all = [...new Set(this.#waiting.flatMap(({ fields, spot }) => spot.keys(fields)))];
    const settled = this.#as.bags ? this.#settledBags(all.filter((key) => key !== INSTANCES)) : this.#settledRows(all);
    this.#settled = settled;
    for (const item of this.#waiting.splice(0)) this.#take(item, settled);
    return settled;
  }

  #settledRows(keys: readonly string[]): Settled {
    const [file, options] = [this.#file, this.#options];
    const roles = this.#roles(keys, options);
    if (roles.label === undefined) noteNoLabel(options);
    const kept = keys.flatMap((_, i) => (hasRole(roles, i) ? [] : [i]));
    const features = kept.map((i) => keys[i]);
    const first = this.#waiting.map(({ fields }) => fields);
    const mostlyAbsent = () => {
      const given = first.reduce(
        (sum, fields) => sum + features.filter((name) => Object.hasOwn(fields, name)).length,
        0,
      );
      return 2 * given < features.length * first.length;
    };
    const builder = new BagBuilder({ features, file, options, mostlyAbsent });
    const recipe = plainRecipe({ names: keys, roles, features: kept }, options);
    const reader = keyReader(keys);
    const readers = { ofItem: reader, ofInstance: reader };
    return { keys, roles, names: keys, kept, named: true, known: new Set(keys), ...readers, builder, recipe };
  }

  #settledBags(keys: readonly string[]): Settled {
    const [file, options] = [this.#file, this.#options];
    const ignored = (options.ignore ?? []).filter((name) => keys.includes(name));
    const roles = this.#roles(keys, { ...options, ignore: ignored });
    const seen = this.#waiting
      .flatMap((item) => instancesOf(item).map((instance, j) => ({ instance, j, spot: item.spot })))
      .slice(0, LOOK_AHEAD);
    const first = seen[0]?.instance;
    const named = isObject(first);
    const own = named && !this.#as.only;
    const union = () =>
      seen.flatMap(({ instance, j, spot }) => (isObject(instance) ? spot.keys(instance, INSTANCES, j) : []));
    const names = own
      ? [...new Set(union())]
      : (this.#as.features ?? numberedFeatures(Array.isArray(first) ? first.length : 0));
    const others = options.ignore?.filter((name) => !ignored.includes(name));
    const kept = keptFeatures(names, others, file);
    if (roles.label === undefined) noteNoLabel(options);
    const builder = new BagBuilder({ features: kept.map((k) => names[k]), file, options });
    const plain = plainRecipe({ names: keys, roles, features: [] }, options);
    const left = names.filter((_, k) => !kept.includes(k));
    const columns = kept.map((k) => ({ name: names[k], use: { as: "number" } }) as const);
    const recipe = { ...plain, columns, ignored: [...plain.ignored, ...left], instances: INSTANCES };
    const readers = { ofItem: keyReader(keys), ofInstance: keyReader(names) };
    return { keys, roles, names, kept, named, known: own ? new Set(names) : undefined, ...readers, builder, recipe };
  }

  #roles(keys: readonly string[], options: ReadOptions): Roles {
    const roles = assignRoles(keys, options, this.#file);
    noteGuessed(options, roles);
    return roles;
  }

  #take(item: Item, settled: Settled): void {
    const { fields, spot, number } = item;
    const { keys, roles, known, ofItem, builder } = settled;
    const { bags } = this.#as;
    if (!bags)
      for (const key in fields)
        if (!known?.has(key))
          throw newKey(key, spot.place(key), "Give it to the first instance as well, with null for a missing value.");
    const value = (at: number) => ofItem(fields, keys[at]);
    const id = (at: number) => idText(value(at), keys[at], spot);
    const place = (at: number) => (): Place => spot.place(keys[at]);
    const bag = builder.bag(id(roles.bag), place(roles.bag));
    if (roles.label !== undefined) {
      const where = place(roles.label);
      builder.label(bag, this.#labelCode(this.#labelText(value(roles.label), where), where), where);
    }
    if (roles.group !== undefined) builder.group(bag, id(roles.group), place(roles.group));
    if (bags) takeInstances(item, bag, settled);
    else {
      takeValues(
        (name) => ofItem(fields, name),
        (name) => spot.place(name),
        settled,
      );
      builder.endRow(bag, number);
    }
  }
}

function takeInstances(item: Item, bag: number, settled: Settled): void {
  const { names, named, ofInstance, builder } = settled;
  const { spot, number } = item;
  const instances = instancesOf(item);
  for (let j = 0; j < instances.length; j++) {
    const instance = instances[j];
    checkShape(instance, settled, () => spot.place(INSTANCES, j));
    const place = (name: string, k: number): Place => ({
      ...spot.place(INSTANCES, j, named ? name : k),
      field: names[k],
    });
    if (isObject(instance)) takeValues((name) => ofInstance(instance, name), place, settled);
    else takeValues((_, k) => (instance as readonly unknown[])[k], place, settled);
    builder.endRow(bag, number);
  }
}

/** Writes the values of an instance, got by name or by position, as the next row. */
function takeValues(
  value: (name: string, k: number) => unknown,
  place: (name: string, k: number) => Place,
  { names, kept, builder }: Settled,
): void {
  writeRow(
    builder,
    kept.length,
    (k) => value(names[kept[k]], kept[k]),
    (k) => place(names[kept[k]], kept[k]),
  );
}

/** The instances of a bag object. Throws an InputError if there are none. */
function instancesOf({ fields, spot }: Item): readonly unknown[] {
  const instances = fields[INSTANCES];
  if (Array.isArray(instances) && instances.length > 0) return instances;
  throw emptyBag(spot.place(INSTANCES));
}

/** Throws an InputError for an instance that is not like the first ones. */
function checkShape(instance: unknown, { named, names, known }: Settled, where: () => Place): void {
  if (!named && Array.isArray(instance)) {
    if (instance.length === names.length) return;
    throw shape("ragged", `the instance has ${count(instance.length, "value")}, not ${names.length}`, where());
  }
  if (!named || !isObject(instance))
    throw shape("json-shape", `the instance is not ${named ? "an object" : "a list"} like the first one`, where());
  if (known !== undefined) for (const key in instance) if (!known.has(key)) throw newKey(key, where(), SAME_VALUES);
}

const SAME_VALUES = "Give every instance the same values, with null for a missing one.";

function shape(code: ErrorCode, message: string, where: Place, remedy = SAME_VALUES): InputError {
  return new InputError({ code, message, remedy, where });
}

function newKey(key: string, where: Place, remedy: string): InputError {
  return shape("new-key", `the key ${quote(key)} is not in any of the first ${LOOK_AHEAD} instances`, where, remedy);
}
