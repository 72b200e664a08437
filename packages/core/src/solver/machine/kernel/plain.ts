import { noMemory } from "../../../linalg/shapes.js";
import { LEAST_CURVATURE, type MachineKernel, PLACES } from "./layout.js";

/** The loops in plain TypeScript. Gives the same bits as `assembly/machine.ts`. */
export function plainKernel(): MachineKernel {
  let w = new Float64Array(0);
  let absent = -1;

  /** The sample that falls while sample i rises, so that the dual grows most; -1 if there is none. */
  function partner(stride: number, i: number, least: number): number {
    const gradient = PLACES.gradient * stride;
    const diagonal = PLACES.diagonal * stride;
    const noFall = PLACES.noFall * stride;
    const row = (PLACES.kernel + i) * stride;
    const own = w[diagonal + i];
    let best = -1;
    let most = 0;
    for (let k = 0; k < stride; k++) {
      const difference = w[gradient + k] - w[noFall + k] - least;
      if (!(difference > 0)) continue;
      const curvature = own + w[diagonal + k] - 2 * w[row + k];
      const gain = (difference * difference) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
      if (gain > most) {
        most = gain;
        best = k;
      }
    }
    return best;
  }

  /** Moves both coefficients, as far as the better pair or their bounds allow. Returns by how much. */
  function step(stride: number, i: number, j: number): number {
    const gradient = PLACES.gradient * stride;
    const diagonal = PLACES.diagonal * stride;
    const high = w[PLACES.high * stride + i];
    const low = w[PLACES.low * stride + j];
    const curvature = w[diagonal + i] + w[diagonal + j] - 2 * w[(PLACES.kernel + i) * stride + j];
    const full = (w[gradient + j] - w[gradient + i]) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
    const up = high - w[i];
    const down = w[j] - low;
    let by = full < up ? full : up;
    if (down < by) by = down;
    // At a bound exactly: rounding must not leave a sample just beside it.
    w[i] = by === up ? high : w[i] + by;
    w[j] = by === down ? low : w[j] - by;
    setBounds(stride, i);
    setBounds(stride, j);
    return by;
  }

  function setBounds(stride: number, k: number): void {
    w[PLACES.noRise * stride + k] = w[k] < w[PLACES.high * stride + k] ? 0 : Infinity;
    w[PLACES.noFall * stride + k] = w[k] > w[PLACES.low * stride + k] ? 0 : Infinity;
  }

  return {
    name: "plain",
    workspace(length) {
      if (w.length < length) {
        try {
          w = new Float64Array(length);
        } catch {
          noMemory(length);
        }
      }
      return w;
    },
    pairSteps(size, accuracy, most) {
      const stride = size + (size & 1);
      const gradient = PLACES.gradient * stride;
      const noRise = PLACES.noRise * stride;
      const noFall = PLACES.noFall * stride;
      const there = PLACES.there * stride;
      absent = -1;
      let [rowI, rowJ, by] = [PLACES.kernel * stride, PLACES.kernel * stride, 0];
      for (let steps = 0; ; steps++) {
        let rising = -1;
        let least = Infinity;
        let greatest = -Infinity;
        // Adds what the last step changes to all gradients, and finds the extremes in the same pass.
        for (let k = 0; k < stride; k++) {
          const g = w[gradient + k] + by * (w[rowI + k] - w[rowJ + k]);
          w[gradient + k] = g;
          const up = g + w[noRise + k];
          if (up < least) {
            least = up;
            rising = k;
          }
          const down = g - w[noFall + k];
          if (down > greatest) greatest = down;
        }
        if (steps >= most || !(greatest - least > accuracy)) return steps;
        const falling = w[there + rising] === 0 ? rising : partner(stride, rising, least);
        if (falling >= 0 && w[there + falling] === 0) absent = falling;
        if (falling < 0 || absent >= 0) return steps;
        by = step(stride, rising, falling);
        rowI = (PLACES.kernel + rising) * stride;
        rowJ = (PLACES.kernel + falling) * stride;
      }
    },
    missing: () => absent,
    addExtracted(count, cut, x0, upper0, lower0, x1, upper1, lower1) {
      let far = 0;
      for (let j = 0; j < count; j++) {
        const a = w[2 * count + j];
        const b = w[3 * count + j];
        if (Math.abs(a) > far) far = Math.abs(a);
        if (Math.abs(b) > far) far = Math.abs(b);
        const c = a + cut - cut;
        const d = b + cut - cut;
        w[j] = w[j] + c * upper0 + d * upper1;
        w[count + j] = w[count + j] + (c * lower0 + (a - c) * x0) + (d * lower1 + (b - d) * x1);
      }
      return far;
    },
  };
}
