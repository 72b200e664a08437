import { type BagSet, labelReader, type Origin } from "@bagwise/core/bags";
import { count, InputError, type Place } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";
import type { ReadOptions } from "../format.js";
import { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber, LOOK_AHEAD, labelText } from "../rows/cell-values.js";
import { emptyBag, noteGuessed, noteNoLabel } from "../rows/messages.js";
import { plainRecipe } from "../rows/plain-recipe.js";
import { assignRoles, keptFeatures, numberedFeatures, type Roles } from "../rows/roles.js";
import { idText, isObject, type JsonSpot, keyReader } from "./spot.js";

/** The key of the list of instances of a bag. */
export const INSTANCES = "instances";

type Fields = Readonly<Record<string, unknown>>;

/** The place of instance j of the bag at a spot. */
interface Seen {
  readonly instance: unknown;
  readonly j: number;
  readonly spot: JsonSpot;
}

interface Layout {
  readonly keys: readonly string[];
  readonly roles: Roles;
  /** All names of the values of an instance, and which of them are features. */
  readonly names: readonly string[];
  readonly kept: readonly number[];
  /** Whether instances are objects, not lists. */
  readonly named: boolean;
  /** The only keys that they may have; undefined if others do not count. */
  readonly known: ReadonlySet<string> | undefined;
  /** Read the keys of a bag, and those of an instance. */
  readonly ofBag: ReturnType<typeof keyReader>;
  readonly ofInstance: ReturnType<typeof keyReader>;
  readonly builder: BagBuilder;
}

/**
 * Gathers bags that are one object each, `{"bag":"a","label":1,"instances":[[0.5],[0.7]]}`. An
 * instance is a list or an object of values. Names of listed values come from `features`; default
 * f1, f2, ... With `only`, instances that are objects have these features as well: what else they hold is left out.
 */
export class JsonBags {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #features: readonly string[] | undefined;
  readonly #only: boolean;
  readonly #waiting: { fields: Fields; spot: JsonSpot; number: number }[] = [];
  readonly #labelCode: ReturnType<typeof labelReader>;
  readonly #labelText: ReturnType<typeof labelText>;
  #instances = 0;
  #layout: Layout | undefined;

  constructor(
    file: string,
    options: ReadOptions,
    features: readonly string[] | undefined,
    { only = false }: { readonly only?: boolean } = {},
  ) {
    this.#file = file;
    this.#options = options;
    this.#features = features;
    this.#only = only;
    this.#labelCode = labelReader(options);
    this.#labelText = labelText(options);
  }

