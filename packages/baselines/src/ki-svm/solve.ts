import { exp, log } from "@bagwise/core/base";
import { type MachineFit, type MachineTask, rowsOfTask, valuesOfAll } from "@bagwise/core/training";
import { costsOf, evenly } from "../shared/machine/sparse-bags.js";
import type { Solving } from "../shared/machine/train-instances.js";
import { type Assignment, type KeyRows, squareOf, violatedAssignment, type Weighed, weighed } from "./assignments.js";
import { type CombinedKernels, combinedKernel, combinedKernels } from "./combined-kernel.js";
import { type ErrorGroups, type SquaredMachine, type SquaredSolution, squaredMachine } from "./squared-errors.js";

/** Whose error counts in a bag that is not positive: that of the worst instance, or of each of them. */
export type Slack = "bag" | "instance";

/** What KI-SVM found. */
export interface KiFit extends MachineFit {
  /** The assignments of key instances that were generated, with the weights of their kernels. */
  readonly assignments: readonly Assignment[];
  readonly weights: Float64Array;
  /**
   * How far the objective is above the least for these assignments, by the dual: relative to the
   * objective.
   */
  readonly mixingGap: number;
}

/** How far cutting planes go: how many assignments, machines to weigh a set of them, and what is worth a step. */
export interface KiLimits {
  readonly assignments: number;
  readonly mixtures: number;
  /** Gaps of the weights, and gains of an assignment, relative to the objective. */
  readonly worth: number;
  /** Whether machines are solved roughly. */
  readonly rough: boolean;
}

/** If settings are only compared, and otherwise. */
const COMPARED: KiLimits = { assignments: 2, mixtures: 2, worth: 1e-2, rough: true };
const USUAL: KiLimits = { assignments: 6, mixtures: 4, worth: 1e-3, rough: true };

/** Up to so many instances all machines but those of comparisons are solved exactly. */
const SMALL = 300;

/** Weights of assignments, with the machine that they give. */
interface Mixed {
  readonly weights: Float64Array;
  readonly inner: SquaredSolution;
  /** The square of each assignment, see `squareOf`, and the highest less their weighted mean, halved. */
  readonly squares: Float64Array;
  readonly gap: number;
}

/**
 * A function that solves the convex relaxation of KI-SVM (Li, Kwok, Tsang and Zhou 2009). With the key
 * instances d of the positive bags, the dual of the machine is
 *
 *     max over a  sum_i |a_i| - a'(K_d + R) a / 2
 *
 * with the ridge R of squared errors (`squaredMachine`).
 * The best keys would be min over d of that, which nobody can compute. The relaxation exchanges min and
 * max: max over a of min over d, a convex problem with a constraint for each d. It is a machine with the
 * kernel sum_d mu_d K_d whose weights are best. Cutting planes: the most violated d joins those that are
 * known, and all are weighed anew, until none is violated by much. Machines on the way are solved
 * roughly, the last one with a certificate.
 */
export function kiSolver(slack: Slack, limits = USUAL): (task: MachineTask) => KiFit {
  return (task) => {
    const { gram, bags, signs, rough = false } = task;
    const positive = bags.filter((_, i) => signs[i] > 0);
    const others = bags.filter((_, i) => signs[i] < 0);
    const rows = rowsOfTask({ bags: others });
    const groups = groupsOf(task, slack, others);
    const machine = squaredMachine(groups);
    const kernels = combinedKernels(gram, positive.length, rows, groups);
    const parts = { gram, positive, rows, kernels, machine };
    // Weights of rough machines depend on rounding errors; where exact ones cost little, they need not.
    const known = { ...limits, rough: limits.rough && gram.rows > SMALL };
    const found = cut(parts, firstAssignment(task, parts), rough ? COMPARED : known);
    const { assignments, settled } = found;
    // Only the last machine is solved with a proof: at the same weights, which cannot raise the objective.
    const mixed = rough
      ? found.mixed
      : weigh(parts, assignments, found.mixed, { ...limits, mixtures: 1, rough: false });
    const path = [...found.path.slice(0, -1), mixed.inner.certificate.primalObjective];
    const { weights, inner, gap } = mixed;
    const alpha = new Float64Array(gram.rows);
    for (const [t, keys] of assignments.entries())
      for (const [i, row] of keys.entries()) alpha[row] += weights[t] * inner.own[i];
    for (const [j, row] of rows.entries()) alpha[row] += inner.own[positive.length + j];
    return {
      alpha,
      beta: inner.beta,
      certificate: inner.certificate,
      // Seldom asked for, and it costs more than the rest of a rough solution.
      get problem() {
        return machine.problemOf(combinedKernel(gram, assignments, weights, rows, groups));
      },
      scheme: { path, settled, starts: 1 },
      assignments,
      weights,
      mixingGap: gap / Math.max(Math.abs(inner.certificate.primalObjective), Number.MIN_VALUE),
    };
  };
}

