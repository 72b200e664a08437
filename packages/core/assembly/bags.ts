// What is computed of every bag in a large file, in AssemblyScript: hashes of its instances, and the
// minimum, maximum and mean of its features. `scripts/build-wasm.mjs` compiles it.
//
// `src/bags/copies/bag-hashes.ts` and `src/statistics/min-max-mean.ts` have the same arithmetic in plain
// TypeScript. The two must give the same bits. Rows of numbers stand one after the other. All places
// count bytes.

function rotated(words: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(words, bits), i32x4.shr_u(words, 32 - bits));
}

/** The finaliser of MurmurHash3. */
function finish(words: v128): v128 {
  let z = i32x4.mul(v128.xor(words, i32x4.shr_u(words, 16)), i32x4.splat(0x85ebca6b));
  z = i32x4.mul(v128.xor(z, i32x4.shr_u(z, 13)), i32x4.splat(0xc2b2ae35));
  return v128.xor(z, i32x4.shr_u(z, 16));
}

/** Two numbers, with one bit pattern for 0 and -0, and one for all NaN. */
function told(a: usize, b: usize): v128 {
  const pair = f64x2.add(v128.load64_lane(b, v128.load64_zero(a), 1), f64x2.splat(0));
  return v128.bitselect(i64x2.splat(0x7ff8000000000000), pair, f64x2.ne(pair, pair));
}

/**
 * Two hashes of each row, one after the other, at `to`: eight rows at a time, so up to seven rows more are read and
 * written. `order`: the places of the columns within a row.
 */
export function hash(rows: usize, columns: usize, from: usize, order: usize, to: usize): void {
  const step = columns << 3;
  const end = order + (columns << 2);
  const c = i32x4.splat(0xcc9e2d51);
  const e = i32x4.splat(0x1b873593);
  for (const last = from + rows * step; from < last; from += step << 3) {
    let h0 = i32x4.splat(0x9e3779b9);
    let h1 = h0;
    let g0 = i32x4.splat(0x85ebca6b);
    let g1 = g0;
    for (let k = order; k < end; k += 4) {
      let at = from + <usize>load<u32>(k);
      let a = told(at, at + step);
      at += step << 1;
      let b = told(at, at + step);
      at += step << 1;
      let low = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
      let high = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
      h0 = i32x4.add(rotated(i32x4.mul(v128.xor(h0, low), c), 15), high);
      g0 = i32x4.add(rotated(i32x4.mul(v128.xor(g0, high), e), 13), low);
      a = told(at, at + step);
      at += step << 1;
      b = told(at, at + step);
      low = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
      high = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
      h1 = i32x4.add(rotated(i32x4.mul(v128.xor(h1, low), c), 15), high);
      g1 = i32x4.add(rotated(i32x4.mul(v128.xor(g1, high), e), 13), low);
    }
    const f = i32x4.splat(0x27d4eb2f);
    h0 = finish(v128.xor(h0, i32x4.shr_u(g0, 1)));
    g0 = finish(i32x4.add(g0, f));
    h1 = finish(v128.xor(h1, i32x4.shr_u(g1, 1)));
    g1 = finish(i32x4.add(g1, f));
    v128.store(to, v128.shuffle<i32>(h0, g0, 0, 4, 1, 5), 0);
    v128.store(to, v128.shuffle<i32>(h0, g0, 2, 6, 3, 7), 16);
    v128.store(to, v128.shuffle<i32>(h1, g1, 0, 4, 1, 5), 32);
    v128.store(to, v128.shuffle<i32>(h1, g1, 2, 6, 3, 7), 48);
    to += 64;
  }
}

/** The sums of both hashes over the rows of each bag. `sizes`: how many rows each bag has. */
export function add(bags: usize, sizes: usize, hashes: usize, to: usize): void {
  for (const end = sizes + (bags << 2); sizes < end; sizes += 4, to += 8) {
    let first: i32 = 0;
    let second: i32 = 0;
    for (const last = hashes + ((<usize>load<u32>(sizes)) << 3); hashes < last; hashes += 8) {
      first += load<i32>(hashes);
      second += load<i32>(hashes, 4);
    }
    store<i32>(to, first);
    store<i32>(to, second, 4);
  }
}

/**
 * Minimum, maximum and mean of each column in each bag, as [min.., max.., mean..]. Returns whether all values are
 * finite, and at most `largest` in magnitude. One number more is read. A bag has at least one row.
 */
export function summarise(bags: usize, columns: usize, from: usize, sizes: usize, to: usize, largest: f64): bool {
  const step = columns << 3;
  const zero = f64x2.splat(0);
  const most = f64x2.splat(largest);
  let good = f64x2.eq(zero, zero);
  for (const end = sizes + (bags << 2); sizes < end; sizes += 4) {
    const size = <usize>load<u32>(sizes);
    const last = from + size * step;
    const over = f64x2.splat(<f64>size);
    for (let k: usize = 0; k < columns; k += 2) {
      let at = from + (k << 3);
      let low = f64x2.add(v128.load(at), zero);
      let high = low;
      let sum = zero;
      for (const until = last + (k << 3); at < until; at += step) {
        const value = v128.load(at);
        sum = f64x2.add(sum, value);
        low = f64x2.pmin(low, value);
        high = f64x2.pmax(high, value);
      }
      const fine = v128.and(f64x2.le(f64x2.abs(low), most), f64x2.le(f64x2.abs(high), most));
      const told = v128.and(fine, f64x2.eq(sum, sum));
      const place = to + (k << 3);
      const mean = f64x2.div(sum, over);
      if (k + 1 < columns) {
        good = v128.and(good, told);
        v128.store(place, f64x2.add(low, zero));
        v128.store(place + step, f64x2.add(high, zero));
        v128.store(place + 2 * step, mean);
      } else {
        good = v128.and(good, v128.or(told, i64x2.replace_lane(i64x2.splat(-1), 0, 0)));
        store<f64>(place, f64x2.extract_lane(f64x2.add(low, zero), 0));
        store<f64>(place + step, f64x2.extract_lane(f64x2.add(high, zero), 0));
        store<f64>(place + 2 * step, f64x2.extract_lane(mean, 0));
      }
    }
    from = last;
    to += 3 * step;
  }
  return !v128.any_true(v128.not(good));
}
