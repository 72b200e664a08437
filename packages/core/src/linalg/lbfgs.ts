/** A smooth function: writes its gradient at `x` into `gradient` and returns its value. */
export type SmoothFunction = (x: Float64Array, gradient: Float64Array) => number;

export interface LbfgsOptions {
  /** Default 200. */
  readonly maxIterations?: number | undefined;
  /**
   * It is done when no entry of the gradient is larger than this, times the largest of 1 and |f|.
   * Default 1e-8.
   */
  readonly tolerance?: number | undefined;
  /** How many steps it remembers. Default 10. */
  readonly memory?: number | undefined;
}

/**
 * `converged`: the gradient is small. `stalled`: no step along the search direction lowers f beyond
 * rounding. `iteration-limit`: more iterations might lower it. `invalid`: f or its gradient is not
 * finite at the start.
 */
export type LbfgsStatus = "converged" | "stalled" | "iteration-limit" | "invalid";

export interface LbfgsResult {
  readonly status: LbfgsStatus;
  readonly x: Float64Array;
  /** f(x); never above f at the start, but for rounding. */
  readonly value: number;
  /** The largest absolute entry of the gradient at x. */
  readonly gradientNorm: number;
  readonly iterations: number;
  /** How often f was computed. */
  readonly evaluations: number;
}

/** The strong Wolfe conditions: sufficient decrease, and curvature. */
const DECREASE = 1e-4;
const CURVATURE = 0.9;
/** Values this close, relative to their size, may differ by rounding alone. */
const ROUNDING = 1e-14;
/** Computations of f in one line search. */
const MOST_TRIALS = 25;

/** A point on the search line: the step, f there, and its slope along the line. */
interface LinePoint {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
}

/**
 * Minimises a smooth function by the limited-memory BFGS method (Liu and Nocedal 1989) with a line
 * search for the strong Wolfe conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6). f may be
 * Infinity or NaN outside its domain: the line search stays inside. The minimum is a local one, unless
 * f is convex. A start with gradient 0 is returned as converged. Costs one or two computations of f
 * and O(memory x length) operations per iteration.
 */
export function lbfgs(f: SmoothFunction, start: Float64Array, options: LbfgsOptions = {}): LbfgsResult {
  const { maxIterations = 200, tolerance = 1e-8, memory = 10 } = options;
  const n = start.length;
  let x = start.slice();
  let gradient = new Float64Array(n);
  let value = f(x, gradient);
  let evaluations = 1;
  let iterations = 0;
  const done = (status: LbfgsStatus): LbfgsResult => {
    return { status, x, value, gradientNorm: largest(gradient), iterations, evaluations };
  };
  if (!(Number.isFinite(value) && Number.isFinite(largest(gradient)))) return done("invalid");
  const pairs: Pair[] = [];
  let nextX = new Float64Array(n);
  let nextGradient = new Float64Array(n);
  for (;;) {
    if (largest(gradient) <= tolerance * Math.max(1, Math.abs(value))) return done("converged");
    if (iterations >= maxIterations) return done("iteration-limit");
    const direction = descent(gradient, pairs);
    let slope = dot(direction, gradient);
    if (!(slope < 0)) {
      // Rounding spoiled the remembered steps: forget them.
      pairs.length = 0;
      for (let j = 0; j < n; j++) direction[j] = -gradient[j];
      slope = dot(direction, gradient);
    }
    const at = (step: number): LinePoint => {
      for (let j = 0; j < n; j++) nextX[j] = x[j] + step * direction[j];
      const found = f(nextX, nextGradient);
      evaluations++;
      return { step, value: found, slope: dot(direction, nextGradient) };
    };
    const first = pairs.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    const found = lineSearch(at, { step: 0, value, slope }, first);
    if (found === undefined) {
      // Perhaps the remembered steps mislead. Along the gradient itself there is nothing left to try.
      if (pairs.length === 0) return done("stalled");
      pairs.length = 0;
      continue;
    }
    remember(pairs, { from: x, to: nextX, before: gradient, after: nextGradient }, memory);
    [x, nextX] = [nextX, x];
    [gradient, nextGradient] = [nextGradient, gradient];
    value = found.value;
    iterations++;
  }
}

