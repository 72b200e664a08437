/**
 * Replaces every number by its power, degree a whole number from 1 up, by repeated multiplication:
 * the same bits on every engine, which `Math.pow` does not promise.
 */
export function raise(values: Float64Array, degree: number): void {
  if (degree === 1) return;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    let y = x;
    for (let k = 1; k < degree; k++) y *= x;
    values[i] = y;
  }
}
