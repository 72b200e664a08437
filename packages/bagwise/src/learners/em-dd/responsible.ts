import { log } from "../../base/portable-math.js";
import { type LbfgsResult, lbfgs, type SmoothFunction } from "../../solver/lbfgs.js";
import type { Climb, Climbed, ConceptProblem } from "../shared/concept/climb.js";
import { lossAt, probability } from "../shared/concept/likelihood.js";
import { type ConceptBags, conceptObjective, type DistanceLoss, distancesFrom } from "../shared/concept/objective.js";
import type { NegativeInstances } from "./options.js";

/** Steps of L-BFGS before the responsible instances are chosen again. */
const STEPS = 25;
/** A loss that falls by less than this share of itself no longer falls. */
const LEAST_FALL = 1e-12;
/** Distances that differ by less than this share tie, so that rounding does not choose. */
const TIE = 1e-9;

/**
 * EM-DD: chooses the responsible instance of each bag, the nearest one (E-step), then takes steps of
 * L-BFGS on the likelihood of the responsible instances alone (M-step), and so on. A round that does
 * not lower the loss is undone and ends the climb. So does one after which nothing changes.
 *
 * With `all` instances of negative bags, only positive bags have a responsible instance, and each
 * round lowers the loss. With the `nearest`, as in the paper, other negative instances may come
 * close, and the climb then ends early.
 */
export function climbResponsible(negatives: NegativeInstances): Climb {
  return (bags, problem) => (start, effort) => {
    let rows = responsible(bags, start, negatives);
    let objective = objectiveOf(bags, rows, problem);
    let best = standingAt(objective, start);
    for (;;) {
      const iterations = Math.min(STEPS, effort.iterations - best.iterations);
      const found = lbfgs(objective, best.x, { maxIterations: iterations, tolerance: effort.tolerance });
      const next = responsible(bags, found.x, negatives);
      const same = next.every((row, k) => row === rows[k]);
      if (!same) objective = objectiveOf(bags, next, problem);
      const value = same ? found.value : objective(found.x, new Float64Array(start.length));
      if (!(value <= best.value * (1 - LEAST_FALL))) return { ...best, status: ended(best, found) };
      const sum = { iterations: best.iterations + found.iterations, rounds: best.rounds + 1 };
      best = { ...found, value, ...sum };
      if (same && found.status !== "iteration-limit") return best;
      if (best.iterations >= effort.iterations) return { ...best, status: "iteration-limit" };
      rows = next;
    }
  };
}

/** The start as the result of a climb that has not begun. */
function standingAt(objective: SmoothFunction, x: Float64Array): Climbed {
  const { value, gradientNorm } = lbfgs(objective, x, { maxIterations: 0 });
  return { x, value, gradientNorm, status: "stalled", iterations: 0, rounds: 0 };
}

function ended(best: Climbed, { status, iterations }: LbfgsResult): Climbed["status"] {
  return status === "converged" && iterations === 0 ? "converged" : best.status;
}

/**
 * The rows that the likelihood depends on, bag after bag: the nearest of each positive bag, and those
 * of negative bags.
 */
function responsible(bags: ConceptBags, x: Float64Array, negatives: NegativeInstances): Uint32Array {
  const { offsets, signs } = bags;
  const distances = distancesFrom(bags, x);
  const rows: number[] = [];
  for (const [bag, sign] of signs.entries()) {
    if (sign > 0 || negatives === "nearest") rows.push(nearest(distances, offsets[bag], offsets[bag + 1]));
    else for (let row = offsets[bag]; row < offsets[bag + 1]; row++) rows.push(row);
  }
  return Uint32Array.from(rows);
}

/** The first row whose distance ties with the least. */
function nearest(distances: Float64Array, from: number, to: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = from; row < to; row++) least = Math.min(least, distances[row]);
  let row = from;
  while (distances[row] > least * (1 + TIE) + TIE) row++;
  return row;
}

function objectiveOf(bags: ConceptBags, rows: Uint32Array, problem: ConceptProblem): SmoothFunction {
  const { data, features, offsets, signs } = bags;
  const chosen = new Float64Array(rows.length * features);
  const signOf = new Int8Array(rows.length);
  let bag = 0;
  for (const [k, row] of rows.entries()) {
    chosen.set(data.subarray(row * features, (row + 1) * features), k * features);
    while (row >= offsets[bag + 1]) bag++;
    signOf[k] = signs[bag];
  }
  return conceptObjective(chosen, instanceLoss(signOf), problem);
}

/** Minus the log-likelihood of signed instances: -sum+ log p - sum- log(1 - p). */
export function instanceLoss(signs: Int8Array): DistanceLoss {
  return (distances, slopes) => {
    let value = 0;
    for (let i = 0; i < signs.length; i++) {
      if (signs[i] > 0) {
        value += lossAt(distances[i]);
        slopes[i] = 1;
        continue;
      }
      const p = probability(distances[i]);
      value -= log(1 - p);
      slopes[i] = -p / (1 - p);
    }
    return value;
  };
}
