import type { BagSet, Recipe, UsedColumn } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import type { Code } from "@bagwise/core/codes";
import { plainColumns } from "./problems.js";
import type { SurveyedColumn } from "./survey.js";
import type { TableTally } from "./table-tally.js";

/** The notes that say why a column is not a feature. */
const REASONS: readonly Note["code"][] = [
  "ignored-text",
  "numbers-in-text",
  "ignored-dates",
  "ignored-nested",
  "ignored-index",
  "empty-columns",
  "row-number",
  "identifier",
  "label-copy",
  "unknown-columns",
];

/** What became of the columns of bags that were read, in the order of the file if it is known. */
export function readColumns(
  bags: BagSet,
  notes: readonly Note[],
  { asked = [], tally }: { asked?: readonly string[] | undefined; tally: TableTally | undefined },
): SurveyedColumn[] {
  const { recipe } = bags;
  if (recipe === undefined) return bags.features.map((name) => ({ name, role: "feature", use: { as: "number" } }));
  const why = new Map<string, Code>();
  for (const { code, columns = [] } of notes)
    if (REASONS.includes(code)) for (const name of columns) why.set(name, code);
  const used = new Map<string, UsedColumn>(recipe.columns.map((column) => [column.name, column]));
  const out = new Set([...recipe.ignored, ...why.keys()]);
  const roles: Partial<Record<string, SurveyedColumn["role"]>> = Object.fromEntries([
    [recipe.group, "group"],
    [recipe.label, "label"],
    [recipe.bag, "bag"],
  ]);
  const reason = (name: string) => ({ why: why.get(name) ?? ("asked" as const) });
  const what = (name: string): SurveyedColumn => {
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
    if (role !== undefined) return { name, role };
    const column = used.get(name);
    if (column !== undefined) return { name, role: "feature", use: column.use };
    if (asked.includes(name) && !recipe.show.includes(name)) return { name, role: "unused", why: "asked" };
    return recipe.show.includes(name)
      ? { name, role: "shown", ...reason(name) }
      : { name, role: "unused", ...reason(name) };
  };
  const order = tally?.table.columns ?? namesOf(recipe, used, out);
  return order.map((name) => ({ ...what(name), ...counts(name, tally) }));
}

function namesOf(recipe: Recipe, used: ReadonlyMap<string, UsedColumn>, out: ReadonlySet<string>): string[] {
  const roles = [recipe.bag, recipe.label, recipe.group].flatMap((name) => name ?? []);
  return [...new Set([...roles, ...used.keys(), ...recipe.show, ...out])];
}

const KIND_REASONS = {
  date: "ignored-dates",
  text: "ignored-text",
  empty: "empty-columns",
  nested: "ignored-nested",
  broken: "not-a-number",
} as const;

/** What the columns of a table look like that cannot be read. */
export function guessedColumns(tally: TableTally): SurveyedColumn[] {
  const { table, roles } = tally;
  const plain = new Map(plainColumns(tally).map((each) => [each.column, each.tally]));
  return table.columns.map((name, column): SurveyedColumn => {
    const cells = plain.get(column);
    const numbers = counts(name, tally);
    if (cells === undefined) {
      const role = (["bag", "label", "group"] as const).find((part) => roles?.[part] === column);
      return role === undefined ? { name, role: "unused", why: "asked" } : { name, role, ...numbers };
    }
    const meaning = cells.meaning();
    if (meaning.kind === "feature") return { name, role: "feature", use: meaning.use, ...numbers };
    const why = KIND_REASONS[meaning.kind];
    return { name, role: meaning.kind === "text" ? "shown" : "unused", why, ...numbers };
  });
}

function counts(name: string, tally: TableTally | undefined): Pick<SurveyedColumn, "missing" | "notNumbers"> {
  const cells = tally?.columns[tally.table.columns.indexOf(name)];
  if (cells === undefined) return {};
  const meaning = cells.meaning();
  return { missing: cells.missing.count, ...(meaning.kind === "broken" && { notNumbers: meaning.bad }) };
}
