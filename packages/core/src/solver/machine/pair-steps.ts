import type { Matrix } from "../../linalg/matrix.js";
import { type MachineKernel, PLACES } from "./kernel/layout.js";
import { addRows, type Point, violation } from "./point.js";
import type { Box } from "./problem.js";
import { where } from "./where.js";
import { WORKING, workingSamples } from "./working-samples.js";

export interface PairStepsOptions {
  readonly accuracy: number;
  /** The most steps. */
  readonly most: number;
  /** Called every now and then; may throw. */
  readonly check?: () => void;
}

/** Some of the samples are solved until this share of the violation is left: more would be for nothing. */
const SHARE = 0.1;
/** Steps between two checks. Code that runs on and on is never replaced by faster code, hence few. */
const CHECK_AFTER = 100;

/**
 * Steps of two samples (sequential minimal optimisation, Platt 1998) until no pair violates the
 * conditions of the optimum by more than `accuracy`. The pair is chosen by second-order information
 * (Fan, Chen and Lin 2005). With many samples, steps look at some of them at a time, whose kernel is
 * packed together (decomposition, Joachims 1998), and then the gradient of all is brought up to date.
 * Changes `point`. Returns the number of steps, at most `most`.
 *
 * A step costs two passes over the samples it looks at.
 */
export function pairSteps(
  kernel: MachineKernel,
  gram: Matrix,
  box: Box,
  point: Point,
  { accuracy, most, check }: PairStepsOptions,
): number {
  const n = gram.rows;
  const all = n <= WORKING;
  let samples = new Uint32Array(0);
  for (let steps = 0; ; ) {
    const worst = violation(box, point);
    if (!(worst > accuracy) || steps >= most) return steps;
    samples = all
      ? Uint32Array.from({ length: n }, (_, i) => i)
      : workingSamples(box, point, { before: samples, accuracy });
    const taken = stepsAmong(kernel, gram, box, point, samples.slice().sort(), {
      accuracy: all ? accuracy : Math.max(accuracy / 2, SHARE * worst),
      most: most - steps,
      ...(check && { check }),
    });
    steps += taken;
    if (taken === 0) return steps;
  }
}

/** Steps among these samples, in ascending order; then the gradient of all samples. */
function stepsAmong(
  kernel: MachineKernel,
  gram: Matrix,
  { low, high }: Box,
  { alpha, gradient }: Point,
  samples: Uint32Array,
  { accuracy, most, check }: PairStepsOptions,
): number {
  const size = samples.length;
  const stride = size + (size & 1);
  const w = kernel.workspace((PLACES.kernel + size) * stride);
  const put = (place: keyof typeof PLACES, value: (i: number) => number, filler: number) => {
    const from = PLACES[place] * stride;
    for (let k = 0; k < size; k++) w[from + k] = value(samples[k]);
    if (stride > size) w[from + size] = filler;
  };
  put("alpha", (i) => alpha[i], 0);
  put("gradient", (i) => gradient[i], 0);
  put("low", (i) => low[i], 0);
  put("high", (i) => high[i], 0);
  put("diagonal", (i) => gram.data[i * gram.cols + i], 0);
  put("noRise", (i) => (alpha[i] < high[i] ? 0 : Infinity), Infinity);
  put("noFall", (i) => (alpha[i] > low[i] ? 0 : Infinity), Infinity);
  put("there", () => 0, 1);
  // Steps look at a fraction of the samples, so that the other rows need not be copied.
  packRow(gram, samples, 0, w, stride);
  let steps = 0;
  for (let going = true; going; ) {
    const wanted = Math.min(CHECK_AFTER, most - steps);
    const taken = kernel.pairSteps(size, accuracy, wanted);
    const missing = kernel.missing();
    steps += taken;
    going = missing >= 0 || (taken === wanted && steps < most);
    if (missing >= 0) packRow(gram, samples, missing, w, stride);
    else check?.();
  }
  const moved = where(size, (k) => w[k] !== alpha[samples[k]]);
  const changes = Float64Array.from(moved, (k) => w[k] - alpha[samples[k]]);
  for (const k of moved) alpha[samples[k]] = w[k];
  if (size === gradient.length) gradient.set(w.subarray(PLACES.gradient * stride, PLACES.gradient * stride + size));
  else
    addRows(
      gram,
      moved.map((k) => samples[k]),
      changes,
      gradient,
    );
  return steps;
}

/** Copies row k of the kernel among these samples, in ascending order, to where steps of pairs expect it. */
function packRow(
  { rows: n, cols, data }: Matrix,
  samples: Uint32Array,
  k: number,
  w: Float64Array,
  stride: number,
): void {
  const size = samples.length;
  const row = samples[k] * cols;
  const to = (PLACES.kernel + k) * stride;
  if (size === n) w.set(data.subarray(row, row + n), to);
  else for (let l = 0; l < size; l++) w[to + l] = data[row + samples[l]];
  if (stride > size) w[to + size] = 0;
  w[PLACES.there * stride + k] = 1;
}
