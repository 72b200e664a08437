/** Where a number is not known. */
export const UNKNOWN = "–";

/** Three decimals, as the paper has: `0.818`. */
export function thousandths(value: number): string {
  return value.toFixed(3);
}

/** A difference: three decimals and always a sign, unless it rounds to zero. */
export function signedThousandths(value: number): string {
  const text = value.toFixed(3);
  if (Number(text) === 0) return "0.000";
  return value > 0 ? `+${text}` : text;
}

/** `+0.121 ± 0.016`; a dash for a standard error that is not known. */
export function withStandardError(mean: number, se: number | null): string {
  return `${signedThousandths(mean)} ± ${se === null ? UNKNOWN : thousandths(se)}`;
}
