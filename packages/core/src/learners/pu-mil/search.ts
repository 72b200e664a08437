import type { Random } from "../../base/random.js";
import { type Confidence, mutated, randomConfidence } from "./confidence.js";

/** A vector of confidences and its fitness. */
interface Candidate {
  readonly confidence: Confidence;
  readonly fitness: number;
}

interface EvolveOptions {
  /** The number of unlabeled bags. */
  readonly bags: number;
  readonly population: number;
  readonly cloneRate: number;
  /** The largest number of epochs. */
  readonly epochs: number;
  readonly generator: Random;
  /**
   * Called after each vector that was judged, with the largest total; rejecting stops the search.
   */
  readonly onJudged?: ((done: number, total: number) => Promise<void>) | undefined;
}

export interface Evolved {
  readonly best: Candidate;
  /** Epochs that were run. */
  readonly epochs: number;
  /** Whether the best stopped improving; false if the epochs ran out first. */
  readonly converged: boolean;
}

/**
 * The genetic algorithm of puMIL. In each epoch every vector but the best is replaced by a clone of
 * the best with probability `cloneRate`. Then every vector mutates towards or away from the best,
 * and keeps the mutation if that is better. Ends when an epoch does not improve the best.
 *
 * `fitness` is between 0 and 1, and called at most population x (1 + epochs) times. Of equally good
 * vectors the first is the best, so with a constant fitness the first random vector wins after one
 * epoch. The best never gets worse.
 */
export async function evolve(fitness: (confidence: Confidence) => number, options: EvolveOptions): Promise<Evolved> {
  const { bags, population, cloneRate, epochs, generator, onJudged } = options;
  const total = population * (1 + epochs);
  let done = 0;
  const judge = async (confidence: Confidence): Promise<Candidate> => {
    const candidate = { confidence, fitness: fitness(confidence) };
    await onJudged?.(++done, total);
    return candidate;
  };
  const all: Candidate[] = [];
  for (const confidence of Array.from({ length: population }, () => randomConfidence(bags, generator)))
    all.push(await judge(confidence));
  let best = bestOf(all);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    for (const [l, candidate] of all.entries()) {
      // Drawn for every vector, so that its numbers do not depend on what happened to others.
      const [clone, r] = [generator.uniform() < cloneRate, generator.normal()];
      const old = clone ? best : candidate;
      // The best does not differ from itself, so neither it nor a clone of it mutates.
      const next =
        old === best ? best : await judge(mutated(old.confidence, { best: best.confidence, fitness: old.fitness, r }));
      all[l] = next.fitness > old.fitness ? next : old;
    }
    const last = best;
    best = bestOf(all);
    if (best.fitness === last.fitness) return { best: last, epochs: epoch, converged: true };
  }
  return { best, epochs, converged: false };
}

/** The best candidate, the first of equals. */
function bestOf(all: readonly Candidate[]): Candidate {
  return all.reduce((best, candidate) => (candidate.fitness > best.fitness ? candidate : best));
}
