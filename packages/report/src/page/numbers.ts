import type { Measure } from "@bagwise/core/scores";

/** A minus sign as wide as a plus. */
const MINUS = "−";

/** Shown for a number that is unknown or not defined, such as a mean over no cells. */
const NONE = "–";

/** An accuracy, AUC or prior with three decimals. A dash for NaN. */
export function three(value: number): string {
  return Number.isFinite(value) ? withMinus(value.toFixed(3)) : NONE;
}

/** A difference with three decimals and a sign. No sign if it rounds to zero. */
export function signed(value: number): string {
  if (!Number.isFinite(value)) return NONE;
  const text = value.toFixed(3);
  if (Number(text) === 0) return "0.000";
  return value > 0 ? `+${text}` : withMinus(text);
}

/** `0.818 (0.041)`, as the paper prints a cell. */
export function meanAndSd({ mean, sd }: { readonly mean: number; readonly sd: number }): string {
  return `${three(mean)} (${three(sd)})`;
}

/** A share with two decimals. A dash for NaN. */
export function two(value: number): string {
  return Number.isFinite(value)
    ? value
        .toFixed(2)
        .replace(/^-(?=.*[1-9])/, MINUS)
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
  return text.replace(/^-/, MINUS);
}

/**
 * `0.82 (0.75 to 0.88)`; says if it was clipped. The value alone without interval, a dash for NaN.
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

/** A class prior in short form: `0.1`, not `0.100`. */
export function plain(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** A duration with three digits in a suitable unit: `1.24 ms`, `3.05 s`, `76.3 s`, `12.4 min`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return NONE;
  if (seconds < 0.9995) return `${digits(seconds * 1000)} ms`;
  if (seconds < 599.5) return `${digits(seconds)} s`;
  if (seconds < 7200) return `${digits(seconds / 60)} min`;
  return `${digits(seconds / 3600)} h`;
}

/** Bytes in binary units: `15.6 GiB`. */
export function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** Text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A clause as a sentence of its own; empty for none. */
export function sentence(clause: string): string {
  const bare = clause.trim().replace(/\.$/, "");
  return bare === "" ? "" : `${capital(bare)}.`;
}

/** Three significant digits, or a whole number from a thousand on. */
function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function withMinus(text: string): string {
  const bare = text.replace(/^-/, "");
  return bare === text || Number(bare) === 0 ? bare : MINUS + bare;
}