  /** `number`: the line of the bag, or its place in the list, from 1. */
  add(fields: Fields, spot: JsonSpot, number: number): void {
    if (this.#layout !== undefined) {
      this.#take(fields, spot, number, this.#layout);
      return;
    }
    this.#waiting.push({ fields, spot, number });
    this.#instances += instancesOf(fields, spot).length;
    if (this.#instances >= LOOK_AHEAD) this.#settle();
  }

  finish(noun: Origin["noun"]): BagSet {
    const { builder, keys, roles, names, kept } = this.#layout ?? this.#settle();
    const recipe = plainRecipe({ names: keys, roles, features: [] }, this.#options);
    const columns = kept.map((k) => ({ name: names[k], use: { as: "number" } }) as const);
    const left = names.filter((_, k) => !kept.includes(k));
    const all = { ...recipe, columns, ignored: [...recipe.ignored, ...left], instances: INSTANCES };
    return builder.finish({ noun }).withRecipe(all);
  }

  #settle(): Layout {
    const file = this.#file;
    const options = this.#options;
    const keys = [...new Set(this.#waiting.flatMap(({ fields, spot }) => spot.keys(fields)))].filter(
      (key) => key !== INSTANCES,
    );
    const ignored = (options.ignore ?? []).filter((name) => keys.includes(name));
    const roles = assignRoles(keys, { ...options, ignore: ignored }, file);
    noteGuessed(options, roles);
    const seen = this.#firstInstances();
    const named = isObject(seen[0]?.instance);
    const names =
      named && !this.#only
        ? unionOfKeys(seen)
        : (this.#features ?? numberedFeatures(Array.isArray(seen[0]?.instance) ? seen[0].instance.length : 0));
    const known = named && !this.#only ? new Set(names) : undefined;
    const ofInstance = keyReader(names);
    const kept = keptFeatures(
      names,
      options.ignore?.filter((name) => !ignored.includes(name)),
      file,
    );
    if (roles.label === undefined) noteNoLabel(options);
    const builder = new BagBuilder({ features: kept.map((k) => names[k]), file, options });
    const layout = { keys, roles, names, kept, named, known, ofBag: keyReader(keys), ofInstance, builder };
    this.#layout = layout;
    for (const { fields, spot, number } of this.#waiting.splice(0)) this.#take(fields, spot, number, layout);
    return layout;
  }

  /** At most `LOOK_AHEAD` instances of the waiting bags. */
  #firstInstances(): Seen[] {
    const seen: Seen[] = [];
    for (const { fields, spot } of this.#waiting) {
      for (const [j, instance] of instancesOf(fields, spot).entries()) {
        if (seen.length === LOOK_AHEAD) return seen;
        seen.push({ instance, j, spot });
      }
    }
    return seen;
  }

  #take(fields: Fields, spot: JsonSpot, number: number, layout: Layout): void {
    const { keys, roles, names, kept, named, ofBag, builder } = layout;
    const value = (at: number) => ofBag(fields, keys[at]);
    const id = (at: number) => idText(value(at), keys[at], spot);
    const place = (at: number) => (): Place => spot.place(keys[at]);
    const bag = builder.bag(id(roles.bag), place(roles.bag));
    if (roles.label !== undefined) {
      const where = place(roles.label);
      builder.label(bag, this.#labelCode(this.#labelText(value(roles.label), where), where), where);
    }
    if (roles.group !== undefined) builder.group(bag, id(roles.group), place(roles.group));
    const instances = instancesOf(fields, spot);
    for (let j = 0; j < instances.length; j++) {
      const instance = valuesOf(instances[j], names, layout, () => spot.place(INSTANCES, j));
      const start = builder.startRow();
      const { values } = builder;
      for (let k = 0; k < kept.length; k++) {
        const cell = instance[kept[k]];
        values[start + k] =
          typeof cell === "number" && Number.isFinite(cell)
            ? cell
            : cellNumber(cell, builder, () => ({
                ...spot.place(INSTANCES, j, named ? names[kept[k]] : kept[k]),
                field: names[kept[k]],
              }));
      }
      builder.endRow(bag, number);
    }
  }
}

function unionOfKeys(seen: readonly Seen[]): string[] {
  const all = seen.flatMap(({ instance, j, spot }) => (isObject(instance) ? spot.keys(instance, INSTANCES, j) : []));
  return [...new Set(all)];
}

/** The instances of a bag object. Throws an InputError if there are none. */
function instancesOf(fields: Fields, spot: JsonSpot): readonly unknown[] {
  const instances = fields[INSTANCES];
  if (Array.isArray(instances) && instances.length > 0) return instances;
  throw emptyBag(spot.place(INSTANCES));
}

/** The values of an instance in the order of the names, whether it is a list or an object. */
function valuesOf(
  instance: unknown,
  names: readonly string[],
  { named, known, ofInstance }: Pick<Layout, "named" | "known" | "ofInstance">,
  where: () => Place,
): readonly unknown[] {
  if (!named && Array.isArray(instance)) {
    if (instance.length === names.length) return instance;
    throw shape("ragged", `the instance has ${count(instance.length, "value")}, not ${names.length}`, where());
  }
  if (!named || !isObject(instance)) {
    const wanted = named ? "an object" : "a list";
    throw shape("json-shape", `the instance is not ${wanted} like the first one`, where());
  }
  if (known !== undefined)
    for (const key in instance) {
      if (known.has(key)) continue;
      const message = `the key ${JSON.stringify(key)} is not in any of the first ${LOOK_AHEAD} instances`;
      throw shape("new-key", message, where());
    }
  return names.map((name) => ofInstance(instance, name));
}

function shape(code: ErrorCode, message: string, where: Place): InputError {
  return new InputError({
    code,
    message,
    remedy: "Give every instance the same values, with null for a missing one.",
    where,
  });
}
