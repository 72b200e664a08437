import type { GapCertificate, PrimalDualPoint } from "./certificate.js";
import type { Hinge } from "./hinges.js";
import { newton, stepOf } from "./newton.js";
import type { Prepared } from "./prepare.js";
import { type Reached, residualOf } from "./units.js";

/** Hinges in units such that z is at most about 1 at the start. What was 1 becomes e. */
interface Scaled {
  readonly e: number;
  /** The penalty weight. */
  readonly kappa: number;
  readonly c: Float64Array;
  /** The starting alpha. */
  readonly alpha: Float64Array;
  /** Kinks, masses and rooms are set to the starting point. All masses and rooms are above 0. */
  readonly hinges: readonly Hinge[];
  /** Upper bounds on gamma that rounding must not exceed. Default none. */
  readonly greatest?: Float64Array;
}

export interface Limits {
  /** The relative gap to aim for. */
  readonly tolerance: number;
  /** The relative gap that is good enough to stop trying alternatives. */
  readonly accept: number;
  readonly maxIterations: number;
  /** Whether the double hinge may be solved by `ActiveSet`. Default true. */
  readonly activeSet?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Stop after this many iterations without a smaller gap. Six were too few in experiments. */
const PATIENCE = 15;

/** The products of mass and multiplier at the start, relative to the mass. */
export const CENTRE = 0.1;

/** How far to go towards the nearest bound. */
const CLOSE = 0.999;

/** Steps shorter than this get Gondzio's corrections, which aim for longer steps. */
const LONG = 0.9;
const LONGER = 0.3;

/**
 * Mehrotra's predictor-corrector method (SIAM Journal on Optimization 2, 1992) on the dual of a sum
 * of hinges, such as the double hinge, started on the central path.
 *
 * alpha is an iterate of its own rather than computed from gamma. With small lambda on separable
 * bags, c - A'gamma / n cancels almost completely. A separate alpha keeps its digits, and its error
 * enters the certificate only squared. Takes 10 to 20 iterations, each with one factorisation and
 * four products of A with a vector. Ends as soon as `enough` says so of the smallest relative gap so far,
 * which may use the workspace.
 */
export function interiorPoint(
  prepared: Prepared,
  { e, kappa, c, alpha: start, hinges, greatest }: Scaled,
  certify: (point: PrimalDualPoint) => GapCertificate,
  limits: Limits,
  enough: (relative: number) => boolean = () => false,
): Reached {
  const { centred, workspace, prior, bias } = prepared;
  const product = prepared.held();
  const n = centred.rows;
  const alpha = workspace.features("alpha");
  alpha.set(start);
  const s = workspace.bags("s");
  const z = workspace.bags("z");
  const gamma = workspace.bags("gamma");
  const rest = workspace.bags("rest");
  const weights = workspace.bags("weights");
  const w = workspace.bags("w");
  let [step, other] = [stepOf(prepared, "step"), stepOf(prepared, "other step")];
  const system = newton(prepared, kappa);
  // When the matrix is a sum over all bags, another direction is cheap by comparison.
  const correctors = prepared.reduceTo === "features" ? 3 : 0;
  const best = new Keeper(n, alpha.length);
  let b = 0;
  let replacedPivots = 0;

  /**
   * Computes the direction for the current targets of the hinges. Returns the longest step that
   * keeps everything positive.
   */
  const direction = (complete: boolean): number => {
    w.fill(0);
    for (const hinge of hinges) hinge.addPull(z, w);
    for (let i = 0; i < n; i++) w[i] /= weights[i];
    system.solve(w, step, complete);
    for (const hinge of hinges) hinge.follow(step.dz);
    return 1 / hinges.reduce((most, hinge) => Math.max(most, hinge.steepest()), 0);
  };

  const productsAfter = (t: number) => hinges.reduce((sum, hinge) => sum + hinge.products(t), 0);

  const swap = () => {
    [step, other] = [other, step];
    for (const hinge of hinges) hinge.swap();
  };

  for (let iteration = 0; ; iteration++) {
    limits.signal?.throwIfAborted();
    if (enough(best.relative)) return best.result(iteration, replacedPivots, "tolerance");
    let missing = 0;
    gamma.fill(0);
    rest.fill(0);
    for (const hinge of hinges) hinge.addMass(gamma, rest);
    for (let i = 0; i < n; i++) {
      if (greatest !== undefined) gamma[i] = Math.min(greatest[i], gamma[i]);
      missing += prior - gamma[i];
    }
    product.times(alpha, { out: s });
    const residual = residualOf(prepared, { kappa, c, alpha, gamma });
    const certificate = certify({ prior, e, kappa, c, alpha, s, gamma, rest, residual });
    best.offer(certificate, iteration, alpha, gamma, rest);
    const end = best.relative <= limits.tolerance ? "tolerance" : best.stale(iteration) ? "no-progress" : "limit";
    if (end !== "limit" || iteration >= limits.maxIterations) return best.result(iteration, replacedPivots, end);

    if (iteration === 0) b = certificate.b;
    for (let i = 0; i < n; i++) z[i] = s[i] + b;
    weights.fill(0);
    for (const hinge of hinges) hinge.addWeights(weights);
    const replaced = system.factor({ weights, residual, missing: bias ? missing : 0 });
    if (replaced < 0) return best.result(iteration, replacedPivots, "no-progress");
    replacedPivots += replaced;

    const products = productsAfter(0);
    for (const hinge of hinges) hinge.aim(0, false);
    const reach = Math.min(1, direction(false));
    const ratio = productsAfter(reach) / products;
    const mu = (ratio * ratio * ratio * products) / (2 * hinges.length * n);
    for (const hinge of hinges) hinge.aim(mu, true);
    let longest = direction(true);
    for (let k = 0; k < correctors && longest < LONG; k++) {
      for (const hinge of hinges) hinge.recentre(Math.min(1, longest + LONGER), mu);
      swap();
      const corrected = direction(true);
      if (corrected > longest + 0.1 * LONGER) longest = corrected;
      else {
        swap();
        break;
      }
    }
    const length = Math.min(1, CLOSE * longest);
    for (const hinge of hinges) hinge.move(length);
    for (let j = 0; j < alpha.length; j++) alpha[j] += length * step.dAlpha[j];
    b += length * step.db;
  }
}

/** Keeps the iterate with the smallest relative gap, and the iteration that last reduced it. */
class Keeper {
  relative = Infinity;
  #smallest = Infinity;
  #progress = 0;
  readonly #alpha: Float64Array;
  readonly #gamma: Float64Array;
  readonly #rest: Float64Array;

  constructor(bags: number, features: number) {
    this.#alpha = new Float64Array(features);
    this.#gamma = new Float64Array(bags);
    this.#rest = new Float64Array(bags);
  }

  offer(
    { gap, relative }: GapCertificate,
    at: number,
    alpha: Float64Array,
    gamma: Float64Array,
    rest: Float64Array,
  ): void {
    if (gap < 0.9 * this.#smallest) {
      this.#smallest = gap;
      this.#progress = at;
    }
    if (!(relative < this.relative)) return;
    this.relative = relative;
    this.#alpha.set(alpha);
    this.#gamma.set(gamma);
    this.#rest.set(rest);
  }

  stale(at: number): boolean {
    return at - this.#progress >= PATIENCE;
  }

  result(iterations: number, replacedPivots: number, end: Reached["end"]): Reached {
    return { alpha: this.#alpha, gamma: this.#gamma, rest: this.#rest, iterations, replacedPivots, end };
  }
}
