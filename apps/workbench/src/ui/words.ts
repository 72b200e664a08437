/** Numbers in words that several screens share. */
import { thousands } from "@bagwise/core/base";

export { count, thousands } from "@bagwise/core/base";

/** `23 %`; with a decimal below one per cent. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value > 0 && value < 0.95 ? value.toFixed(1) : value.toFixed(0)}\u00a0%`;
}

/** An expected number of bags: whole from ten on, with one decimal below. */
export function about(value: number): string {
  return value >= 9.95 ? thousands(Math.round(value)) : String(Number(value.toFixed(1)));
}

/** `12 s`, `3 min`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** A date as people write it. */
export function when(at: string): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
