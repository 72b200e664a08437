const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const MISSING = new Set(["", "?", "na", "n/a", "nan", "null", "none"]);

/**
 * Whether a field, already trimmed, says that its value is missing: blank, `?`, `NA`, `NaN`,
 * `null`, in any case.
 */
export function isMissing(text: string): boolean {
  return text.length <= 4 && MISSING.has(text.toLowerCase());
}

/** The number that a trimmed field spells in decimal, to the last bit that of `Number()`; undefined when it spells none.
 * Hexadecimal, `Infinity` and a blank, which `Number()` would take, are no decimals. */
export function parseDecimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}
