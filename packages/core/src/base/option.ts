import { settingDefaults } from "./describe-option.js";
import { InputError, quote } from "./errors.js";

/**
 * The kind of value an option takes. One number may stand for a pair of equal ones, or for a list.
 */
export type OptionType =
  | "integer"
  | "number"
  | "boolean"
  | "integer pair"
  | "number pair"
  | "integer list"
  | "number list"
  | "choice"
  | "text";

/** The least and the greatest value of a number; with `above` the least is excluded. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly above?: boolean;
}

type Plain = number | boolean | string | readonly number[];

/** An option as data: flags, forms, checks and tables in the docs are made from it. */
export interface OptionDescription {
  readonly name: string;
  readonly type: OptionType;
  /** Null if there is none, or if it depends on something else; `help` says on what. */
  readonly default: Plain | null;
  /** The default in each setting, for an option whose default depends on the option `setting`. */
  readonly bySetting?: Readonly<Record<string, Plain>>;
  readonly range?: Range;
  /** The possible values of a choice. */
  readonly choices?: readonly string[];
  /** One line, without a final full stop. */
  readonly help: string;
}

/**
 * An option in a table; its key is its name. `Given` is what a caller may write, `Read` what the
 * code works with.
 */
export interface Option<Given = unknown, Read = unknown> extends Omit<OptionDescription, "name"> {
  /** What the code works with. Throws an InputError that names the option for a bad value. */
  read(name: string, value: unknown): Read;
  /** Never set: it only carries the type. */
  readonly given?: Given;
}

/** Options by name, each described once. Types, defaults, checks, flags and docs follow. */
export type OptionTable = Readonly<Record<string, Option>>;

/** The options a caller may write, all optional. They keep the doc comments of the table. */
export type OptionsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: NonNullable<Table[Name]["given"]> | undefined;
};

/** The options as the code gets them: checked, with defaults filled in. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<unknown, infer Read> ? Read : never;
};

/** A default for each value of the option `setting`. */
export interface BySetting<Value> {
  readonly bySetting: { readonly default: Value; readonly paper: Value };
}

/** Null means none: the code gets undefined. */
type Default<Value> = Value | BySetting<Value> | null;
type OrNone<Value, D> = D extends null ? Value | undefined : Value;

interface Spec<D> {
  readonly default: D;
  readonly help: string;
}
interface NumberSpec<D> extends Spec<D> {
  readonly range?: Range;
}

/** A default that depends on the option `setting`. The help of the option shows both. */
export function bySetting<const Value>(usual: Value, paper: Value): BySetting<Value> {
  return { bySetting: { default: usual, paper } };
}

export function integer<D extends Default<number>>(spec: NumberSpec<D>): Option<number, OrNone<number, D>> {
  return checked("integer", spec, as<OrNone<number, D>>);
}

export function number<D extends Default<number>>(spec: NumberSpec<D>): Option<number, OrNone<number, D>> {
  return checked("number", spec, as<OrNone<number, D>>);
}

export function boolean<D extends boolean>(spec: Spec<D>): Option<boolean, boolean> {
  return checked("boolean", spec, as<boolean>);
}

type Numbers = readonly number[];

/** One or more whole numbers; the code gets each of them once. */
export function integers<D extends Default<Numbers>>(
  spec: NumberSpec<D>,
): Option<number | Numbers, OrNone<Numbers, D>> {
  return checked("integer list", spec, distinct<OrNone<Numbers, D>>);
}

/** One or more numbers; the code gets each of them once. */
export function numbers<D extends Default<Numbers>>(spec: NumberSpec<D>): Option<number | Numbers, OrNone<Numbers, D>> {
  return checked("number list", spec, distinct<OrNone<Numbers, D>>);
}

type Pair = readonly [number, number];

/** Two whole numbers, or one that stands for both. */
export function integerPair(spec: NumberSpec<number | Pair>): Option<number | Pair, Pair> {
  return checked("integer pair", spec, pair);
}

/** Two numbers, or one that stands for both. */
export function numberPair(spec: NumberSpec<number | Pair>): Option<number | Pair, Pair> {
  return checked("number pair", spec, pair);
}

export function choice<Name extends string, D extends Default<NoInfer<Name>>>(
  spec: Spec<D> & { readonly choices: readonly Name[] },
): Option<Name, OrNone<Name, D>> {
  return checked("choice", spec, as<OrNone<Name, D>>);
}

/**
 * A text, or something richer that is a text on the command line. `read` turns it into what the
 * code works with, and throws an InputError for anything else: JavaScript programs may pass
 * anything.
 */
