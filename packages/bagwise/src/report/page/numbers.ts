/** A minus sign as wide as a plus. */
const MINUS = "−";

/** Shown for a measure that is not defined, such as a mean over no cells. */
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

/** Three significant digits, or a whole number from a thousand on. */
function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function withMinus(text: string): string {
  const bare = text.replace(/^-/, "");
  return bare === text || Number(bare) === 0 ? bare : MINUS + bare;
}
