// Numbers of 420 decimal digits after the point, as BigInts: a number x is stored as x * 2^BITS.
// Every double is stored exactly. Sums are exact, products and quotients are rounded down.

const BITS = 1400n;
export const ONE = 1n << BITS;
/** exp and log are computed with this many bits after the point, which are 150 digits. */
const FEWER = 500n;

const view = new DataView(new ArrayBuffer(8));

/** A finite double, exactly. */
export function big(x) {
  if (!Number.isFinite(x)) throw new Error(`big: ${x} is not finite`);
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  // The value is mantissa * 2^(power - 1074).
  const [mantissa, power] = exponent === 0n ? [fraction, 0n] : [fraction | (1n << 52n), exponent - 1n];
  const size = (mantissa << power) << (BITS - 1074n);
  return bits >> 63n ? -size : size;
}

export const times = (a, b) => (a * b) >> BITS;
export const over = (a, b) => (a << BITS) / b;
export const abs = (a) => (a < 0n ? -a : a);
export const most = (...values) => values.reduce((a, b) => (a > b ? a : b));
export const least = (...values) => values.reduce((a, b) => (a < b ? a : b));
export const sum = (values) => values.reduce((a, b) => a + b, 0n);

/** The nearest double, but for the last bit. */
export function small(a) {
  if (a < 0n) return -small(-a);
  const excess = BigInt(Math.max(0, a.toString(2).length - 64));
  // In two steps, because 2^-1400 alone is no double.
  return Number(a >> excess) * 2 ** (Number(excess) - 700) * 2 ** -700;
}

const one = 1n << FEWER;

/** 2 artanh(x) for a small x, with FEWER bits. */
function twiceArtanh(x) {
  const square = (x * x) >> FEWER;
  let total = 0n;
  for (let power = 2n * x, k = 1n; power !== 0n && power !== -1n; power = (power * square) >> FEWER, k += 2n)
    total += power / k;
  return total;
}

const LN2 = twiceArtanh(one / 3n);

/** The natural logarithm of a number above 0. */
export function log(a) {
  const length = BigInt(a.toString(2).length);
  // a = m 2^k with m in [1/2, 1).
  const k = length - BITS;
  const m = length > FEWER ? a >> (length - FEWER) : a << (FEWER - length);
  return (twiceArtanh(((m - one) << FEWER) / (m + one)) + k * LN2) << (BITS - FEWER);
}

/** e to the power a, for a up to 0. */
export function exp(a) {
  const x = a >> (BITS - FEWER);
  const k = -x / LN2;
  if (k > 1390n) return 0n;
  // The rest is divided by 2^20, so that the series is short, and the result squared 20 times.
  const rest = (x + k * LN2) >> 20n;
  let result = one;
  for (let term = one, i = 1n; term !== 0n && term !== -1n; i++) {
    term = ((term * rest) >> FEWER) / i;
    result += term;
  }
  for (let i = 0; i < 20; i++) result = (result * result) >> FEWER;
  return (result << (BITS - FEWER)) >> k;
}

/** log(1 + e^a). */
export const softplus = (a) => most(a, 0n) + log(ONE + exp(-abs(a)));
