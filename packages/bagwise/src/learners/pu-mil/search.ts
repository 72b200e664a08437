import type { Random } from "../../base/random.js";
import { type Confidence, mutated, randomConfidence } from "./confidence.js";

/** A vector of confidences and how good it is. */
interface Candidate {
  readonly confidence: Confidence;
  readonly fitness: number;
}

interface EvolveOptions {
  /** The number of unlabeled bags. */
  readonly bags: number;
  readonly population: number;
  readonly cloneRate: number;
  /** The most epochs. */
  readonly epochs: number;
  readonly generator: Random;
  /** Called after each vector that was judged, of so many at most; rejecting stops the search. */
  readonly onJudged?: ((done: number, total: number) => Promise<void>) | undefined;
}

export interface Evolved {
  readonly best: Candidate;
  /** Epochs that were run. */
  readonly epochs: number;
  /** Whether the best no longer changed; false when the epochs ran out before. */
  readonly converged: boolean;
}

/**
 * The genetic algorithm of puMIL: in each epoch every vector but the best is replaced by a clone of
 * the best with probability `cloneRate`, then every vector mutates towards or away from the best,
 * and the mutation is kept when it is better. Ends when the best of the population has not become
 * better in an epoch.
 *
 * `fitness` is between 0 and 1 and asked for at most population x (1 + epochs) times. Of equally
 * good vectors the first is the best, so that with a fitness that never changes the first random
 * vector wins after one epoch. The best never becomes worse.
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
      // Drawn for every vector, so that the numbers of one do not depend on what became of another.
      const [clone, r] = [generator.uniform() < cloneRate, generator.normal()];
      const old = clone ? best : candidate;
      // The best differs from itself by nothing, so neither it nor a clone of it mutates.
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