export function text<Given, Read, D extends Given | null>({
  read,
  ...spec
}: Spec<D> & { read(value: Given, name: string): Read }): Option<Given, OrNone<Read, D>> {
  return described("text", spec, (name, value) => read(value as Given, name) as OrNone<Read, D>);
}

/** The options of a table as a list. */
export function optionList(table: OptionTable): OptionDescription[] {
  return Object.entries(table).map(([name, { read: _, ...option }]) => ({ name, ...option }));
}

/**
 * The options with defaults filled in. Throws an InputError for an option that is not in the table,
 * and for a bad value. Undefined counts as not given.
 */
export function readOptions<Table extends OptionTable>(table: Table, given: OptionsOf<Table>): OptionValues<Table> {
  const said: Readonly<Record<string, unknown>> = given;
  for (const [name, value] of Object.entries(said))
    if (value !== undefined && !Object.hasOwn(table, name))
      throw badOption(name, value, `only known options: ${Object.keys(table).join(", ")}`);
  const setting = String(said.setting ?? table.setting?.default);
  const found = Object.entries(table).map(([name, option]) => {
    const value = said[name] === undefined ? (option.bySetting?.[setting] ?? option.default) : said[name];
    const none = value === null && said[name] === undefined;
    return [name, none ? undefined : option.read(name, value)];
  });
  return Object.fromEntries(found) as OptionValues<Table>;
}

/** The error for an option with a bad value. `wanted` completes "Give ...". */
export function badOption(name: string, value: unknown, wanted: string): InputError {
  const shown =
    typeof value === "string" ? quote(value) : Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
  return new InputError({ code: "option", message: `the option ${name} is ${shown}`, remedy: `Give ${wanted}.` });
}

type Checkable = Pick<OptionDescription, "name" | "type" | "range" | "choices">;

/** Throws an InputError that names the option if the value has another type or is out of range. */
export function checkOption({ name, type, range, choices = [] }: Checkable, value: unknown): void {
  if (type === "boolean") {
    if (typeof value !== "boolean") throw badOption(name, value, "true or false");
    return;
  }
  if (type === "text" || type === "choice") {
    if (typeof value !== "string") throw badOption(name, value, "a text");
    if (type === "choice" && !choices.includes(value)) throw badOption(name, value, `one of ${choices.join(", ")}`);
    return;
  }
  const whole = type.startsWith("integer");
  const { min, max, above = false } = range ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const fits = (n: unknown) =>
    typeof n === "number" &&
    Number.isFinite(n) &&
    (above ? n > min : n >= min) &&
    n <= max &&
    (!whole || Number.isInteger(n));
  const list = Array.isArray(value) && value.every(fits);
  if (
    fits(value) ||
    (type.endsWith("pair") && list && value.length === 2) ||
    (type.endsWith("list") && list && value.length > 0)
  )
    return;
  const noun = whole ? "a whole number" : "a number";
  const many = type.endsWith("pair") ? ", or two," : type.endsWith("list") ? ", or several," : "";
  throw badOption(
    name,
    value,
    `${noun}${many} ${above ? "above" : "from"} ${min} ${above ? "and at most" : "to"} ${max}`,
  );
}

type AnySpec = Spec<Default<Plain>> & Pick<OptionDescription, "range" | "choices">;

/** An option whose value is checked, then read. */
function checked<Given, Read>(type: OptionType, spec: AnySpec, read: (value: unknown) => Read): Option<Given, Read> {
  const { default: _, help: __, ...limits } = spec;
  return described(type, spec, (name, value) => {
    checkOption({ name, type, ...limits }, value);
    return read(value);
  });
}

function described<Given, Read>(
  type: OptionType,
  { default: usual, help, ...rest }: Spec<unknown> & Pick<OptionDescription, "range" | "choices">,
  read: (name: string, value: unknown) => Read,
): Option<Given, Read> {
  if (!isBySetting(usual)) return { type, ...rest, default: usual as Plain | null, help, read };
  return { type, ...rest, default: null, ...usual, help: `${help}; ${settingDefaults(usual.bySetting)}`, read };
}

function isBySetting(value: unknown): value is BySetting<Plain> {
  return typeof value === "object" && value !== null && "bySetting" in value;
}

/** A checked value as its type. */
function as<Read>(value: unknown): Read {
  return value as Read;
}

function distinct<Read>(value: unknown): Read {
  return [...new Set([value].flat())] as Read;
}

function pair(value: unknown): Pair {
  return Array.isArray(value) ? [value[0], value[1]] : [Number(value), Number(value)];
}
