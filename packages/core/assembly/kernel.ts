// The SIMD back end, in AssemblyScript: TypeScript's syntax, WebAssembly's types.
// `scripts/build-wasm.mjs` compiles it.
//
// `src/linalg/kernel-plain.ts` is the same arithmetic in plain TypeScript, function by function.
// The two must give the same bits, so every change here is a change there too; no fused
// multiply-add and no relaxed SIMD for that reason.
//
// A panel is four rows of a matrix, interleaved: number k of row r stands at 4 k + r. All offsets
// count numbers, not bytes.

/**
 * dst[c][0..3] += sign * sum over k of splat[k][c] * vector[k][0..3]; each sum runs in the order of
 * k. depth >= 1.
 */
function tile(depth: usize, splat: usize, vector: usize, dst: usize, stride: usize, sign: f64): void {
  let s00 = f64x2.splat(0);
  let s01 = s00;
  let s10 = s00;
  let s11 = s00;
  let s20 = s00;
  let s21 = s00;
  let s30 = s00;
  let s31 = s00;
  const end = vector + (depth << 5);
  // Two steps a turn, with a branch between them: V8 moves all loads of a basic block to its top,
  // and those of two steps would not fit into 16 registers beside the sums.
  while (true) {
    let v0 = v128.load(vector, 0);
    let v1 = v128.load(vector, 16);
    let x = v128.load64_splat(splat, 0);
    s00 = f64x2.add(s00, f64x2.mul(x, v0));
    s01 = f64x2.add(s01, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 8);
    s10 = f64x2.add(s10, f64x2.mul(x, v0));
    s11 = f64x2.add(s11, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 16);
    s20 = f64x2.add(s20, f64x2.mul(x, v0));
    s21 = f64x2.add(s21, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 24);
    s30 = f64x2.add(s30, f64x2.mul(x, v0));
    s31 = f64x2.add(s31, f64x2.mul(x, v1));
    splat += 32;
    vector += 32;
    if (vector === end) break;
    v0 = v128.load(vector, 0);
    v1 = v128.load(vector, 16);
    x = v128.load64_splat(splat, 0);
    s00 = f64x2.add(s00, f64x2.mul(x, v0));
    s01 = f64x2.add(s01, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 8);
    s10 = f64x2.add(s10, f64x2.mul(x, v0));
    s11 = f64x2.add(s11, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 16);
    s20 = f64x2.add(s20, f64x2.mul(x, v0));
    s21 = f64x2.add(s21, f64x2.mul(x, v1));
    x = v128.load64_splat(splat, 24);
    s30 = f64x2.add(s30, f64x2.mul(x, v0));
    s31 = f64x2.add(s31, f64x2.mul(x, v1));
    splat += 32;
    vector += 32;
    if (vector === end) break;
  }
  const w = f64x2.splat(sign);
  const step = stride << 3;
  v128.store(dst, f64x2.add(v128.load(dst, 0), f64x2.mul(w, s00)), 0);
  v128.store(dst, f64x2.add(v128.load(dst, 16), f64x2.mul(w, s01)), 16);
  dst += step;
  v128.store(dst, f64x2.add(v128.load(dst, 0), f64x2.mul(w, s10)), 0);
  v128.store(dst, f64x2.add(v128.load(dst, 16), f64x2.mul(w, s11)), 16);
  dst += step;
  v128.store(dst, f64x2.add(v128.load(dst, 0), f64x2.mul(w, s20)), 0);
  v128.store(dst, f64x2.add(v128.load(dst, 16), f64x2.mul(w, s21)), 16);
  dst += step;
  v128.store(dst, f64x2.add(v128.load(dst, 0), f64x2.mul(w, s30)), 0);
  v128.store(dst, f64x2.add(v128.load(dst, 16), f64x2.mul(w, s31)), 16);
}

