import { type BagSet, labelReader, type Origin, type Recipe } from "@bagwise/core/bags";
import { InputError, type Place, quote } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber, LOOK_AHEAD, labelText } from "../rows/cell-values.js";
import { noteGuessed, noteNoLabel } from "../rows/messages.js";
import { plainRecipe } from "../rows/plain-recipe.js";
import { assignRoles, hasRole } from "../rows/roles.js";
import { idText, type JsonSpot, keyReader } from "./spot.js";

type Fields = Readonly<Record<string, unknown>>;
type Take = (fields: Fields, spot: JsonSpot, number: number) => void;

/** What is decided after the first instances. */
interface Settled {
  readonly builder: BagBuilder;
  readonly take: Take;
  readonly recipe: Recipe;
}

/**
 * Gathers instances that are one flat object each, `{"bag":"a","label":1,"f1":0.5}`.
 *
 * The columns are the keys of the first `LOOK_AHEAD` instances, in the order of their first
 * appearance. A key left out is a missing value; a new key after that is an InputError.
 */
export class JsonInstances {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #waiting: { fields: Fields; spot: JsonSpot; number: number }[] = [];
  #settled: Settled | undefined;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** `number`: the line of the instance, or its place in the list, from 1. */
  add(fields: Fields, spot: JsonSpot, number: number): void {
    if (this.#settled !== undefined) {
      this.#settled.take(fields, spot, number);
      return;
    }
    this.#waiting.push({ fields, spot, number });
    if (this.#waiting.length === LOOK_AHEAD) this.#settle();
  }

  finish(noun: Origin["noun"]): BagSet {
    const { builder, recipe } = this.#settled ?? this.#settle();
    return builder.finish({ noun }).withRecipe(recipe);
  }

  /** Decides the roles of columns from the instances so far, and takes these. */
  #settle(): Settled {
    const file = this.#file;
    const options = this.#options;
    const names = [...new Set(this.#waiting.flatMap(({ fields, spot }) => spot.keys(fields)))];
    const roles = assignRoles(names, options, file);
    noteGuessed(options, roles);
    const used = names.flatMap((_, i) => (hasRole(roles, i) ? [] : [i]));
    if (roles.label === undefined) noteNoLabel(options);
    const features = used.map((i) => names[i]);
    const first = this.#waiting.map(({ fields }) => fields);
    const mostlyAbsent = () => {
      const given = first.reduce(
        (sum, fields) => sum + features.filter((name) => Object.hasOwn(fields, name)).length,
        0,
      );
      return 2 * given < features.length * first.length;
    };
    const builder = new BagBuilder({ features, file, options, mostlyAbsent });
    const take = taker({
      builder,
      features,
      known: new Set(names),
      options,
      bag: names[roles.bag],
      label: nameAt(names, roles.label),
      group: nameAt(names, roles.group),
    });
    for (const { fields, spot, number } of this.#waiting.splice(0)) take(fields, spot, number);
    this.#settled = { builder, take, recipe: plainRecipe({ names, roles, features: used }, options) };
    return this.#settled;
  }
}

function nameAt(names: readonly string[], at: number | undefined): string | undefined {
  return at === undefined ? undefined : names[at];
}

function taker({
  builder,
  features,
  known,
  options,
  bag,
  label,
  group,
}: {
  builder: BagBuilder;
  features: readonly string[];
  known: ReadonlySet<string>;
  options: ReadOptions;
  bag: string;
  label: string | undefined;
  group: string | undefined;
}): Take {
  const labelCode = labelReader(options);
  const textOfLabel = labelText(options);
  const get = keyReader([...known]);
  return (fields, spot, line) => {
    for (const key in fields) if (!known.has(key)) throw newKey(key, spot.place(key));
    const at = (name: string) => (): Place => spot.place(name);
    const number = builder.bag(idText(get(fields, bag), bag, spot), at(bag));
    if (label !== undefined)
      builder.label(number, labelCode(textOfLabel(get(fields, label), at(label)), at(label)), at(label));
    if (group !== undefined) builder.group(number, idText(get(fields, group), group, spot), at(group));
    const start = builder.startRow();
    const { values } = builder;
    for (let k = 0; k < features.length; k++) {
      const value = get(fields, features[k]);
      values[start + k] =
        typeof value === "number" && Number.isFinite(value) ? value : cellNumber(value, builder, at(features[k]));
    }
    builder.endRow(number, line);
  };
}

function newKey(key: string, where: Place): InputError {
  return new InputError({
    code: "new-key",
    message: `the key ${quote(key)} is not in any of the first ${LOOK_AHEAD} instances`,
    remedy: "Give it to the first instance as well, with null for a missing value.",
    where,
  });
}
