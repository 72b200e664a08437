// Products of a matrix that stays in WebAssembly's memory with vectors, in AssemblyScript.
// `scripts/build-wasm.mjs` compiles it.
//
// `src/linalg/vector-product.ts` is the same arithmetic in plain TypeScript. The two must give the
// same bits: no fused multiply-add, sums in the order given in `src/linalg/kernel.ts`. All offsets
// count numbers, not bytes.

/** The number of terms summed in a row before the sum is added to the result, as in `kernel.ts`. */
const BLOCK: usize = 256;

/** Interleaves rows to panels of four, as `packRows` of `kernel.ts`; `rows` is a multiple of 4. */
export function pack(rows: usize, cols: usize, from: usize, to: usize): void {
  to <<= 3;
  for (let i: usize = 0; i < rows; i += 4) {
    let at = (from + i * cols) << 3;
    for (let k: usize = 0; k < cols; k++, at += 8, to += 32)
      for (let r: usize = 0; r < 4; r++) store<f64>(to + (r << 3), load<f64>(at + r * (cols << 3)));
  }
}

/** y = A x, for a multiple of eight rows in panels. */
export function times(rows: usize, cols: usize, panels: usize, x: usize, y: usize): void {
  panels <<= 3;
  x <<= 3;
  y <<= 3;
  const size = cols << 5;
  for (let i: usize = 0; i < rows; i += 8, y += 64) {
    const zero = f64x2.splat(0);
    let y0 = zero;
    let y1 = zero;
    let y2 = zero;
    let y3 = zero;
    let a = panels + ((i * cols) << 3);
    let b = a + size;
    for (let first: usize = 0; first < cols; first += BLOCK) {
      let s0 = zero;
      let s1 = zero;
      let s2 = zero;
      let s3 = zero;
      const end = x + (min(cols, first + BLOCK) << 3);
      for (let at = x + (first << 3); at < end; at += 8, a += 32, b += 32) {
        const v = v128.load64_splat(at);
        s0 = f64x2.add(s0, f64x2.mul(v128.load(a, 0), v));
        s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), v));
        s2 = f64x2.add(s2, f64x2.mul(v128.load(b, 0), v));
        s3 = f64x2.add(s3, f64x2.mul(v128.load(b, 16), v));
      }
      y0 = f64x2.add(y0, s0);
      y1 = f64x2.add(y1, s1);
      y2 = f64x2.add(y2, s2);
      y3 = f64x2.add(y3, s3);
    }
    v128.store(y, y0, 0);
    v128.store(y, y1, 16);
    v128.store(y, y2, 32);
    v128.store(y, y3, 48);
  }
}

/** y = A' x, for rows of an even number of columns; `sum` is room for as many numbers. */
export function timesTransposed(rows: usize, cols: usize, a: usize, x: usize, y: usize, sum: usize): void {
  const step = cols << 3;
  a <<= 3;
  x <<= 3;
  y <<= 3;
  sum <<= 3;
  memory.fill(y, 0, step);
  for (let first: usize = 0; first < rows; first += BLOCK) {
    const last = min(rows, first + BLOCK);
    memory.fill(sum, 0, step);
    let i = first;
    for (; i + 4 <= last; i += 4) {
      const x0 = v128.load64_splat(x + (i << 3), 0);
      const x1 = v128.load64_splat(x + (i << 3), 8);
      const x2 = v128.load64_splat(x + (i << 3), 16);
      const x3 = v128.load64_splat(x + (i << 3), 24);
      const end = sum + step;
      for (let to = sum, at = a + i * step; to < end; to += 16, at += 16) {
        let s = f64x2.add(v128.load(to), f64x2.mul(v128.load(at), x0));
        s = f64x2.add(s, f64x2.mul(v128.load(at + step), x1));
        s = f64x2.add(s, f64x2.mul(v128.load(at + 2 * step), x2));
        v128.store(to, f64x2.add(s, f64x2.mul(v128.load(at + 3 * step), x3)));
      }
    }
    for (; i < last; i++) {
      const v = v128.load64_splat(x + (i << 3));
      const end = sum + step;
      for (let to = sum, at = a + i * step; to < end; to += 16, at += 16)
        v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(at), v)));
    }
    for (let k: usize = 0; k < step; k += 16) v128.store(y + k, f64x2.add(v128.load(y + k), v128.load(sum + k)));
  }
}
