import { log } from "@bagwise/core/base";
import { type LbfgsResult, lbfgs, type SmoothFunction } from "@bagwise/core/linalg";
import { rowsOfBags } from "@bagwise/core/training";
import type { Climb, Climbed } from "../shared/concept/climb.js";
import { type HeldInstances, holdInstances } from "../shared/concept/instances/hold.js";
import { lossAt, probability } from "../shared/concept/likelihood.js";
import { type ConceptBags, conceptObjective, type DistanceLoss, weightsOf } from "../shared/concept/objective.js";
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
  return (bags) => {
    const choice = responsibleInstances(bags, negatives);
    return (problem) => {
      const objective = conceptObjective(choice.instances, instanceLoss(choice.signs), problem);
      return (start, effort) => {
        choice.choose(start);
        let best = standingAt(objective, start);
        for (;;) {
          const iterations = Math.min(STEPS, effort.iterations - best.iterations);
          const found = lbfgs(objective, best.x, { maxIterations: iterations, tolerance: effort.tolerance });
          const same = !choice.choose(found.x);
          const value = same ? found.value : objective(found.x, new Float64Array(start.length));
          if (!(value <= best.value * (1 - LEAST_FALL))) return { ...best, status: ended(best, found) };
          const sum = { iterations: best.iterations + found.iterations, rounds: best.rounds + 1 };
          best = { ...found, value, ...sum };
          if (same && found.status !== "iteration-limit") return best;
          if (best.iterations >= effort.iterations) return { ...best, status: "iteration-limit" };
        }
      };
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

/** The instances on which the loss depends. */
interface ResponsibleInstances {
  /** All instances of bags of which all count, then the responsible one of each other bag. */
  readonly instances: HeldInstances;
  /** The sign of each of them. */
  readonly signs: Int8Array;
  /** Puts the instances that are responsible at a concept in their places. Returns whether one has changed. */
  choose(x: Float64Array): boolean;
}

/** One set of instances for all rounds, in which only the responsible ones are replaced. */
function responsibleInstances(
  { data, features, offsets, signs }: ConceptBags,
  negatives: NegativeInstances,
): ResponsibleInstances {
  const chooses = (sign: number) => sign > 0 || negatives === "nearest";
  const numbers = Uint32Array.from(signs.keys());
  const choosing = numbers.filter((bag) => chooses(signs[bag]));
  const whole = rowsOfBags(
    offsets,
    numbers.filter((bag) => !chooses(signs[bag])),
  );
  const rowsAt = (rows: Uint32Array) => {
    const found = new Float64Array(rows.length * features);
    for (const [k, row] of rows.entries()) found.set(rowAt(row), k * features);
    return found;
  };
  const rowAt = (row: number) => data.subarray(row * features, (row + 1) * features);
  const candidates = rowsOfBags(offsets, choosing);
  const among = holdInstances(rowsAt(candidates), features);
  const chosen = Uint32Array.from(choosing, (bag) => offsets[bag]);
  const instances = holdInstances(rowsAt(Uint32Array.from([...whole, ...chosen])), features);
  return {
    instances,
    signs: Int8Array.from([...Array.from(whole, () => -1), ...Array.from(choosing, (bag) => signs[bag])]),
    choose(x) {
      const distances = among.distances(x.subarray(0, features), weightsOf(x, features));
      let changed = false;
      for (let k = 0, from = 0; k < choosing.length; k++) {
        const to = from + offsets[choosing[k] + 1] - offsets[choosing[k]];
        const row = candidates[nearest(distances, from, to)];
        from = to;
        if (row === chosen[k]) continue;
        changed = true;
        chosen[k] = row;
        instances.replace(whole.length + k, rowAt(row));
      }
      return changed;
    },
  };
}

/** The first row whose distance ties with the least. */
function nearest(distances: Float64Array, from: number, to: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = from; row < to; row++) least = Math.min(least, distances[row]);
  let row = from;
  while (distances[row] > least * (1 + TIE) + TIE) row++;
  return row;
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
