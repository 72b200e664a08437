/**
 * The arithmetic of a JavaScript export, with the same bits as that of the model. The text of this function is
 * printed into the export, so it uses nothing from outside.
 */
export function numberParts() {
  const LN2 = [0.6931471803691238, 1.9082149292705877e-10];
  const E = [
    0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6, 4.1381367970572385e-8,
  ];
  const L = [
    0.6666666666666735, 0.3999999999940942, 0.2857142874366239, 0.22222198432149784, 0.1818357216161805,
    0.15313837699209373, 0.14798198605116586,
  ];
  const bits = new DataView(new ArrayBuffer(8));

  /** 2^k for -1022 <= k <= 1023. */
  function powerOf2(k: number): number {
    bits.setUint32(0, (k + 1023) << 20);
    bits.setUint32(4, 0);
    return bits.getFloat64(0);
  }

  // exp and log of fdlibm, which give the same bits in every engine.
  function exp(x: number): number {
    if (Number.isNaN(x)) return x;
    if (x > 709.782712893384) return Infinity;
    if (x < -745.1332191019411) return 0;
    const k = Math.abs(x) > 0.34657359027997264 ? Math.round(x * Math.LOG2E) : 0;
    const high = x - k * LN2[0];
    const low = k * LN2[1];
    const r = high - low;
    const t = r * r;
    const c = r - t * (E[0] + t * (E[1] + t * (E[2] + t * (E[3] + t * E[4]))));
    const y = 1 - (low - (r * c) / (2 - c) - high);
    if (k > 1023) return y * 2 * powerOf2(k - 1);
    return k >= -1022 ? y * powerOf2(k) : y * powerOf2(k + 54) * 2 ** -54;
  }

  function log(x: number): number {
    bits.setFloat64(0, x);
    let k = (bits.getUint32(0) >>> 20) - 1023;
    bits.setUint32(0, (bits.getUint32(0) & 0x000fffff) | 0x3ff00000);
    let m = bits.getFloat64(0);
    if (m > Math.SQRT2) {
      m /= 2;
      k++;
    }
    const f = m - 1;
    const s = f / (2 + f);
    const z = s * s;
    const w = z * z;
    const even = w * (L[1] + w * (L[3] + w * L[5]));
    const odd = z * (L[0] + w * (L[2] + w * (L[4] + w * L[6])));
    const half = 0.5 * f * f;
    return k * LN2[0] - (half - (s * (half + (even + odd)) + k * LN2[1]) - f);
  }

  /** x . y, in blocks of 256 terms. */
  function dot(a: Float64Array, i: number, b: Float64Array, j: number, width: number): number {
    let total = 0;
    for (let from = 0; from < width; from += 256) {
      let sum = 0;
      for (let k = from, to = Math.min(width, from + 256); k < to; k++) sum += a[i + k] * b[j + k];
      total += sum;
    }
    return total;
  }

  function squares(a: Float64Array, i: number, width: number): number {
    let sum = 0;
    for (let k = i; k < i + width; k++) sum += a[k] * a[k];
    return sum;
  }

  function raised(x: number, degree: number): number {
    let y = x;
    for (let k = 1; k < degree; k++) y *= x;
    return y;
  }

  function highest(values: Float64Array): number {
    let top = 0;
    for (let i = 1; i < values.length; i++) if (values[i] > values[top]) top = i;
    return top;
  }

  function lowest(by: Float64Array, values: Float64Array): number {
    let best = 0;
    for (let i = 1; i < by.length; i++)
      if (by[i] < by[best] || (by[i] === by[best] && values[i] > values[best])) best = i;
    return best;
  }

  return { exp, log, dot, squares, raised, highest, lowest };
}

export type NumberParts = ReturnType<typeof numberParts>;
