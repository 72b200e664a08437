import { InputError, isMissing, type Place, parseDecimal, quote } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";

/** Takes a pair of a row: feature index from 1, and value, NaN if it is missing. */
type TakePair = (index: number, value: number) => void;

/** What comes before the pairs of a row. */
export interface SvmlightStart {
  readonly bag: string;
  readonly label: string;
}

const START = /^\s*([^\s:]*):([^\s:]*):([^\s:]*)(?=\s|$)/;
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Parses a row, `instance:bag:label index:value ...`. Throws an InputError unless indices start at
 * 1 and ascend.
 */
export function readRow(text: string, take: TakePair, where: Place): SvmlightStart {
  const start = START.exec(text);
  if (start === null) throw noStart(text, where);
  let before = 0;
  let at = start[0].length;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (at >= text.length) return { bag: start[2], label: start[3] };
    const begin = at;
    let index = 0;
    for (let digit = text.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - 48) {
      index = Math.min(10 * index + digit, LARGEST);
    }
    const colon = at;
    while (at < text.length && text.charCodeAt(at) > 0x20) at++;
    const value = text.charCodeAt(colon) === 0x3a ? parseDecimal(text.slice(colon + 1, at)) : undefined;
    if (index > before && value !== undefined && Math.abs(value) < Number.POSITIVE_INFINITY) take(index, value);
    else take(index, missing(text.slice(begin, at), before, { ...where, column: begin + 1 }));
    before = index;
  }
}

/**
 * NaN for a pair whose value is missing. Throws an InputError for any other pair that is not an
 * index and a finite number.
 */
function missing(pair: string, before: number, where: Place): number {
  const [, digits, text] = /^([^:]*):(.*)$/s.exec(pair) ?? [undefined, "", ""];
  if (!pair.includes(":")) throw complain(`${quote(pair)} has no colon`, "Write each value as index:value.", where);
  const index = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (index < 1) throw complain(`${quote(digits)} is not an index of 1 or more`, "Count the features from 1.", where);
  if (index <= before) {
    const how = index === before ? "occurs twice" : `comes after ${before}`;
    throw complain(`the index ${index} ${how}`, "Sort the pairs of a line by index.", where, "svmlight-order");
  }
  if (isMissing(text)) return Number.NaN;
  const place = { ...where, column: (where.column ?? 1) + digits.length + 1 };
  if (parseDecimal(text) === undefined && !/^[+-]?inf(inity)?$/i.test(text)) {
    throw complain(`${quote(text)} is not a number`, "Correct it.", place, "not-a-number");
  }
  const remedy = "Replace it, or write ? and set the option missing to drop or median.";
  throw complain(`${quote(text)} is not a finite number`, remedy, place, "not-finite");
}

function noStart(text: string, where: Place): InputError {
  const [word = ""] = /\S+/.exec(text) ?? [];
  const remedy = "Start each row with instance:bag:label, without blanks or colons in them.";
  return complain(`${quote(word)} is not instance:bag:label`, remedy, { ...where, column: text.search(/\S/) + 1 });
}

function complain(message: string, remedy: string, where: Place, code: ErrorCode = "svmlight-syntax"): InputError {
  return new InputError({ code, message, remedy, where });
}
