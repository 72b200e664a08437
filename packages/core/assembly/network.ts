// What training a network does besides products of matrices, in AssemblyScript.
// `scripts/build-wasm.mjs` compiles it.
//
// `src/model/network/tanh.ts` and `src/learners/network/adam.ts` have the same arithmetic in plain
// TypeScript. The two must give the same bits: no fused multiply-add. All offsets count numbers, not
// bytes.

/** tanh(z) as 1 - 2 / (1 + e^2z), with the steps of `exp` in `src/base/portable-math.ts`. */
function tanhOf(z: v128): v128 {
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  // Beyond, the result is 1 or -1 anyway, and the power of two stays a normal number. NaN remains: a
  // comparison with it is false, so that the first operand is taken.
  let x = f64x2.add(z, z);
  x = f64x2.pmin(x, f64x2.splat(100));
  x = f64x2.pmax(x, f64x2.splat(-100));
  // From 1/2 on, on either side of 0, this rounds as Math.round does.
  const nearest = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(0.5)));
  const k = v128.and(nearest, f64x2.gt(f64x2.abs(x), f64x2.splat(0.34657359027997264)));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(0.6931471803691238)));
  const low = f64x2.mul(k, f64x2.splat(1.9082149292705877e-10));
  const r = f64x2.sub(high, low);
  const t = f64x2.mul(r, r);
  let p = f64x2.add(f64x2.splat(-1.6533902205465252e-6), f64x2.mul(t, f64x2.splat(4.1381367970572385e-8)));
  p = f64x2.add(f64x2.splat(6.613756321437934e-5), f64x2.mul(t, p));
  p = f64x2.add(f64x2.splat(-0.0027777777777015593), f64x2.mul(t, p));
  p = f64x2.add(f64x2.splat(0.16666666666666602), f64x2.mul(t, p));
  const c = f64x2.sub(r, f64x2.mul(t, p));
  const q = f64x2.div(f64x2.mul(r, c), f64x2.sub(two, c));
  const y = f64x2.sub(one, f64x2.sub(f64x2.sub(low, q), high));
  // 2^k from its bits. Adding 1.5 * 2^52 moves a whole number to the last bits.
  const bits = f64x2.add(k, f64x2.splat(6755399441055744 + 1023));
  const power = f64x2.mul(y, i64x2.shl(bits, 52));
  return f64x2.sub(one, f64x2.div(two, f64x2.add(one, power)));
}

/**
 * values[k] = tanh(values[k] + bias[k mod cols]). The bias is followed by its first three numbers, again
 * and again if it has less. Four numbers are done at a time: up to three more are read and written.
 */
export function tanh(count: usize, cols: usize, values: usize, bias: usize): void {
  let column: usize = 0;
  values <<= 3;
  bias <<= 3;
  for (const end = values + (count << 3); values < end; values += 32) {
    const at = bias + (column << 3);
    const a = f64x2.add(v128.load(values), v128.load(at));
    const b = f64x2.add(v128.load(values, 16), v128.load(at, 16));
    v128.store(values, tanhOf(a));
    v128.store(values, tanhOf(b), 16);
    column += 4;
    while (column >= cols) column -= cols;
  }
}

/**
 * One step of Adam, see `src/learners/network/adam.ts`. Two numbers are done at a time: with an odd
 * `count`, one number more is read and written.
 */
export function adam(
  count: usize,
  values: usize,
  means: usize,
  squares: usize,
  slopes: usize,
  first: f64,
  second: f64,
  shrink: f64,
  length: f64,
  unbiased: f64,
  tiny: f64,
): void {
  values <<= 3;
  means <<= 3;
  squares <<= 3;
  slopes <<= 3;
  for (const end = values + (count << 3); values < end; values += 16, means += 16, squares += 16, slopes += 16) {
    const slope = v128.load(slopes);
    let mean = v128.load(means);
    let square = v128.load(squares);
    mean = f64x2.add(mean, f64x2.mul(f64x2.splat(first), f64x2.sub(slope, mean)));
    square = f64x2.add(square, f64x2.mul(f64x2.splat(second), f64x2.sub(f64x2.mul(slope, slope), square)));
    v128.store(means, mean);
    v128.store(squares, square);
    const root = f64x2.add(f64x2.sqrt(f64x2.mul(f64x2.splat(unbiased), square)), f64x2.splat(tiny));
    const move = f64x2.div(f64x2.mul(f64x2.splat(length), mean), root);
    v128.store(values, f64x2.sub(f64x2.mul(v128.load(values), f64x2.splat(shrink)), move));
  }
}
