// biome-ignore-all lint/correctness/noPrecisionLoss: these are 64-bit whole numbers, not doubles.
// Decimals to float64, eight digits at a time. The bytes and the results are in this module's memory.
//
// Eight ASCII digits in a 64-bit word become a number by three multiplications (the trick is Johnny
// Lee's; simdjson and fast_float use it, too). A shorter run of digits is shifted so that zeros
// come before it.

const ZEROS: u64 = 0x3030303030303030;

/** 10^0 .. 10^19, as whole numbers and as doubles, which hold them exactly. */
const WHOLE_POWERS = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
  10000000000000000000,
]);
const POWERS = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
]);

/** 2^27 + 1, which splits a double into two halves whose products are exact (Dekker 1971). */
const SPLITTER: f64 = 134217729;

/** As in `src/format/decimal/bytes.ts`: 2^-99, a bound on the relative error of `quotient`. */
const DOUBLE_DOUBLE_ERROR: f64 = 1.5777218104420236e-30;

/** The number that the first `n` bytes of the word, all digits, spell; n from 0 to 8. */
function value(word: u64, n: u32): u64 {
  // A shift by 64 is one by 0, so that 0 digits take two steps of 32.
  const half = <u64>((8 - n) << 2);
  let t = ((word ^ ZEROS) << half) << half;
  t = t * 10 + (t >> 8);
  return ((t & 0x000000ff000000ff) * 0x000f424000000064 + ((t >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >> 32;
}

/** The number that the `n` bytes at the address, all digits, spell; n from 0 to 19. */
function digitsAt(at: usize, n: u32): u64 {
  let result: u64 = 0;
  for (; n > 8; n -= 8, at += 8) result = result * 100000000 + value(load<u64>(at), 8);
  return result * load<u64>(WHOLE_POWERS + (n << 3)) + value(load<u64>(at), n);
}

/**
 * mantissa / 10^decimals, correctly rounded, for a mantissa below 10^19; NaN if the error bound of
 * double-double arithmetic does not decide (Ziv 1991).
 */
function quotient(mantissa: u64, decimals: u32): f64 {
  const power = load<f64>(POWERS + (decimals << 3));
  const head = <f64>mantissa;
  const rest = <f64>(<i64>(mantissa - <u64>head));
  const result = head / power;
  const back = result * power;
  const scaled = SPLITTER * result;
  const high = scaled - (scaled - result);
  const low = result - high;
  const powerScaled = SPLITTER * power;
  const powerHigh = powerScaled - (powerScaled - power);
  const powerLow = power - powerHigh;
  // result * power - back, exactly.
  const error = low * powerLow - (back - high * powerHigh - low * powerHigh - high * powerLow);
  const correction = (head - back - error + rest) / power;
  const doubt = result * DOUBLE_DOUBLE_ERROR;
  const below = result + (correction - doubt);
  return below === result + (correction + doubt) ? below : NaN;
}

/**
 * Reads up to `count` decimals with a delimiter between them from address `start` on and stores
 * them from `into` on. Returns the address of the delimiter or line end after the last one, or that
 * of the first field that is no plain decimal (at most 31 characters and 19 digits; an optional
 * minus, no exponent). How many were stored is at address 0, and whether such a field stopped it at
 * address 4.
 *
 * Where a field ends is found by comparing 16 or 32 bytes at once: the next field waits for that
 * alone, not for the digits.
 */
export function readDecimals(start: usize, delimiter: u32, into: usize, count: u32): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  const feeds = i8x16.splat(10);
  const returns = i8x16.splat(13);
  const points = i8x16.splat(46);
  const zeros = i8x16.splat(48);
  const tens = i8x16.splat(10);
  let at = start;
  let done: u32 = 0;
  let odd: u32 = 0;
  while (done < count) {
    let bytes = v128.load(at);
    let ends = <u32>(
      i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, feeds)), i8x16.eq(bytes, returns)))
    );
    let pointAt = <u32>i8x16.bitmask(i8x16.eq(bytes, points));
    let digits = <u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, zeros), tens));
    if (ends === 0) {
      bytes = v128.load(at + 16);
      ends =
        (<u32>(
          i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, feeds)), i8x16.eq(bytes, returns)))
        )) << 16;
      pointAt |= (<u32>i8x16.bitmask(i8x16.eq(bytes, points))) << 16;
      digits |= (<u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, zeros), tens))) << 16;
    }
    // At most 31, so that a longer field is no plain one.
    const length = <u32>ctz(ends | 0x80000000);
    const minus = u32(load<u8>(at) === 45);
    // The point, or the end where there is none.
    const point = min(length, <u32>ctz(pointAt | 0x80000000));
    const whole = point - minus;
    const decimals = length - point - u32(point < length);
    // Every character must be a digit, but for the minus and the point.
    const all = ((<u32>1) << length) - 1;
    // The counts are unsigned: a minus without anything behind it makes `whole` huge.
    if (
      ends === 0 ||
      ((digits | ((<u32>1) << point) | minus) & all) !== all ||
      whole > 19 ||
      decimals > 19 ||
      whole + decimals === 0
    ) {
      odd = 1;
      break;
    }
    let result: f64;
    if (whole <= 8 && decimals <= 8 && length <= 15) {
      const first = load<u64>(at + minus);
      const second = load<u64>(at + point + 1);
      const mantissa = value(first, whole) * load<u64>(WHOLE_POWERS + (decimals << 3)) + value(second, decimals);
      result = <f64>mantissa / load<f64>(POWERS + (decimals << 3));
    } else {
      const first = digitsAt(at + minus, whole);
      // Zeros before the point are no digits of the mantissa.
      result =
        whole + decimals <= 19 || first === 0
          ? quotient(first * load<u64>(WHOLE_POWERS + (decimals << 3)) + digitsAt(at + point + 1, decimals), decimals)
          : NaN;
      if (!(abs(result) < Infinity)) {
        odd = 1;
        break;
      }
    }
    // The sign by its bit: a choice between two numbers would be a branch, wrong half of the time.
    store<u64>(into + (done << 3), reinterpret<u64>(result) | ((<u64>minus) << 63));
    done++;
    at += length;
    if (<u32>load<u8>(at) !== delimiter || done === count) break;
    at++;
  }
  store<u32>(0, done);
  store<u32>(4, odd);
  return at;
}
