/**
 * Our own log and exp. Those of the engines differ in the last bit from version to version; with
 * these the same seed gives the same bytes in every browser and every Node. They use only +, -, *,
 * / and exact scaling by powers of two, which IEEE 754 defines. The algorithms are those of fdlibm
 * (Sun Microsystems, 1993); the error is below one unit in the last place.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Which of the two 32-bit words holds sign and exponent. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** The natural logarithm. -Infinity for 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let k = 0;
  double[0] = x;
  if (words[HIGH] < 0x00100000) {
    // Subnormal: scaled up, exactly.
    double[0] = x * 2 ** 54;
    k -= 54;
  }
  // x = 2^k (1 + f) with sqrt(2)/2 < 1 + f < sqrt(2).
  k += (words[HIGH] >>> 20) - 1023;
  words[HIGH] = (words[HIGH] & 0x000fffff) | 0x3ff00000;
  if (double[0] > Math.SQRT2) {
    double[0] /= 2;
    k++;
  }
  const f = double[0] - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + (even + odd)) + k * LN2_LOW) - f);
}

/**
 * log(1 + x), accurate for small x, too: it corrects the rounding error of 1 + x (Kahan).
 */
export function log1p(x: number): number {
  const y = 1 + x;
  return y === 1 ? x : log(y) - (y - 1 - x) / y;
}

/** e to the power x. 0 far below, Infinity far above. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019411) return 0;
  // x = k ln 2 + r with |r| <= ln 2 / 2; r is high - low.
  const k = Math.abs(x) > 0.34657359027997264 ? Math.round(x * Math.LOG2E) : 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const c =
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  return k === 0 ? y : scaledBy2(y, k);
}

/** y * 2^k for y near 1, in one or two exact steps but for the last one into the subnormals. */
function scaledBy2(y: number, k: number): number {
  if (k > 1023) return y * 2 * powerOf2(k - 1);
  return k >= -1022 ? y * powerOf2(k) : y * powerOf2(k + 54) * 2 ** -54;
}

/** 2^k for -1022 <= k <= 1023, made from its bits. */
function powerOf2(k: number): number {
  words[1 - HIGH] = 0;
  words[HIGH] = (k + 1023) << 20;
  return double[0];
}
