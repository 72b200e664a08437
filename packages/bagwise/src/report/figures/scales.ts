/** Different values in the order in which they come first. */
export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)];
}

/** The range of values with a little room at both ends; room of 0.1 around a single value. */
export function padded(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high > low ? (high - low) * 0.06 : 0.1;
  return [low - room, high + room];
}

/** The range of the finite values, widened to multiples of `step`; 0 to 1 when there is none. */
export function stepped(values: readonly number[], step = 0.1): [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  // A hair's breadth of tolerance, so that 0.3 in binary does not take one step more.
  const low = Math.floor(Math.min(...finite) / step + 1e-9);
  const high = Math.ceil(Math.max(...finite) / step - 1e-9);
  return [round(low * step), round(Math.max(high, low + 1) * step)];
}

/**
 * Those of the values that have room for their labels on an axis of `width` units: all, every
 * second, every third ...
 */
export function thinned(values: readonly number[], label: (value: number) => string, width: number): number[] {
  const needed = Math.max(...values.map((value) => label(value).length)) * 6.4 + 5;
  const stride = Math.max(1, Math.ceil((values.length * needed) / width));
  return values.filter((_, i) => i % stride === 0);
}

/** The powers of ten around the positive values; 1 ms to 1 s when there is none. */
export function decades(values: readonly number[]): [number, number] {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return [0.001, 1];
  const low = exponent(Math.min(...positive));
  const high = exponent(Math.max(...positive));
  return [Number(`1e${low}`), Number(`1e${high + 1}`)];
}

/** The powers of ten from one to another; every second or third where they are many. */
export function powersOfTen([low, high]: readonly [number, number], most = 6): number[] {
  const first = exponent(low);
  const length = exponent(high) - first + 1;
  const stride = Math.ceil(length / most);
  return Array.from({ length }, (_, i) => Number(`1e${first + i}`)).filter((_, i) => i % stride === 0);
}

/**
 * The exponent of a number in decimal notation. By its text: a logarithm may differ in the last bit
 * between engines.
 */
function exponent(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function round(value: number): number {
  return Number(value.toFixed(9));
}
