/**
 * Raises every number to this power, a whole number of at least 1, in place. Uses repeated
 * multiplication, which gives the same bits on every engine. `Math.pow` does not promise that.
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
