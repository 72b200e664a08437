/** The distinct values, in order of first appearance. */
export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)];
}

/** The range of the values with some padding. A single value gets a padding of 0.1. */
export function padded(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high > low ? (high - low) * 0.06 : 0.1;
  return [low - room, high + room];
}

/** The range of the finite values, widened to multiples of `step`. 0 to 1 if there are none. */
export function stepped(values: readonly number[], step = 0.1): [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  // A tiny tolerance, so that 0.3 in binary does not take one more step.
  const low = Math.floor(Math.min(...finite) / step + 1e-9);
  const high = Math.ceil(Math.max(...finite) / step - 1e-9);
  return [round(low * step), round(Math.max(high, low + 1) * step)];
}

/** The values whose labels fit on an axis of `width` units: all, every second, every third ... */
export function thinned(values: readonly number[], label: (value: number) => string, width: number): number[] {
  const needed = Math.max(...values.map((value) => label(value).length)) * 6.4 + 5;
  const stride = Math.max(1, Math.ceil((values.length * needed) / width));
  return values.filter((_, i) => i % stride === 0);
}

/** The powers of ten around the positive values. 1 ms to 1 s if there are none. */
export function decades(values: readonly number[]): [number, number] {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return [0.001, 1];
  const low = exponent(Math.min(...positive));
  const high = exponent(Math.max(...positive));
  return [Number(`1e${low}`), Number(`1e${high + 1}`)];
}

/** The powers of ten in a range. Every second or third if there are many. */
export function powersOfTen([low, high]: readonly [number, number], most = 6): number[] {
  const first = exponent(low);
  const length = exponent(high) - first + 1;
  const stride = Math.ceil(length / most);
  return Array.from({ length }, (_, i) => Number(`1e${first + i}`)).filter((_, i) => i % stride === 0);
}

/** Read from its text, because the last bit of a logarithm differs between engines. */
function exponent(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function round(value: number): number {
  return Number(value.toFixed(9));
}
