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

/** A share in per cent with one decimal, as the literature prints accuracies: `87.4`. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** A difference of shares in points: one decimal and always a sign, unless it rounds to zero. */
export function signedPoints(difference: number): string {
  const text = percent(difference);
  if (Number(text) === 0) return "0.0";
  return difference > 0 ? `+${text}` : text;
}

/** `87.4 (1.2)`; without brackets for a single value, whose deviation is unknown. */
export function percentAndSd({ mean, sd }: { readonly mean: number; readonly sd: number }, values: number): string {
  return values < 2 ? percent(mean) : `${percent(mean)} (${percent(sd)})`;
}
