import { InputError, quote, thousands } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";

/**
 * Names that mark a column as the bag if you name none, alone or with one of the endings. Case, `_`,
 * `-`, `.` and blanks do not matter.
 */
const BAG_WORDS = ["bag", "molecule", "mol", "compound", "document", "doc", "image", "photo", "patient", "slide"];
const BAG_NAMES: readonly string[] = BAG_WORDS.flatMap((word) => ["", "id", "name", "key"].map((end) => word + end));
/** The name that means the bag if no other column does. */
const BAG_IF_NO_OTHER = "id";
const LABEL_NAMES = [
  ...["label", "baglabel", "y", "class", "target", "active", "ispositive"],
  // What those call it who screen papers.
  ...["relevant", "relevance", "included", "include", "inclusion", "labelincluded"],
];
/**
 * A column with this name is the group in any position. As a feature, or left out as text, it would
 * separate what must stay together.
 */
const GROUP_NAME = "group";
/** Names that mean the group next to bag and label; further right they may mean anything. */
const GROUP_NAMES = [GROUP_NAME, "groups", "groupid"];
/** What you write so that no column is the group. */
const NO_GROUP = "none";

/** The positions, from 0, of the columns that are not features. */
export interface Roles {
  readonly bag: number;
  readonly label: number | undefined;
  readonly group: number | undefined;
  /** Columns you asked to leave out. */
  readonly ignored: ReadonlySet<number>;
  /** What was guessed, for a note; empty if you named everything. */
  readonly guessed: readonly string[];
}

/**
 * The role of each column: what you say, else the leftmost column with a known name. A column
 * called `group` is the group in any position; `groups` and `group_id` only among the first three.
 * `group: "none"` keeps it a feature, unless a column has that name. Throws an InputError if there
 * is no bag column, or if a column you named does not exist.
 */
export function assignRoles(names: readonly string[], options: ReadOptions, file: string): Roles {
  const find = (wanted: string, option: string) => {
    const at = names.indexOf(wanted);
    if (at !== -1) return at;
    const number = /^[1-9]\d*$/.test(wanted) ? Number(wanted) : 0;
    if (number >= 1 && number <= names.length) return number - 1;
    throw new InputError({
      code: "no-such-column",
      message: `there is no column ${quote(wanted)} (the option ${option})`,
      remedy: `The columns are ${listNames(names)}.`,
      where: { file },
    });
  };
  // Columns you named come first, so that no guess takes them.
  const taken = new Set<number>();
  const take = (at: number, part: string) => {
    if (taken.has(at)) {
      throw new InputError({
        code: "two-roles",
        message: `column ${quote(names[at])} cannot be the ${part} and something else`,
        remedy: "Name a different column in each of the options bag, label, group and ignore.",
        where: { file },
      });
    }
    taken.add(at);
    return at;
  };
  const named = (part: "bag" | "label" | "group") => {
    const wanted = options[part];
    if (wanted !== undefined) return take(find(wanted, part), part);
    const recalled = options.recipe?.[part];
    const at = recalled === undefined ? -1 : names.indexOf(recalled);
    return at === -1 || taken.has(at) ? undefined : take(at, part);
  };
  const ignored = new Set((options.ignore ?? []).map((wanted) => take(find(wanted, "ignore"), "ignored column")));
  const ungrouped = options.group === NO_GROUP && !names.includes(NO_GROUP);
  // With a recipe nothing is guessed that was known when it was made.
  const known = options.recipe?.bag !== undefined;
  const given = { bag: named("bag"), label: named("label"), group: ungrouped ? undefined : named("group") };

  const guessed: string[] = [];
  const guess = (part: string, isCandidate: (name: string, at: number) => boolean) => {
    const at = names.findIndex(
      (name, i) => !taken.has(i) && isCandidate(simplify(name), i) && !isCoordinate(name, names),
    );
    if (at === -1) return undefined;
    guessed.push(`${part} = ${quote(names[at])}`);
    return take(at, part);
  };
  const bag =
    given.bag ?? guess("bag", (name) => BAG_NAMES.includes(name)) ?? guess("bag", (name) => name === BAG_IF_NO_OTHER);
  if (bag === undefined) {
    throw new InputError({
      code: "no-bag-column",
      message: "no column says which bag a row belongs to",
      remedy: `Name it with the option bag; the columns are ${listNames(names)}.`,
      where: { file },
    });
  }
  const label = given.label ?? (known ? undefined : guess("label", (name) => LABEL_NAMES.includes(name)));
  const isGroup = (name: string, at: number) => name === GROUP_NAME || (at < 3 && GROUP_NAMES.includes(name));
  const group = given.group ?? (ungrouped || known ? undefined : guess("group", isGroup));
  return { bag, label, group, ignored, guessed };
}

/** Whether a column with this name would be guessed to be the bag or the label. */
export function hasRoleName(name: string): boolean {
  return isBagName(name) || LABEL_NAMES.includes(simplify(name));
}

/** Whether a column with this name would be guessed to be the bag. */
export function isBagName(name: string): boolean {
  const plain = simplify(name);
  return plain === BAG_IF_NO_OTHER || BAG_NAMES.includes(plain);
}

/** The names of the columns with these roles. */
export function roleNames(
  roles: Roles,
  names: readonly string[],
  parts: readonly ("bag" | "label" | "group")[] = ["bag", "label", "group"],
): Set<string> {
  return new Set(parts.flatMap((part) => roles[part] ?? []).map((at) => names[at]));
}

/** Whether a column has a role, or was left out on request. */
export function hasRole({ bag, label, group, ignored }: Roles, column: number): boolean {
  return column === bag || column === label || column === group || ignored.has(column);
}

/**
 * The positions of the features to keep when `ignore` names others, for formats that keep features
 * apart from bag and label. Default: all. Throws an InputError for a name that is not a feature.
 */
export function keptFeatures(
  features: readonly string[],
  ignore: readonly string[] | undefined,
  file: string,
): number[] {
  const out = new Set(ignore);
  for (const name of out) {
    if (features.includes(name)) continue;
    throw new InputError({
      code: "no-such-column",
      message: `there is no feature ${quote(name)} (the option ignore)`,
      remedy: `The features are ${listNames(features)}.`,
      where: { file },
    });
  }
  return features.flatMap((name, i) => (out.has(name) ? [] : [i]));
}

/** Names for features without names: f1, f2, ... */
export function numberedFeatures(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `f${i + 1}`);
}

/** Names for a message; of many only the first few. */
export function listNames(names: readonly string[], { most = 8 }: { most?: number } = {}): string {
  const shown = names.slice(0, most).map((name) => quote(name));
  return names.length > most ? `${shown.join(", ")} … (${thousands(names.length)} in all)` : shown.join(", ");
}

/** `y` next to `x` is a coordinate and not a label. */
function isCoordinate(name: string, names: readonly string[]): boolean {
  return simplify(name) === "y" && names.some((other) => simplify(other) === "x");
}

function simplify(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_.-]/g, "");
}