/** Interleaves `count` rows of `depth` numbers each to panels. */
export function packRows(count: usize, depth: usize, from: usize, to: usize): void {
  const step = depth << 3;
  from <<= 3;
  to <<= 3;
  for (; count >= 4; count -= 4) {
    const end = from + step;
    let at = from;
    for (; at + 16 <= end; at += 16) {
      const r0 = v128.load(at);
      const r1 = v128.load(at + step);
      const r2 = v128.load(at + 2 * step);
      const r3 = v128.load(at + 3 * step);
      v128.store(to, v128.shuffle<f64>(r0, r1, 0, 2), 0);
      v128.store(to, v128.shuffle<f64>(r2, r3, 0, 2), 16);
      v128.store(to, v128.shuffle<f64>(r0, r1, 1, 3), 32);
      v128.store(to, v128.shuffle<f64>(r2, r3, 1, 3), 48);
      to += 64;
    }
    if (at < end) {
      for (let r: usize = 0; r < 4; r++) store<f64>(to + (r << 3), load<f64>(at + r * step));
      to += 32;
    }
    from += 4 * step;
  }
  if (count > 0) {
    for (let k: usize = 0; k < step; k += 8) {
      for (let r: usize = 0; r < 4; r++) {
        store<f64>(to, r < count ? load<f64>(from + r * step + k) : 0);
        to += 8;
      }
    }
  }
}

/**
 * Rearranges `depth` rows of `count` numbers each, row k times weight k, to the panels of their
 * columns.
 */
export function packColumns(count: usize, depth: usize, from: usize, weights: usize, to: usize): void {
  const step = count << 3;
  from <<= 3;
  weights <<= 3;
  to <<= 3;
  const end = weights + (depth << 3);
  for (; count >= 4; count -= 4) {
    let at = from;
    for (let w = weights; w < end; w += 8) {
      const x = v128.load64_splat(w);
      v128.store(to, f64x2.mul(x, v128.load(at, 0)), 0);
      v128.store(to, f64x2.mul(x, v128.load(at, 16)), 16);
      at += step;
      to += 32;
    }
    from += 32;
  }
  if (count > 0) {
    for (let w = weights; w < end; w += 8) {
      for (let r: usize = 0; r < 4; r++) {
        store<f64>(to, r < count ? load<f64>(w) * load<f64>(from + (r << 3)) : 0);
        to += 8;
      }
      from += step;
    }
  }
}

/**
 * C += A B', for `m` rows of A and `n` of B in panels of `depth` columns; tiles wholly right of
 * `diagonal` are skipped.
 */
export function multiply(
  m: i32,
  n: i32,
  depth: usize,
  a: usize,
  b: usize,
  c: usize,
  stride: usize,
  diagonal: i32,
): void {
  for (let i = 0; i < m; i += 4) {
    const last = min(n, i + 4 + diagonal);
    let panel = b << 3;
    let dst = (c + stride * <usize>i) << 3;
    for (let j = 0; j < last; j += 4) {
      tile(depth, a << 3, panel, dst, stride, 1);
      panel += depth << 5;
      dst += 32;
    }
    a += depth << 2;
  }
}

/**
 * Where the panel of rows 4 p ... 4 p + 3 of a packed lower triangle begins, in bytes after the
 * triangle's beginning.
 */
function panelAt(p: usize): usize {
  return (p * (p + 1)) << 6;
}

/**
 * Solves L y = x in place for four right-hand sides, an interleaved panel: `panels` groups of four
 * rows of L.
 */
function eliminate(panels: usize, l: usize, inverse: usize, x: usize): void {
  for (let p: usize = 0; p < panels; p++) {
    const row = l + panelAt(p);
    const dst = x + (p << 7);
    if (p > 0) tile(p << 2, row, x, dst, 4, -1);
    // Forward substitution with the 4 x 4 triangle on the diagonal; number (r, c) of it stands at 4
    // c + r.
    const d = row + (p << 7);
    const i = inverse + (p << 5);
    for (let half: usize = 0; half < 32; half += 16) {
      const y = dst + half;
      const x0 = f64x2.mul(v128.load(y, 0), v128.load64_splat(i, 0));
      v128.store(y, x0, 0);
      let t = f64x2.sub(v128.load(y, 32), f64x2.mul(x0, v128.load64_splat(d, 8)));
      const x1 = f64x2.mul(t, v128.load64_splat(i, 8));
      v128.store(y, x1, 32);
      t = f64x2.sub(v128.load(y, 64), f64x2.mul(x0, v128.load64_splat(d, 16)));
      t = f64x2.sub(t, f64x2.mul(x1, v128.load64_splat(d, 48)));
      const x2 = f64x2.mul(t, v128.load64_splat(i, 16));
      v128.store(y, x2, 64);
      t = f64x2.sub(v128.load(y, 96), f64x2.mul(x0, v128.load64_splat(d, 24)));
      t = f64x2.sub(t, f64x2.mul(x1, v128.load64_splat(d, 56)));
      t = f64x2.sub(t, f64x2.mul(x2, v128.load64_splat(d, 88)));
      v128.store(y, f64x2.mul(t, v128.load64_splat(i, 24)), 96);
    }
  }
}

