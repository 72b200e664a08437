const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const MISSING = new Set(["", "?", "na", "n/a", "nan", "null", "none"]);

/**
 * Whether a trimmed field means a missing value: blank, `?`, `NA`, `NaN`, `null` in any case.
 */
export function isMissing(text: string): boolean {
  return text.length <= 4 && MISSING.has(text.toLowerCase());
}

/**
 * The decimal number in a trimmed field, bit by bit that of `Number()`; undefined if there is none.
 * Hexadecimal, `Infinity` and a blank, which `Number()` accepts, are not decimals.
 */
export function parseDecimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}
