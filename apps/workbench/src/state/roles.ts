import type { Preview, Reading } from "../worker/types.js";

/** What a column can be used as, in the words of the form. */
export const ROLES = [
  { role: "bag", title: "bag id" },
  { role: "label", title: "label" },
  { role: "group", title: "group" },
  { role: "text", title: "text to read" },
  { role: "molecule", title: "molecule (SMILES)" },
  { role: "photo", title: "photo (path)" },
  { role: "feature", title: "feature" },
  { role: "shown", title: "only shown" },
  { role: "unused", title: "left out" },
] as const;
export type Role = (typeof ROLES)[number]["role"];

/** What a column is used as now. */
export function roleOf(preview: Pick<Preview, "columns" | "encoder" | "encoded">, column: string): Role {
  if (preview.encoded.includes(column))
    return preview.encoder === "molecule" || preview.encoder === "photo" ? preview.encoder : "text";
  return preview.columns.find(({ name }) => name === column)?.role ?? "unused";
}

const LISTS = ["text", "use", "show", "ignore"] as const;

/**
 * The options that read a column in this role. What was said about the column before is taken back; other
 * columns keep what was said about them.
 */
export function readingWith(reading: Reading, column: string, role: Role): Record<string, Reading[string] | undefined> {
  const change: Record<string, Reading[string] | undefined> = {};
  for (const name of ["bag", "label", "group", "smiles", "photo"])
    if (reading[name] === column) change[name] = undefined;
  for (const name of LISTS) {
    const before = listOf(reading[name]);
    const without = before.filter((each) => each !== column);
    if (without.length < before.length) change[name] = without.length === 0 ? undefined : without;
  }
  const add = (name: (typeof LISTS)[number]) => {
    change[name] = [...listOf(name in change ? change[name] : reading[name]), column];
  };
  if (role === "bag" || role === "label" || role === "group") change[role] = column;
  else if (role === "molecule") change.smiles = column;
  else if (role === "photo") change.photo = column;
  else if (role === "text") add("text");
  else if (role === "feature") add("use");
  else if (role === "shown") add("show");
  else add("ignore");
  return change;
}

function listOf(value: Reading[string] | undefined): readonly string[] {
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}