/** What cutting planes work with. */
interface Parts extends KeyRows {
  readonly kernels: CombinedKernels;
  readonly machine: SquaredMachine;
}

/** What cutting planes came to. */
interface Cut {
  readonly assignments: readonly Assignment[];
  readonly mixed: Mixed;
  /** The objective after each assignment. It never increases. */
  readonly path: readonly number[];
  readonly settled: boolean;
}

/**
 * Adds assignments as long as one is violated. It stops when the objective falls by less than what is
 * worth it, or when there are as many as the limits allow, which counts as not settled.
 */
function cut(parts: Parts, start: Assignment, limits: KiLimits): Cut {
  let assignments: readonly Assignment[] = [start];
  let mixed = weigh(parts, assignments, undefined, limits);
  const path = [mixed.inner.certificate.primalObjective];
  let settled = false;
  while (!settled && Number.isFinite(path[path.length - 1])) {
    const objective = path[path.length - 1];
    const { keys: next, square } = mostViolated(parts, assignments, weighed(parts, mixed.inner.own));
    const gain = square + parts.machine.ridgeSquare(mixed.inner.own) - Math.max(...mixed.squares);
    settled = !(gain / 2 > limits.worth * Math.abs(objective));
    if (settled || assignments.length >= limits.assignments) break;
    const more = [...assignments, next];
    const found = weigh(parts, more, mixed, limits);
    const after = found.inner.certificate.primalObjective;
    settled = !(after < objective - limits.worth * Math.abs(objective));
    if (!(after <= objective)) break;
    [assignments, mixed] = [more, found];
    path.push(after);
  }
  return { assignments, mixed, path, settled };
}

/** The most violated assignment that was found from any of the known ones, and from the keys farthest from the others. */
function mostViolated(parts: KeyRows, known: readonly Assignment[], found: Weighed) {
  const starts = [...known, highestOf(parts.positive, found.values)];
  const ends = starts.map((start) => violatedAssignment(parts, start, found));
  const squares = ends.map((keys) => squareOf(parts, keys, found));
  const most = squares.reduce((best, square, t) => (square > squares[best] ? t : best), 0);
  return { keys: ends[most], square: squares[most] };
}

/** Whose errors count: of each positive bag, and of each other bag or of each of its instances. */
function groupsOf({ signs, costs }: MachineTask, slack: Slack, others: readonly Uint32Array[]): ErrorGroups {
  const own = Array.from(costs).filter((_, i) => signs[i] > 0);
  const each = Array.from(costs).filter((_, i) => signs[i] < 0);
  const [sizes, rest] =
    slack === "bag"
      ? [others.map((bag) => bag.length), each]
      : [others.flatMap((bag) => Array.from(bag, () => 1)), others.flatMap((bag, i) => Array.from(bag, () => each[i]))];
  const offsets = new Uint32Array(own.length + sizes.length + 1);
  for (let g = 0; g + 1 < offsets.length; g++)
    offsets[g + 1] = offsets[g] + (g < own.length ? 1 : sizes[g - own.length]);
  return {
    offsets,
    signs: Int8Array.from({ length: offsets.length - 1 }, (_, g) => (g < own.length ? 1 : -1)),
    costs: Float64Array.from([...own, ...rest]),
  };
}

