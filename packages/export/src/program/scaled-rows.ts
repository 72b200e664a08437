import type { Scaling } from "@bagwise/core/bags";
import type { Rows } from "./program.js";

/** Rows that are scaled as the model scales them. */
export function scaledRows({ method, offset, divisor, unit }: Scaling, of: Rows): Rows {
  if (method === "none" && unit === undefined) return of;
  const shift = method === "none" ? null : { offset: Float64Array.from(offset), divisor: Float64Array.from(divisor) };
  return { op: "scale", of, unit: unit === undefined ? null : Float64Array.from(unit), shift };
}
