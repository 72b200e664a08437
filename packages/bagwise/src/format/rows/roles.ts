import { InputError, quote } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";

/**
 * Names by which a column is taken for the bag or the label when the user names none; compared
 * without case, `_`, `-`, `.` and blanks.
 */
const BAG_NAMES = [
  "bag",
  "bagid",
  "bagname",
  "molecule",
  "moleculename",
  "moleculeid",
  "mol",
  "molid",
  "compound",
  "compoundid",
  "document",
  "documentid",
  "doc",
  "docid",
  "image",
  "imageid",
  "photo",
  "photoid",
  "patient",
  "patientid",
  "slide",
  "slideid",
];
const LABEL_NAMES = ["label", "baglabel", "y", "class", "target", "active", "ispositive"];
/**
 * A column that is called so is the group wherever it stands: taken for a feature, or left out as
 * text, it would part what must stay together.
 */
const GROUP_NAME = "group";
/** Others that mean the group beside bag and label, and further right may be anything. */
const GROUP_NAMES = [GROUP_NAME, "groups", "groupid"];
/** What the user says so that no column is taken for the group. */
const NO_GROUP = "none";

/** The position, from 0, of the columns with a part to play. */
export interface Roles {
  readonly bag: number;
  readonly label: number | undefined;
  readonly group: number | undefined;
  /** Columns the user asked to leave out. */
  readonly ignored: ReadonlySet<number>;
  /** What was guessed, for a note; empty when the user named everything. */
  readonly guessed: readonly string[];
}

/**
 * Which column is what. The user's word comes first; else the leftmost column with a telling name.
 * A column called `group` is the group wherever it stands; `groups` and `group_id` only among the
 * first three. `group: "none"`, where no column is called so, keeps it a feature. Throws an
 * InputError when there is no bag column or a named column is not there.
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
  // What the user named is taken first, so that no guess runs off with it.
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
    return wanted === undefined ? undefined : take(find(wanted, part), part);
  };
  const ignored = new Set((options.ignore ?? []).map((wanted) => take(find(wanted, "ignore"), "ignored column")));
  const ungrouped = options.group === NO_GROUP && !names.includes(NO_GROUP);
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
  const bag = given.bag ?? guess("bag", (name) => BAG_NAMES.includes(name));
  if (bag === undefined) {
    throw new InputError({
      code: "no-bag-column",
      message: "no column says which bag a row belongs to",
      remedy: `Name it with the option bag; the columns are ${listNames(names)}.`,
      where: { file },
    });
  }
  const label = given.label ?? guess("label", (name) => LABEL_NAMES.includes(name));
  const isGroup = (name: string, at: number) => name === GROUP_NAME || (at < 3 && GROUP_NAMES.includes(name));
  const group = given.group ?? (ungrouped ? undefined : guess("group", isGroup));
  return { bag, label, group, ignored, guessed };
}

/**
 * The positions of the features to keep when `ignore` names others to leave out, for formats whose
 * features are apart from bag and label. Default: all. A name that is no feature is an InputError.
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

/** The names of features that came without: f1, f2, ... */
export function numberedFeatures(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `f${i + 1}`);
}

/** Names for a message, the first few of many. */
export function listNames(names: readonly string[], { most = 8 }: { most?: number } = {}): string {
  const shown = names.slice(0, most).map((name) => quote(name));
  return names.length > most ? `${shown.join(", ")} … (${names.length} in all)` : shown.join(", ");
}

/** `y` beside `x` is a coordinate, not a label. */
function isCoordinate(name: string, names: readonly string[]): boolean {
  return simplify(name) === "y" && names.some((other) => simplify(other) === "x");
}

function simplify(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_.-]/g, "");
}
