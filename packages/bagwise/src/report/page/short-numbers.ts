import type { Measure } from "../../scores/pu-measures.js";

/** Shown for an unknown number. */
const NONE = "–";

/** A share with two decimals. A dash for NaN. */
export function two(value: number): string {
  return Number.isFinite(value)
    ? value
        .toFixed(2)
        .replace(/^-(?=.*[1-9])/, "−")
        .replace(/^-/, "")
    : NONE;
}

/** A score, width or lambda with three digits, and an exponent if it is very small or large. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  const text =
    size === 0 || (size >= 1e-3 && size < 1e5)
      ? String(Number(value.toPrecision(3)))
      : value
          .toExponential(2)
          .replace(/\.?0+e/, "e")
          .replace("e+", "e");
  return text.replace(/^-/, "−");
}

/**
 * `0.82 (0.75 to 0.88)`, or the value alone without an interval. Says if it was clipped to the
 * possible range. A dash for NaN.
 */
export function withInterval({ value, low, high, clipped }: Measure): string {
  if (!Number.isFinite(value)) return NONE;
  if (low === high) return `${two(value)}${clipped ? " (clipped)" : ""}`;
  return `${two(value)} (${two(low)} to ${two(high)}${clipped ? ", clipped" : ""})`;
}

/** `23 %`. Below one per cent, with a decimal. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return NONE;
  const value = 100 * share;
  const text = value > 0 && value < 0.95 ? value.toFixed(1) : value.toFixed(0);
  return `${text} %`;
}

/** An expected number of bags: whole from ten on, with one decimal below. */
export function about(value: number): string {
  if (!Number.isFinite(value)) return NONE;
  return value >= 9.95 ? value.toFixed(0) : String(Number(value.toFixed(1)));
}
