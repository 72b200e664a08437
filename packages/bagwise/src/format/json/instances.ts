import type { BagSet } from "../../bags/bag-set.js";
import { labelReader } from "../../bags/label-values.js";
import { InputError, type Place, quote } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";
import { BagBuilder } from "../rows/bag-builder.js";
import { cellNumber, LOOK_AHEAD, labelText, textColumns } from "../rows/cell-values.js";
import { noteGuessed, noteIgnoredText, noteNoLabel } from "../rows/messages.js";
import { assignRoles } from "../rows/roles.js";
import { idText, type JsonSpot, keyReader } from "./spot.js";

type Fields = Readonly<Record<string, unknown>>;
type Take = (fields: Fields, spot: JsonSpot) => void;

/**
 * Gathers instances that are one flat object each, `{"bag":"a","label":1,"f1":0.5}`.
 *
 * The columns are the keys of the first `LOOK_AHEAD` instances, in the order of their first
 * appearance. A key left out is a missing value; a new key after that is an InputError.
 */
export class JsonInstances {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #waiting: { fields: Fields; spot: JsonSpot }[] = [];
  #builder: BagBuilder | undefined;
  #take: Take | undefined;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  add(fields: Fields, spot: JsonSpot): void {
    if (this.#take !== undefined) {
      this.#take(fields, spot);
      return;
    }
    this.#waiting.push({ fields, spot });
    if (this.#waiting.length === LOOK_AHEAD) this.#settle();
  }

  finish(): BagSet {
    return (this.#builder ?? this.#settle()).finish();
  }

  /** Decides the roles of columns from the instances so far, and takes these. */
  #settle(): BagBuilder {
    const file = this.#file;
    const options = this.#options;
    const names = [...new Set(this.#waiting.flatMap(({ fields, spot }) => spot.keys(fields)))];
    const roles = assignRoles(names, options, file);
    noteGuessed(options, roles);
    const candidates = names.filter(
      (_, i) => i !== roles.bag && i !== roles.label && i !== roles.group && !roles.ignored.has(i),
    );
    const get = keyReader(names);
    const text = textColumns(
      this.#waiting.map(({ fields }) => candidates.map((name) => get(fields, name))),
      candidates.length,
    );
    noteIgnoredText(
      options,
      candidates.filter((_, i) => text[i]),
    );
    if (roles.label === undefined) noteNoLabel(options);
    const features = candidates.filter((_, i) => !text[i]);
    const builder = new BagBuilder({ features, file, options });
    const take = taker({
      builder,
      features,
      known: new Set(names),
      options,
      bag: names[roles.bag],
      label: nameAt(names, roles.label),
      group: nameAt(names, roles.group),
    });
    for (const { fields, spot } of this.#waiting.splice(0)) take(fields, spot);
    this.#builder = builder;
    this.#take = take;
    return builder;
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
  return (fields, spot) => {
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
    builder.endRow(number);
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
