import { count, InputError, quote } from "@bagwise/core/base";
import { cast, quoted } from "@bagwise/export/engines";
import type { ReadOptions } from "@bagwise/files";
import { listNames } from "@bagwise/files/formats";
import { type Engine, rowsOf } from "./engine.js";

/** The names of the columns if you do not say. */
const USUAL = { instance: "instance", feature: "feature", value: "value" } as const;

/** Engines refuse very wide rows, and so many names of features are rather values. */
const MOST = 1000;

/** Whether rows are in long form. */
export function isLong({
  long,
  instanceColumn,
  featureColumn,
  valueColumn,
}: Pick<ReadOptions, "long" | "instanceColumn" | "featureColumn" | "valueColumn">): boolean {
  return long === true || [instanceColumn, featureColumn, valueColumn].some((name) => name !== undefined);
}

/**
 * A table in long form, with one row for each bag, instance and feature, as a query with one row for each instance:
 * the bag, the other columns that were asked for, as text, and one column for each feature. `columns` are those
 * of the table, and `roles` the ones of the bag, the label and so on. A combination that is not there is a
 * missing value. The features are those of the recipe, or all that there are. Costs a pass over the table for the
 * features, one to make sure that no value is there twice, and one for each other column, which may not change within
 * an instance: both are InputErrors.
 */
export async function pivoted(
  engine: Engine,
  from: string,
  columns: readonly string[],
  roles: { readonly bag: string; readonly others: readonly string[] },
  options: ReadOptions,
): Promise<string> {
  const { types } = engine.dialect;
  const text = (expression: string) => cast(expression, types.text);
  const named = (name: string) => {
    if (columns.includes(name)) return quoted(name);
    throw longError(engine, `there is no column ${quote(name)}; the columns are ${listNames(columns)}`);
  };
  const instance = named(options.instanceColumn ?? USUAL.instance);
  const feature = text(named(options.featureColumn ?? USUAL.feature));
  const value = cast(named(options.valueColumn ?? USUAL.value), types.real);
  const bag = quoted(roles.bag);
  const found = options.recipe?.columns.map(({ name }) => name) ?? (await featuresOf(engine, from, feature));
  refuseAlike(engine, found, [roles.bag, ...roles.others]);
  await refuseTwice(engine, from, { bag: text(bag), instance: text(instance), feature });
  for (const name of roles.others)
    await refuseChange(engine, from, name, { bag: text(bag), instance: text(instance), column: text(quoted(name)) });
  const others = roles.others.map((name) => `MAX(${text(quoted(name))}) AS ${quoted(name)}`);
  const values = found.map(
    (name) => `MAX(CASE WHEN ${feature} = ${literal(name)} THEN ${value} END) AS ${quoted(name)}`,
  );
  return `(SELECT ${[bag, ...others, ...values].join(", ")} FROM ${from} GROUP BY ${bag}, ${instance}) AS q`;
}

async function featuresOf(engine: Engine, from: string, feature: string): Promise<string[]> {
  const rows = await rowsOf(
    await engine.run(`SELECT DISTINCT ${feature} AS f FROM ${from} WHERE ${feature} IS NOT NULL LIMIT ${MOST + 1}`),
  );
  if (rows.length > MOST) throw longError(engine, `there are more than ${count(MOST, "different feature")}`);
  // f2 comes before f10, on every engine.
  return rows.map(([name]) => String(name)).sort(new Intl.Collator("en", { numeric: true }).compare);
}

/** Throws an InputError if names are equal but for their case: to some engines they are one column. */
function refuseAlike(engine: Engine, features: readonly string[], columns: readonly string[]): void {
  const seen = new Map(columns.map((name) => [name.toLowerCase(), name]));
  for (const name of features) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined && columns.includes(other))
      throw longError(engine, `the feature ${quote(name)} has the name of the column ${quote(other)}`);
    if (other !== undefined)
      throw longError(engine, `the features ${quote(other)} and ${quote(name)} differ only in case`);
    seen.set(name.toLowerCase(), name);
  }
}

/** Throws an InputError if a column, such as the label, changes within an instance. */
async function refuseChange(
  engine: Engine,
  from: string,
  name: string,
  { bag, instance, column }: { bag: string; instance: string; column: string },
): Promise<void> {
  const by = `${bag}, ${instance}`;
  const [changed] = await rowsOf(
    await engine.run(`SELECT ${by} FROM ${from} GROUP BY ${by} HAVING MIN(${column}) <> MAX(${column}) LIMIT 1`),
  );
  if (changed === undefined) return;
  throw new InputError({
    code: "two-values",
    message: `instance ${quote(String(changed[1]))} has two values of the column ${quote(name)}`,
    remedy: "Give all rows of an instance the same one.",
    where: { file: engine.name, bag: String(changed[0]) },
  });
}

/** Throws an InputError if a value is there twice: nobody could say which one counts. */
async function refuseTwice(
  engine: Engine,
  from: string,
  { bag, instance, feature }: { bag: string; instance: string; feature: string },
): Promise<void> {
  const columns = `${bag}, ${instance}, ${feature}`;
  const [twice] = await rowsOf(
    await engine.run(`SELECT ${columns} FROM ${from} GROUP BY ${columns} HAVING COUNT(*) > 1 LIMIT 1`),
  );
  if (twice === undefined) return;
  throw new InputError({
    code: "two-values",
    message: `instance ${quote(String(twice[1]))} has two values of the feature ${quote(String(twice[2]))}`,
    remedy: "Give each instance one value of a feature, or name the column that tells instances apart.",
    where: { file: engine.name, bag: String(twice[0]) },
  });
}

/** A text that stands in a statement: standard SQL knows no other sign than the quote. */
function literal(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", "''")}'`;
}

function longError(engine: Engine, message: string): InputError {
  return new InputError({
    code: "option",
    message: `in long form, ${message}`,
    remedy: "Name the columns with --instance-column, --feature-column and --value-column.",
    where: { file: engine.name },
  });
}
