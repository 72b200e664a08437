import { log } from "../../base/portable-math.js";
import { type LbfgsResult, lbfgs, type SmoothFunction } from "../../solver/lbfgs.js";
import type { Climb, Climbed } from "../shared/concept/climb.js";
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
  return (bags, problem) => {
    // One objective for all rounds: rows that are not responsible have no loss.
    const roles = new Int8Array(bags.data.length / bags.features);
    const objective = conceptObjective(bags.data, instanceLoss(roles), problem);
    return (start, effort) => {
      setRoles(roles, bags, start, negatives);
      let best = standingAt(objective, start);
      for (;;) {
        const iterations = Math.min(STEPS, effort.iterations - best.iterations);
        const found = lbfgs(objective, best.x, { maxIterations: iterations, tolerance: effort.tolerance });
        const same = !setRoles(roles, bags, found.x, negatives);
        const value = same ? found.value : objective(found.x, new Float64Array(start.length));
        if (!(value <= best.value * (1 - LEAST_FALL))) return { ...best, status: ended(best, found) };
        const sum = { iterations: best.iterations + found.iterations, rounds: best.rounds + 1 };
        best = { ...found, value, ...sum };
        if (same && found.status !== "iteration-limit") return best;
        if (best.iterations >= effort.iterations) return { ...best, status: "iteration-limit" };
      }
    };
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
 * Gives each row the part it plays at a concept: 1 for the nearest of a positive bag, -1 for the
 * nearest of a negative bag or for all of them, 0 for any other. Returns whether one has changed.
 */
function setRoles(roles: Int8Array, bags: ConceptBags, x: Float64Array, negatives: NegativeInstances): boolean {
  const { offsets, signs } = bags;
  const distances = distancesFrom(bags, x);
  let changed = false;
  for (const [bag, sign] of signs.entries()) {
    const one = sign > 0 || negatives === "nearest" ? nearest(distances, offsets[bag], offsets[bag + 1]) : undefined;
    for (let row = offsets[bag]; row < offsets[bag + 1]; row++) {
      const role = one === undefined || row === one ? sign : 0;
      if (roles[row] !== role) changed = true;
      roles[row] = role;
    }
  }
  return changed;
}

/** The first row whose distance ties with the least. */
function nearest(distances: Float64Array, from: number, to: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = from; row < to; row++) least = Math.min(least, distances[row]);
  let row = from;
  while (distances[row] > least * (1 + TIE) + TIE) row++;
  return row;
}

/** Minus the log-likelihood of signed instances: -sum+ log p - sum- log(1 - p). Those of sign 0 have none. */
export function instanceLoss(signs: Int8Array): DistanceLoss {
  return (distances, slopes) => {
    let value = 0;
    for (let i = 0; i < signs.length; i++) {
      if (signs[i] === 0) {
        slopes[i] = 0;
        continue;
      }
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
