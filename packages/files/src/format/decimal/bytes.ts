/** The powers of ten that a double holds exactly. */
export const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** 2^27 + 1, which splits a double into two halves whose products are exact (Dekker 1971). */
const SPLITTER = 134217729;

/**
 * A bound on the relative error of the double-double results below, well above the true one of
 * about 2^-103.
 */
const DOUBLE_DOUBLE_ERROR = 2 ** -99;

/** Sixteen to nineteen digits fit into two doubles; more are left to the engine. */
const MOST_DIGITS = 19;

/**
 * The decimal number in the bytes from `start` to `end`, bit by bit that of `Number()`; NaN if they
 * are not a number.
 *
 * Up to 15 digits take one exact operation (Clinger 1990). Up to 19 take double-double arithmetic,
 * whose result counts only if rounding it up or down by its error bound gives the same double (Ziv
 * 1991). Everything else goes to `Number()`, which is about ten times slower because it needs a
 * string.
 */
export function parseDecimalBytes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let negative = false;
  if (at < end && (bytes[at] === 45 || bytes[at] === 43)) negative = bytes[at++] === 45;
  // The digits as high * 10^(digits of low) + low.
  let high = 0;
  let low = 0;
  let digits = 0;
  let exponent = 0;
  let seen = false;
  let point = false;
  for (; at < end; at++) {
    const digit = bytes[at] - 48;
    if (digit >= 0 && digit <= 9) {
      seen = true;
      if (point) exponent--;
      if (digits === 0 && digit === 0) continue;
      if (++digits <= 15) high = high * 10 + digit;
      else low = low * 10 + digit;
    } else if (bytes[at] === 46 && !point) point = true;
    else break;
  }
  if (!seen) return Number.NaN;
  if (at < end) {
    if ((bytes[at] | 32) !== 101) return Number.NaN;
    at++;
    let sign = 1;
    if (at < end && (bytes[at] === 45 || bytes[at] === 43)) sign = bytes[at++] === 45 ? -1 : 1;
    if (at === end) return Number.NaN;
    let power = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 48;
      if (!(digit >= 0 && digit <= 9)) return Number.NaN;
      if (power < 100000) power = power * 10 + digit;
    }
    exponent += sign * power;
  }
  let value = Number.NaN;
  if (digits === 0) value = 0;
  else if (exponent >= -22 && exponent <= 22) {
    if (digits <= 15) value = exponent < 0 ? high / EXACT_POWERS[-exponent] : high * EXACT_POWERS[exponent];
    else if (digits <= MOST_DIGITS) value = scaled(high, low, digits - 15, exponent);
  }
  if (Number.isNaN(value)) value = Math.abs(Number(asciiText(bytes, start, end)));
  return negative ? -value : value;
}

/** ASCII bytes as text. For the short fields of a table this is much faster than a TextDecoder. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 400) return new TextDecoder("latin1").decode(bytes.subarray(start, end));
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

/**
 * (high * 10^lowDigits + low) * 10^exponent, correctly rounded, or NaN if the error bound does not
 * decide.
 */
function scaled(high: number, low: number, lowDigits: number, exponent: number): number {
  const shift = EXACT_POWERS[lowDigits];
  const product = high * shift;
  const tail = productError(high, shift, product) + low;
  const head = product + tail;
  const rest = tail - (head - product);
  const power = EXACT_POWERS[Math.abs(exponent)];
  let value: number;
  let correction: number;
  if (exponent < 0) {
    value = head / power;
    const back = value * power;
    correction = (head - back - productError(value, power, back) + rest) / power;
  } else {
    value = head * power;
    correction = productError(head, power, value) + rest * power;
  }
  const doubt = value * DOUBLE_DOUBLE_ERROR;
  const below = value + (correction - doubt);
  return below === value + (correction + doubt) ? below : Number.NaN;
}

/** a * b - product, exactly, where product is the rounded a * b. */
function productError(a: number, b: number, product: number): number {
  const aScaled = SPLITTER * a;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = SPLITTER * b;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