/**
 * The keys that are most like all positive bags and least like the others, made better bag by bag: what
 * a machine finds on the means of positive bags if errors cost next to nothing, because then every
 * coefficient is at its bound.
 */
function firstAssignment({ signs, costs }: MachineTask, parts: KeyRows): Assignment {
  const { gram, positive, rows } = parts;
  const own = new Float64Array(positive.length + rows.length);
  own.set(costs.filter((_, i) => signs[i] > 0));
  own.fill(-evenly(costsOf(costs, signs, 1), rows.length), positive.length);
  const alpha = new Float64Array(gram.rows);
  for (const [i, bag] of positive.entries()) for (const row of bag) alpha[row] = own[i] / bag.length;
  for (const [j, row] of rows.entries()) alpha[row] = own[positive.length + j];
  const values = valuesOfAll(gram, { alpha, beta: 0 });
  return violatedAssignment(parts, highestOf(positive, values), weighed(parts, own));
}

/** The row of each bag with the highest value, the first in case of a tie. */
function highestOf(bags: readonly Uint32Array[], values: Float64Array): Assignment {
  return Uint32Array.from(bags, (bag) => bag.reduce((best, row) => (values[row] > values[best] ? row : best)));
}

/**
 * The weights of these assignments with the least objective of the machine, min over mu on the simplex,
 * by multiplicative steps: a weight grows with the square of its assignment. Half the highest square
 * less the weighted mean of all is how far the objective can still fall. A step that raises the
 * objective is made shorter. Assignments without a weight yet start with an even share.
 */
function weigh(
  parts: Parts,
  assignments: readonly Assignment[],
  before: Mixed | undefined,
  { mixtures, worth, rough }: KiLimits,
): Mixed {
  const mixedWith = (weights: Float64Array, start: Float64Array | undefined): Mixed => {
    const inner = parts.machine.solve(parts.kernels.of(assignments, weights), { start, rough });
    // The dual is sum_i |a_i| less half the square, of which this is the mean.
    const mean = 2 * (inner.own.reduce((sum, weight) => sum + Math.abs(weight), 0) - inner.certificate.dualObjective);
    const squares = parts.kernels.squares(assignments, weights, inner.own, mean);
    return { weights, inner, squares, gap: (Math.max(...squares) - mean) / 2 };
  };
  const count = assignments.length;
  const known = before?.weights ?? new Float64Array(0);
  const added = (count - known.length) / count;
  const first = Float64Array.from(assignments, (_, t) => (t < known.length ? known[t] * (1 - added) : 1 / count));
  let best = mixedWith(first, before?.inner.own);
  let power = 2;
  for (let step = 1; step < mixtures; step++) {
    const objective = best.inner.certificate.primalObjective;
    if (!(best.gap > (worth / 10) * Math.abs(objective)) || power < LEAST_POWER) break;
    const top = Math.max(...best.squares);
    const raw = best.weights.map((weight, t) => weight * powerOf(best.squares[t] / top, power));
    const sum = raw.reduce((total, weight) => total + weight, 0);
    const next = mixedWith(
      raw.map((weight) => weight / sum),
      best.inner.own,
    );
    if (next.inner.certificate.primalObjective <= objective) {
      best = next;
      power *= 1.5;
    } else power /= 3;
  }
  return best;
}

function powerOf(base: number, exponent: number): number {
  return base > 0 ? exp(exponent * log(base)) : 0;
}

/** Powers below this change nothing. */
const LEAST_POWER = 1e-3;

/** How it is solved. */
export const kiSvmSolving = ({ slack }: { readonly slack: Slack }): Solving => ({ solve: kiSolver(slack) });