/** A step s, the change y of the gradient over it, and 1 / s.y. */
interface Pair {
  readonly s: Float64Array;
  readonly y: Float64Array;
  readonly rho: number;
}

/** Keeps the last step if the curvature along it is positive, as the method needs. */
function remember(
  pairs: Pair[],
  { from, to, before, after }: Readonly<Record<"from" | "to" | "before" | "after", Float64Array>>,
  memory: number,
): void {
  const n = from.length;
  const s = new Float64Array(n);
  const y = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    s[j] = to[j] - from[j];
    y[j] = after[j] - before[j];
  }
  const curvature = dot(s, y);
  if (!(curvature > Number.EPSILON * dot(y, y))) return;
  pairs.push({ s, y, rho: 1 / curvature });
  if (pairs.length > memory) pairs.shift();
}

/** Minus the inverse Hessian, as the pairs tell it, times the gradient: the two-loop recursion. */
function descent(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const q = new Float64Array(gradient.length);
  for (let j = 0; j < q.length; j++) q[j] = -gradient[j];
  const weights = new Float64Array(pairs.length);
  for (let k = pairs.length - 1; k >= 0; k--) {
    const { s, y, rho } = pairs[k];
    weights[k] = rho * dot(s, q);
    add(q, -weights[k], y);
  }
  if (pairs.length > 0) {
    const { y, rho } = pairs[pairs.length - 1];
    const scale = 1 / (rho * dot(y, y));
    for (let j = 0; j < q.length; j++) q[j] *= scale;
  }
  for (let k = 0; k < pairs.length; k++) {
    const { s, y, rho } = pairs[k];
    add(q, weights[k] - rho * dot(y, q), s);
  }
  return q;
}

/**
 * A step that meets the strong Wolfe conditions; undefined if none is found. Close to a minimum, where
 * values differ by rounding alone, slopes decide (the approximate Wolfe conditions of Hager and Zhang
 * 2005). If the trials are used up, a step that lowers f enough will do. The last call of `at` is for
 * the step that is returned.
 */
function lineSearch(at: (step: number) => LinePoint, origin: LinePoint, first: number): LinePoint | undefined {
  const noise = ROUNDING * Math.abs(origin.value);
  const lowEnough = ({ step, value, slope }: LinePoint) =>
    value <= origin.value + DECREASE * step * origin.slope ||
    (value <= origin.value + noise && slope <= (2 * DECREASE - 1) * origin.slope);
  const flatEnough = ({ slope }: LinePoint) => Math.abs(slope) <= -CURVATURE * origin.slope;
  let low = origin;
  let high: LinePoint | undefined;
  let last = origin;
  let step = first;
  for (let trial = 0; trial < MOST_TRIALS && step !== last.step; trial++) {
    const point = at(step);
    last = point;
    if (!lowEnough(point) || (low !== origin && point.value > low.value + noise)) high = point;
    else if (flatEnough(point)) return point;
    else {
      // The minimum lies on the side towards which f falls.
      if (point.slope >= 0 !== point.step < low.step) high = low;
      low = point;
    }
    step = high === undefined ? 2 * low.step : between(low, high);
  }
  if (!(low.value < origin.value - noise)) return undefined;
  return last === low ? low : at(low.step);
}

/**
 * A step between two: the minimum of the parabola through the lower end, its slope and the other end,
 * kept away from both ends by a tenth; the middle if the other end is outside the domain.
 */
function between(low: LinePoint, high: LinePoint): number {
  const length = high.step - low.step;
  const bend = high.value - low.value - low.slope * length;
  const share = (-0.5 * low.slope * length) / bend;
  return low.step + length * (Number.isFinite(high.value) && bend > 0 ? Math.min(0.9, Math.max(0.1, share)) : 0.5);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

function add(target: Float64Array, factor: number, other: Float64Array): void {
  for (let j = 0; j < target.length; j++) target[j] += factor * other[j];
}

/** NaN if an entry is NaN. */
function largest(values: Float64Array): number {
  let most = 0;
  for (const each of values) most = Math.max(most, Math.abs(each));
  return most;
}