/** Solves L y = x in place for four right-hand sides. */
export function forward(panels: usize, l: usize, inverse: usize, x: usize): void {
  eliminate(panels, l << 3, inverse << 3, x << 3);
}

/** Solves L' y = x in place for four right-hand sides, from the last row up. */
export function backward(panels: usize, l: usize, inverse: usize, x: usize): void {
  l <<= 3;
  inverse <<= 3;
  x <<= 3;
  for (let p = panels; p > 0; ) {
    p--;
    const row = l + panelAt(p);
    const d = row + (p << 7);
    const i = inverse + (p << 5);
    for (let half: usize = 0; half < 32; half += 16) {
      const y = x + (p << 7) + half;
      const x3 = f64x2.mul(v128.load(y, 96), v128.load64_splat(i, 24));
      v128.store(y, x3, 96);
      let t = f64x2.sub(v128.load(y, 64), f64x2.mul(x3, v128.load64_splat(d, 88)));
      const x2 = f64x2.mul(t, v128.load64_splat(i, 16));
      v128.store(y, x2, 64);
      t = f64x2.sub(v128.load(y, 32), f64x2.mul(x3, v128.load64_splat(d, 56)));
      t = f64x2.sub(t, f64x2.mul(x2, v128.load64_splat(d, 48)));
      const x1 = f64x2.mul(t, v128.load64_splat(i, 8));
      v128.store(y, x1, 32);
      t = f64x2.sub(v128.load(y, 0), f64x2.mul(x3, v128.load64_splat(d, 24)));
      t = f64x2.sub(t, f64x2.mul(x2, v128.load64_splat(d, 16)));
      t = f64x2.sub(t, f64x2.mul(x1, v128.load64_splat(d, 8)));
      const x0 = f64x2.mul(t, v128.load64_splat(i, 0));
      v128.store(y, x0, 0);
      // What these four unknowns contribute to the rows above.
      let z = x + half;
      for (let at = row; at < d; at += 32) {
        let s = f64x2.mul(x0, v128.load64_splat(at, 0));
        s = f64x2.add(s, f64x2.mul(x1, v128.load64_splat(at, 8)));
        s = f64x2.add(s, f64x2.mul(x2, v128.load64_splat(at, 16)));
        s = f64x2.add(s, f64x2.mul(x3, v128.load64_splat(at, 24)));
        v128.store(z, f64x2.sub(v128.load(z), s));
        z += 32;
      }
    }
  }
}

/**
 * Cholesky's factor of the packed lower triangle, in place, and the inverses of its diagonal, row
 * panel by row panel.
 *
 * A pivot not above `floor` becomes `substitute` (0: there is none, stop); one that is not finite
 * always stops the work. Returns how many were replaced, or -1 - j when the factorisation stopped
 * at row j.
 */
export function factor(panels: usize, l: usize, inverse: usize, floor: f64, substitute: f64): i32 {
  l <<= 3;
  inverse <<= 3;
  let replaced = 0;
  for (let p: usize = 0; p < panels; p++) {
    const row = l + panelAt(p);
    const d = row + (p << 7);
    const i = inverse + (p << 5);
    eliminate(p, l, inverse, row);
    if (p > 0) tile(p << 2, row, row, d, 4, -1);
    for (let c: usize = 0; c < 4; c++) {
      const column = d + (c << 5);
      let pivot = load<f64>(column + (c << 3));
      if (!(abs(pivot) < Infinity)) return -1 - <i32>((p << 2) + c);
      if (pivot <= floor) {
        if (substitute === 0) return -1 - <i32>((p << 2) + c);
        pivot = substitute;
        replaced++;
      }
      const root = sqrt(pivot);
      const over = 1 / root;
      store<f64>(column + (c << 3), root);
      store<f64>(i + (c << 3), over);
      for (let r = c + 1; r < 4; r++) store<f64>(column + (r << 3), load<f64>(column + (r << 3)) * over);
      for (let e = c + 1; e < 4; e++) {
        const scale = load<f64>(column + (e << 3));
        for (let r = e; r < 4; r++) {
          const at = d + (e << 5) + (r << 3);
          store<f64>(at, load<f64>(at) - scale * load<f64>(column + (r << 3)));
        }
      }
    }
  }
  return replaced;
}

