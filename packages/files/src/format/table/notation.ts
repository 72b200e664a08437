import type { DecimalSign } from "@bagwise/core/bags";
import { parseDecimal } from "@bagwise/core/base";
import type { Cell } from "../../table/table.js";

/** Signs that group digits by three: blanks of several widths and the apostrophe; and the other one of point and comma. */
const GROUPED = {
  ".": /^[+-]?\d{1,3}(?:([,\u00a0\u202f '’])\d{3})(?:\1\d{3})*(?:\.\d*)?$/,
  ",": /^[+-]?\d{1,3}(?:([.\u00a0\u202f '’])\d{3})(?:\1\d{3})*(?:,\d*)?$/,
} as const;
const GROUP_SIGNS = { ".": /[,\u00a0\u202f '’]/g, ",": /[.\u00a0\u202f '’]/g } as const;
const WITH_COMMA = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number in a trimmed text with this decimal sign, also with thousands signs (`1,234.5`,
 * `1.234,5`, `1 234`); undefined if there is none. Costs O(length).
 */
export function parseNumber(text: string, decimal: DecimalSign): number | undefined {
  const plain =
    decimal === "." ? parseDecimal(text) : WITH_COMMA.test(text) ? Number(text.replace(",", ".")) : undefined;
  if (plain !== undefined) return plain;
  if (!GROUPED[decimal].test(text)) return undefined;
  return Number(text.replace(GROUP_SIGNS[decimal], "").replace(",", "."));
}

/** The share in a text such as `12 %` or `3.5%`; undefined if it is no percentage. */
export function parsePercent(text: string, decimal: DecimalSign): number | undefined {
  if (!text.endsWith("%")) return undefined;
  const value = parseNumber(text.slice(0, -1).trimEnd(), decimal);
  // Divided as text, so that 12.3 % is the double nearest to 0.123.
  return value === undefined ? undefined : Number((value / 100).toPrecision(15));
}

const AMBIGUOUS = { ".": /^[+-]?[1-9]\d{0,2},\d{3}$/, ",": /^[+-]?[1-9]\d{0,2}\.\d{3}$/ } as const;
const CLEAR = { ".": /^[+-]?\d+\.\d+$/, ",": /^[+-]?\d+,\d+$/ } as const;

/**
 * Whether a number may mean another one with the other decimal sign (`1,234`), or shows by its
 * decimals that it does not (`0.5`); undefined if neither.
 */
export function ambiguity(text: string, decimal: DecimalSign): "ambiguous" | "clear" | undefined {
  if (AMBIGUOUS[decimal].test(text)) return "ambiguous";
  return CLEAR[decimal].test(text) ? "clear" : undefined;
}

const YES = new Set(["yes", "true", "y", "t", "on"]);
const NO = new Set(["no", "false", "n", "f", "off"]);

/** 1 for a word that means yes, 0 for one that means no; undefined for anything else. */
export function parseYesNo(text: string): 0 | 1 | undefined {
  const word = text.toLowerCase();
  if (YES.has(word)) return 1;
  return NO.has(word) ? 0 : undefined;
}

/**
 * The decimal sign of some texts. A comma with other than three digits after it (`0,5`) can only be
 * a decimal sign, and so can a point (`0.25`). More such texts win. Without any the sign is a point,
 * because `1,234` and `1.234` could be either.
 */
export function guessDecimal(texts: Iterable<string>): DecimalSign {
  let commas = 0;
  let points = 0;
  for (const text of texts) {
    if (isDecimalWith(",", text)) commas++;
    else if (isDecimalWith(".", text)) points++;
  }
  return commas > points ? "," : ".";
}

const DECIMAL_WITH = {
  ",": /^[+-]?(?:0|\d{1,3}(?:[.\u00a0\u202f '’]\d{3})+|\d+)?,(?:\d{1,2}|\d{4,})(?:[eE][+-]?\d+)?\s*%?$|^[+-]?0,\d+\s*%?$|^[+-]?\d{4,},\d+\s*%?$/,
  ".": /^[+-]?(?:0|\d{1,3}(?:[,\u00a0\u202f '’]\d{3})+|\d+)?\.(?:\d{1,2}|\d{4,})(?:[eE][+-]?\d+)?\s*%?$|^[+-]?0\.\d+\s*%?$|^[+-]?\d{4,}\.\d+\s*%?$/,
} as const;

function isDecimalWith(sign: DecimalSign, text: string): boolean {
  return DECIMAL_WITH[sign].test(text.trim());
}

/** A number with a sign before it or a unit after it: `<0.5`, `~12`, `3.4 cm`, `1.2e3 nM`, `$12`, `5±0.1`. */
const NUMBER_LIKE =
  /^[<>≤≥~≈=±$€£¥]*\s*[+-]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][+-]?\d+)?\s*(?:±.*|[^\d\s]{1,8}(?:\s?[^\d\s]{1,4})?)?$/u;

/** Longer texts are no numbers, and are not looked at. */
const LONGEST = 40;
/** From this share of such values on, somebody meant numbers. */
const MOSTLY = 0.5;

/** Whether most cells of a column of text look like numbers that were written for people. */
export function looksLikeNumbers(cells: Iterable<Cell>): boolean {
  let present = 0;
  let numbers = 0;
  for (const cell of cells) {
    if (cell === null || cell === undefined || cell === "") continue;
    present++;
    if (typeof cell === "number" || (typeof cell === "string" && isNumberLike(cell.trim()))) numbers++;
  }
  return present > 0 && numbers >= MOSTLY * present;
}

function isNumberLike(text: string): boolean {
  return text.length <= LONGEST && NUMBER_LIKE.test(text);
}
