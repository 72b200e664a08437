// Distances of instances from a concept, and sums over them, in WebAssembly SIMD.
// `scripts/build-wasm.mjs` compiles it.
//
// `src/learners/shared/concept/instances/plain.ts` is the same arithmetic in plain TypeScript. The two
// must give the same bits: no fused multiply-add, even and odd columns summed apart, rows in their
// order. All offsets count numbers, not bytes. `cols` is even and `rows` a multiple of four; what fills
// up is 0.

/** The sum over columns of weights (x - point)^2, for each row. */
export function distances(rows: usize, cols: usize, data: usize, point: usize, weights: usize, to: usize): void {
  const step = cols << 3;
  data <<= 3;
  point <<= 3;
  weights <<= 3;
  to <<= 3;
  for (let i: usize = 0; i < rows; i += 4, data += step << 2, to += 32) {
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let s3 = f64x2.splat(0);
    for (let k: usize = 0, at = data; k < step; k += 16, at += 16) {
      const t = v128.load(point + k);
      const w = v128.load(weights + k);
      const d0 = f64x2.sub(v128.load(at), t);
      const d1 = f64x2.sub(v128.load(at + step), t);
      const d2 = f64x2.sub(v128.load(at + 2 * step), t);
      const d3 = f64x2.sub(v128.load(at + 3 * step), t);
      s0 = f64x2.add(s0, f64x2.mul(f64x2.mul(w, d0), d0));
      s1 = f64x2.add(s1, f64x2.mul(f64x2.mul(w, d1), d1));
      s2 = f64x2.add(s2, f64x2.mul(f64x2.mul(w, d2), d2));
      s3 = f64x2.add(s3, f64x2.mul(f64x2.mul(w, d3), d3));
    }
    store<f64>(to, f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1));
    store<f64>(to + 8, f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1));
    store<f64>(to + 16, f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1));
    store<f64>(to + 24, f64x2.extract_lane(s3, 0) + f64x2.extract_lane(s3, 1));
  }
}

/**
 * For each column the sum over rows of slopes (x - point), and of slopes (x - point)^2. Four rows
 * without a slope are passed over.
 */
export function moments(
  rows: usize,
  cols: usize,
  data: usize,
  point: usize,
  slopes: usize,
  first: usize,
  second: usize,
): void {
  const step = cols << 3;
  data <<= 3;
  point <<= 3;
  slopes <<= 3;
  first <<= 3;
  second <<= 3;
  for (let k: usize = 0; k < step; k += 16) {
    v128.store(first + k, f64x2.splat(0));
    v128.store(second + k, f64x2.splat(0));
  }
  for (let i: usize = 0; i < rows; i += 4, data += step << 2, slopes += 32) {
    const p0 = v128.load64_splat(slopes);
    const p1 = v128.load64_splat(slopes + 8);
    const p2 = v128.load64_splat(slopes + 16);
    const p3 = v128.load64_splat(slopes + 24);
    const some = v128.or(
      v128.or(f64x2.ne(p0, f64x2.splat(0)), f64x2.ne(p1, f64x2.splat(0))),
      v128.or(f64x2.ne(p2, f64x2.splat(0)), f64x2.ne(p3, f64x2.splat(0))),
    );
    if (!v128.any_true(some)) continue;
    for (let k: usize = 0, at = data; k < step; k += 16, at += 16) {
      const t = v128.load(point + k);
      const d0 = f64x2.sub(v128.load(at), t);
      const d1 = f64x2.sub(v128.load(at + step), t);
      const d2 = f64x2.sub(v128.load(at + 2 * step), t);
      const d3 = f64x2.sub(v128.load(at + 3 * step), t);
      const e0 = f64x2.mul(p0, d0);
      const e1 = f64x2.mul(p1, d1);
      const e2 = f64x2.mul(p2, d2);
      const e3 = f64x2.mul(p3, d3);
      let s = f64x2.add(f64x2.add(e0, e1), f64x2.add(e2, e3));
      v128.store(first + k, f64x2.add(v128.load(first + k), s));
      s = f64x2.add(f64x2.add(f64x2.mul(e0, d0), f64x2.mul(e1, d1)), f64x2.add(f64x2.mul(e2, d2), f64x2.mul(e3, d3)));
      v128.store(second + k, f64x2.add(v128.load(second + k), s));
    }
  }
}
