import { exp } from "../base/portable-math.js";
import { type ProductKernel, panelOffset } from "./kernel.js";
import { noMemory } from "./shapes.js";

/**
 * The kernel in plain TypeScript, for engines without WebAssembly SIMD. Gives the same bits as
 * `assembly/kernel.ts`.
 */
export function plainKernel(): ProductKernel {
  let w = new Float64Array(0);

  /** w[dst + c stride + r] += sign * sum over k of w[splat + 4 k + c] * w[vector + 4 k + r]. */
  function tile(depth: number, splat: number, vector: number, dst: number, stride: number, sign: number): void {
    const end = vector + 4 * depth;
    // Eight sums at a time, because all sixteen do not fit into the registers.
    for (let half = 0; half < 4; half += 2) {
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      let s20 = 0;
      let s21 = 0;
      let s30 = 0;
      let s31 = 0;
      for (let v = vector + half, s = splat; v < end; v += 4, s += 4) {
        const v0 = w[v];
        const v1 = w[v + 1];
        const x0 = w[s];
        const x1 = w[s + 1];
        const x2 = w[s + 2];
        const x3 = w[s + 3];
        s00 += x0 * v0;
        s01 += x0 * v1;
        s10 += x1 * v0;
        s11 += x1 * v1;
        s20 += x2 * v0;
        s21 += x2 * v1;
        s30 += x3 * v0;
        s31 += x3 * v1;
      }
      let at = dst + half;
      w[at] += sign * s00;
      w[at + 1] += sign * s01;
      at += stride;
      w[at] += sign * s10;
      w[at + 1] += sign * s11;
      at += stride;
      w[at] += sign * s20;
      w[at + 1] += sign * s21;
      at += stride;
      w[at] += sign * s30;
      w[at + 1] += sign * s31;
    }
  }

  function forward(panels: number, l: number, inverse: number, x: number): void {
    for (let p = 0; p < panels; p++) {
      const row = l + panelOffset(p);
      const dst = x + 16 * p;
      if (p > 0) tile(4 * p, row, x, dst, 4, -1);
      // Entry (r, c) of the diagonal triangle is at d + 4 c + r.
      const d = row + 16 * p;
      const i = inverse + 4 * p;
      for (let y = dst; y < dst + 4; y++) {
        const x0 = w[y] * w[i];
        const x1 = (w[y + 4] - x0 * w[d + 1]) * w[i + 1];
        const x2 = (w[y + 8] - x0 * w[d + 2] - x1 * w[d + 6]) * w[i + 2];
        const x3 = (w[y + 12] - x0 * w[d + 3] - x1 * w[d + 7] - x2 * w[d + 11]) * w[i + 3];
        w[y] = x0;
        w[y + 4] = x1;
        w[y + 8] = x2;
        w[y + 12] = x3;
      }
    }
  }

  function backward(panels: number, l: number, inverse: number, x: number): void {
    for (let p = panels - 1; p >= 0; p--) {
      const row = l + panelOffset(p);
      const d = row + 16 * p;
      const i = inverse + 4 * p;
      for (let r = 0; r < 4; r++) {
        const y = x + 16 * p + r;
        const x3 = w[y + 12] * w[i + 3];
        const x2 = (w[y + 8] - x3 * w[d + 11]) * w[i + 2];
        const x1 = (w[y + 4] - x3 * w[d + 7] - x2 * w[d + 6]) * w[i + 1];
        const x0 = (w[y] - x3 * w[d + 3] - x2 * w[d + 2] - x1 * w[d + 1]) * w[i];
        w[y] = x0;
        w[y + 4] = x1;
        w[y + 8] = x2;
        w[y + 12] = x3;
        for (let at = row, z = x + r; at < d; at += 4, z += 4) {
          w[z] -= x0 * w[at] + x1 * w[at + 1] + x2 * w[at + 2] + x3 * w[at + 3];
        }
      }
    }
  }

  /**
   * Cholesky factor of the 4 x 4 triangle at `d`. Returns the number of replaced pivots, or -1 - c.
   */
  function factorTriangle(d: number, inverse: number, floor: number, substitute: number): number {
    let replaced = 0;
    for (let c = 0; c < 4; c++) {
      const column = d + 4 * c;
      let pivot = w[column + c];
      if (!Number.isFinite(pivot)) return -1 - c;
      if (pivot <= floor) {
        if (substitute === 0) return -1 - c;
        pivot = substitute;
        replaced++;
      }
      const root = Math.sqrt(pivot);
      const over = 1 / root;
      w[column + c] = root;
      w[inverse + c] = over;
      for (let r = c + 1; r < 4; r++) w[column + r] *= over;
      for (let e = c + 1; e < 4; e++) {
        const scale = w[column + e];
        for (let r = e; r < 4; r++) w[d + 4 * e + r] -= scale * w[column + r];
      }
    }
    return replaced;
  }

  return {
    name: "plain",
    resident: undefined,
    workspace(length) {
      if (w.length < length) {
        try {
          const grown = new Float64Array(length);
          grown.set(w);
          w = grown;
        } catch {
          noMemory(length);
        }
      }
      return w;
    },
    packRows(count, depth, from, to) {
      for (let i = 0; i < count; i += 4) {
        const present = Math.min(4, count - i);
        const row = from + i * depth;
        for (let k = 0; k < depth; k++, to += 4) {
          w[to] = w[row + k];
          w[to + 1] = present > 1 ? w[row + depth + k] : 0;
          w[to + 2] = present > 2 ? w[row + 2 * depth + k] : 0;
          w[to + 3] = present > 3 ? w[row + 3 * depth + k] : 0;
        }
      }
    },
    packColumns(count, depth, from, weights, to) {
      for (let j = 0; j < count; j += 4) {
        const present = Math.min(4, count - j);
        for (let k = 0, at = from + j; k < depth; k++, at += count, to += 4) {
          const weight = w[weights + k];
          w[to] = weight * w[at];
          w[to + 1] = present > 1 ? weight * w[at + 1] : 0;
          w[to + 2] = present > 2 ? weight * w[at + 2] : 0;
          w[to + 3] = present > 3 ? weight * w[at + 3] : 0;
        }
      }
    },
    multiply(m, n, depth, a, b, c, stride, diagonal) {
      for (let i = 0; i < m; i += 4) {
        const last = Math.min(n, i + 4 + diagonal);
        for (let j = 0; j < last; j += 4) tile(depth, a + i * depth, b + j * depth, c + i * stride + j, stride, 1);
      }
    },
    factor(panels, l, inverse, floor, substitute) {
      let replaced = 0;
      for (let p = 0; p < panels; p++) {
        const row = l + panelOffset(p);
        const d = row + 16 * p;
        forward(p, l, inverse, row);
        if (p > 0) tile(4 * p, row, row, d, 4, -1);
        const outcome = factorTriangle(d, inverse + 4 * p, floor, substitute);
        if (outcome < 0) return outcome - 4 * p;
        replaced += outcome;
      }
      return replaced;
    },
    forward,
    backward,
    addExponentials(count, from, rate, width, to) {
      for (let k = 0; k < count; k++) w[to + k] += exp((-w[from + k] * rate) / width);
    },
  };
}