/**
 * to[k] += exp(-from[k] rate / width) for numbers of at least 0, two at a time: with an odd `count`, one
 * number more is read and written. The steps are those of `exp` in `src/base/portable-math.ts`.
 * There is room for 16 constants at `at`.
 */
export function addExponentials(count: usize, from: usize, rate: f64, width: f64, to: usize, at: usize): void {
  const times = f64x2.splat(-rate);
  const over = f64x2.splat(width);
  from <<= 3;
  to <<= 3;
  at <<= 3;
  // V8 makes a constant of two lanes anew in each turn, which takes longer than loading it.
  store<f64>(at, -746, 0);
  store<f64>(at, Math.LOG2E, 8);
  store<f64>(at, 0.5, 16);
  store<f64>(at, -0.34657359027997264, 24);
  store<f64>(at, 0.6931471803691238, 32);
  store<f64>(at, 1.9082149292705877e-10, 40);
  store<f64>(at, 4.1381367970572385e-8, 48);
  store<f64>(at, -1.6533902205465252e-6, 56);
  store<f64>(at, 6.613756321437934e-5, 64);
  store<f64>(at, -0.0027777777777015593, 72);
  store<f64>(at, 0.16666666666666602, 80);
  store<f64>(at, 2, 88);
  store<f64>(at, 1, 96);
  store<f64>(at, 6755399441055744 + 1023 + 54, 104);
  store<f64>(at, 5.551115123125783e-17, 112);
  store<f64>(at, -745.1332191019411, 120);
  for (const end = from + (count << 3); from < end; from += 16, to += 16) {
    let x = f64x2.mul(v128.load(from), times);
    // A division by 1 changes nothing, and takes time.
    if (width !== 1) x = f64x2.div(x, over);
    // Further below, the power of two would not be a normal number; the result is 0 anyway.
    const near = f64x2.pmax(x, v128.load64_splat(at, 0));
    // For numbers below -1/2, adding 1/2 is exact, so that this rounds as Math.round does.
    const nearest = f64x2.floor(f64x2.add(f64x2.mul(near, v128.load64_splat(at, 8)), v128.load64_splat(at, 16)));
    const k = v128.and(nearest, f64x2.lt(near, v128.load64_splat(at, 24)));
    const high = f64x2.sub(near, f64x2.mul(k, v128.load64_splat(at, 32)));
    const low = f64x2.mul(k, v128.load64_splat(at, 40));
    const r = f64x2.sub(high, low);
    const t = f64x2.mul(r, r);
    let p = f64x2.add(v128.load64_splat(at, 56), f64x2.mul(t, v128.load64_splat(at, 48)));
    p = f64x2.add(v128.load64_splat(at, 64), f64x2.mul(t, p));
    p = f64x2.add(v128.load64_splat(at, 72), f64x2.mul(t, p));
    p = f64x2.add(v128.load64_splat(at, 80), f64x2.mul(t, p));
    const c = f64x2.sub(r, f64x2.mul(t, p));
    const q = f64x2.div(f64x2.mul(r, c), f64x2.sub(v128.load64_splat(at, 88), c));
    const y = f64x2.sub(v128.load64_splat(at, 96), f64x2.sub(f64x2.sub(low, q), high));
    // 2^(k + 54) from its bits, then 2^-54: both steps are exact, but for the last one into the
    // subnormals. Adding 1.5 * 2^52 moves a whole number to the last bits.
    const bits = f64x2.add(k, v128.load64_splat(at, 104));
    const scaled = f64x2.mul(f64x2.mul(y, i64x2.shl(bits, 52)), v128.load64_splat(at, 112));
    v128.store(to, f64x2.add(v128.load(to), v128.andnot(scaled, f64x2.lt(x, v128.load64_splat(at, 120)))));
  }
}
