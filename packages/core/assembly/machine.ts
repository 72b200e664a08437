// The inner loops of the solver of hinge-loss machines in WebAssembly SIMD. `scripts/build-wasm.mjs`
// compiles it.
//
// `src/solver/machine/kernel/plain.ts` is the same arithmetic in plain TypeScript, and
// `src/solver/machine/kernel/layout.ts` says where numbers stand. The two must give the same bits:
// every number is computed on its own, and of equal ones the first wins.

const LEAST_CURVATURE: f64 = 1e-12;

/** Extremes are found for so many bytes at once; only the block with the best is looked through. */
const BLOCK: usize = 512;

/** The sample whose row stopped the last steps, or -1. */
let absent: i32 = -1;

export function missing(): i32 {
  return absent;
}

/**
 * Steps of two samples until no pair violates the conditions of the optimum by more than `accuracy`,
 * at most `most`, or until a row of the kernel is missing. Returns their number.
 */
export function pairSteps(size: usize, accuracy: f64, most: i32): i32 {
  const bytes = (size + (size & 1)) << 3;
  const gradient = bytes;
  const low = bytes * 2;
  const high = bytes * 3;
  const diagonal = bytes * 4;
  const noRise = bytes * 5;
  const noFall = bytes * 6;
  const there = bytes * 7;
  const kernel = bytes * 8;
  absent = -1;
  let rowI = kernel;
  let rowJ = kernel;
  let by: f64 = 0;
  let steps = 0;
  while (true) {
    // Adds what the last step changes to all gradients, and finds the extremes.
    const move = f64x2.splat(by);
    let falls = f64x2.splat(-Infinity);
    let least: f64 = Infinity;
    let at: usize = 0;
    let block: usize = 0;
    while (at < bytes) {
      const from = at;
      const to = min(at + BLOCK, bytes);
      let rises = f64x2.splat(Infinity);
      for (; at < to; at += 16) {
        const difference = f64x2.sub(v128.load(rowI + at), v128.load(rowJ + at));
        const g = f64x2.add(v128.load(gradient + at), f64x2.mul(move, difference));
        v128.store(gradient + at, g);
        rises = f64x2.pmin(rises, f64x2.add(g, v128.load(noRise + at)));
        falls = f64x2.pmax(falls, f64x2.sub(g, v128.load(noFall + at)));
      }
      const first = f64x2.extract_lane(rises, 0);
      const second = f64x2.extract_lane(rises, 1);
      const best = second < first ? second : first;
      if (best < least) {
        least = best;
        block = from;
      }
    }
    const greatest = max(f64x2.extract_lane(falls, 0), f64x2.extract_lane(falls, 1));
    if (steps >= most || !(greatest - least > accuracy)) return steps;
    let i = block;
    while (load<f64>(gradient + i) + load<f64>(noRise + i) !== least) i += 8;
    if (load<f64>(there + i) === 0) {
      absent = <i32>(i >> 3);
      return steps;
    }

    // The sample that falls while sample i rises, so that the dual grows most.
    rowI = kernel + (i >> 3) * bytes;
    const own = load<f64>(diagonal + i);
    const owns = f64x2.splat(own);
    const leasts = f64x2.splat(least);
    let largest: f64 = 0;
    at = 0;
    while (at < bytes) {
      const from = at;
      const to = min(at + BLOCK, bytes);
      let gains = f64x2.splat(0);
      for (; at < to; at += 16) {
        const g = f64x2.sub(f64x2.sub(v128.load(gradient + at), v128.load(noFall + at)), leasts);
        const k = v128.load(rowI + at);
        const curvature = f64x2.sub(f64x2.add(owns, v128.load(diagonal + at)), f64x2.add(k, k));
        const gain = f64x2.div(f64x2.mul(g, g), f64x2.pmax(f64x2.splat(LEAST_CURVATURE), curvature));
        gains = f64x2.pmax(gains, v128.and(gain, f64x2.gt(g, f64x2.splat(0))));
      }
      const first = f64x2.extract_lane(gains, 0);
      const second = f64x2.extract_lane(gains, 1);
      const best = second > first ? second : first;
      if (best > largest) {
        largest = best;
        block = from;
      }
    }
    if (largest === 0) return steps;
    let j = block;
    while (true) {
      const g = load<f64>(gradient + j) - load<f64>(noFall + j) - least;
      const k = load<f64>(rowI + j);
      const curvature = own + load<f64>(diagonal + j) - (k + k);
      const gain = (g * g) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
      if (g > 0 && gain === largest) break;
      j += 8;
    }

    if (load<f64>(there + j) === 0) {
      absent = <i32>(j >> 3);
      return steps;
    }
    rowJ = kernel + (j >> 3) * bytes;
    const k = load<f64>(rowI + j);
    const curvature = own + load<f64>(diagonal + j) - (k + k);
    const full =
      (load<f64>(gradient + j) - load<f64>(gradient + i)) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
    const up = load<f64>(high + i) - load<f64>(i);
    const down = load<f64>(j) - load<f64>(low + j);
    by = full < up ? full : up;
    if (down < by) by = down;
    // At a bound exactly: rounding must not leave a sample just beside it.
    store<f64>(i, by === up ? load<f64>(high + i) : load<f64>(i) + by);
    store<f64>(j, by === down ? load<f64>(low + j) : load<f64>(j) - by);
    setBounds(i, bytes);
    setBounds(j, bytes);
    steps++;
  }
}

function setBounds(k: usize, bytes: usize): void {
  store<f64>(bytes * 5 + k, load<f64>(k) < load<f64>(bytes * 3 + k) ? 0 : Infinity);
  store<f64>(bytes * 6 + k, load<f64>(k) > load<f64>(bytes * 2 + k) ? 0 : Infinity);
}

/**
 * Adds two rows of `count` numbers, an even number, times their weights: the upper digits of both to
 * the first sums, the rest to the second. Returns the largest size of a number.
 */
export function addExtracted(
  count: usize,
  cut: f64,
  x0: f64,
  upper0: f64,
  lower0: f64,
  x1: f64,
  upper1: f64,
  lower1: f64,
): f64 {
  const bytes = count << 3;
  const cuts = f64x2.splat(cut);
  let far = f64x2.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const a = v128.load(at + bytes * 2);
    const b = v128.load(at + bytes * 3);
    far = f64x2.pmax(f64x2.pmax(far, f64x2.abs(a)), f64x2.abs(b));
    const c = f64x2.sub(f64x2.add(a, cuts), cuts);
    const d = f64x2.sub(f64x2.add(b, cuts), cuts);
    const high = f64x2.add(v128.load(at), f64x2.mul(c, f64x2.splat(upper0)));
    v128.store(at, f64x2.add(high, f64x2.mul(d, f64x2.splat(upper1))));
    const e = f64x2.add(f64x2.mul(c, f64x2.splat(lower0)), f64x2.mul(f64x2.sub(a, c), f64x2.splat(x0)));
    const f = f64x2.add(f64x2.mul(d, f64x2.splat(lower1)), f64x2.mul(f64x2.sub(b, d), f64x2.splat(x1)));
    v128.store(at + bytes, f64x2.add(f64x2.add(v128.load(at + bytes), e), f));
  }
  return max(f64x2.extract_lane(far, 0), f64x2.extract_lane(far, 1));
}
