import { EXACT_POWERS } from "./bytes.js";

const LINE_FEED = 10;
const RETURN = 13;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * The factor of a mantissa without and with a minus. A product keeps -0.
 */
const SIGNS = Float64Array.of(1, -1);

/** Where a run of plain decimals ended; one object that is reused. */
export interface RunEnd {
  /** How many numbers were read. */
  count: number;
  /** Whether it stopped before a field that is not a plain decimal. */
  odd: boolean;
}

/**
 * Reads up to `count` numbers of one to nine digits, separated by a delimiter, into `values` from
 * `into` on. This is the innermost loop of the CSV reader, on its own so that engines optimise it.
 *
 * Returns the position of the delimiter or line end after the last number. If a field is anything
 * else (longer, with an exponent, blank, text), returns the start of that field and sets `end.odd`.
 * `end.count` is the number of values read. There must be a line feed after `start`.
 */
export function readPlainDecimals(
  bytes: Uint8Array,
  start: number,
  delimiter: number,
  values: Float64Array,
  into: number,
  count: number,
  end: RunEnd,
): number {
  let at = start;
  end.odd = false;
  for (let k = 0; k < count; k++) {
    const fieldStart = at;
    // A minus is as likely as none, so it is taken without a branch: 1 if it is there, else 0.
    const sign = ((bytes[at] ^ MINUS) - 1) >>> 31;
    at += sign;
    const digitsStart = at;
    let mantissa = 0;
    let digit = bytes[at] - ZERO;
    while (digit >>> 0 <= 9) {
      mantissa = (Math.imul(mantissa, 10) + digit) | 0;
      digit = bytes[++at] - ZERO;
    }
    let digits = at - digitsStart;
    let decimals = 0;
    if (digit === POINT - ZERO) {
      const pointAt = ++at;
      digit = bytes[at] - ZERO;
      while (digit >>> 0 <= 9) {
        mantissa = (Math.imul(mantissa, 10) + digit) | 0;
        digit = bytes[++at] - ZERO;
      }
      decimals = at - pointAt;
      digits += decimals;
    }
    const ending = digit + ZERO;
    if ((digits - 1) >>> 0 > 8 || (ending !== delimiter && ending !== LINE_FEED && ending !== RETURN)) {
      end.count = k;
      end.odd = true;
      return fieldStart;
    }
    // One to nine digits fit an int32, and int32 / 10^decimals is rounded once: the double that
    // Number() gives.
    values[into + k] = (mantissa * SIGNS[sign]) / EXACT_POWERS[decimals];
    if (ending !== delimiter) {
      end.count = k + 1;
      return at;
    }
    at++;
  }
  end.count = count;
  return at - 1;
}
