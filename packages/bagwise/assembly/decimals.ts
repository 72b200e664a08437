// biome-ignore-all lint/correctness/noPrecisionLoss: these are 64-bit whole numbers, not doubles.
// Decimals to float64, eight digits at a time. The bytes and the results are in this module's memory.
//
// Eight ASCII digits in a 64-bit word become a number by three multiplications (the trick is Johnny Lee's; simdjson and
// fast_float use it, too). A shorter run of digits is shifted so that zeros come before it.

const ZEROS: u64 = 0x3030303030303030;

/** 10^0 .. 10^15, as whole numbers and as doubles, which hold them exactly. */
const WHOLE_POWERS = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000,
]);
const POWERS = memory.data<f64>([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]);

/** How many of the first bytes of the word are digits: 0 to 8. */
function digitsIn(word: u64): u32 {
  const t = word ^ ZEROS;
  return <u32>(ctz(((t + 0x7676767676767676) | t) & 0x8080808080808080) >> 3);
}

/** The number that the first `n` bytes of the word, all digits, spell; n from 1 to 8. */
function value(word: u64, n: u32): u64 {
  let t = (word ^ ZEROS) << ((8 - n) << 3);
  t = t * 10 + (t >> 8);
  return ((t & 0x000000ff000000ff) * 0x000f424000000064 + ((t >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >> 32;
}

/**
 * Reads up to `count` decimals with a delimiter between them from address `start` on and stores them from `into` on.
 * Returns the address of the delimiter or line end after the last one, or that of the first field that is no plain
 * decimal (up to 8 digits before and after the point, 15 in all; an optional minus). How many were stored is at
 * address 0, and whether such a field stopped it at address 4.
 */
export function readDecimals(start: usize, delimiter: u32, into: usize, count: u32): usize {
  let at = start;
  let done: u32 = 0;
  let odd: u32 = 0;
  while (done < count) {
    const field = at;
    const minus = u32(load<u8>(at) === 45);
    at += minus;
    const first = load<u64>(at);
    const whole = digitsIn(first);
    // A word without any digit would be shifted by 64, which is 0: a run of 8 zeros must not come out of that.
    let mantissa: u64 = whole === 0 ? 0 : value(first, whole);
    at += whole;
    let decimals: u32 = 0;
    if (load<u8>(at) === 46) {
      const second = load<u64>(++at);
      decimals = digitsIn(second);
      if (decimals !== 0) {
        mantissa = mantissa * load<u64>(WHOLE_POWERS + (decimals << 3)) + value(second, decimals);
        at += decimals;
      }
    }
    const digits = whole + decimals;
    const end = <u32>load<u8>(at);
    if (digits === 0 || digits > 15 || (end !== delimiter && end !== 10 && end !== 13)) {
      odd = 1;
      at = field;
      break;
    }
    const result = <f64>mantissa / load<f64>(POWERS + (decimals << 3));
    store<f64>(into + (done << 3), copysign(result, minus ? -1.0 : 1.0));
    done++;
    if (end !== delimiter || done === count) break;
    at++;
  }
  store<u32>(0, done);
  store<u32>(4, odd);
  return at;
}
