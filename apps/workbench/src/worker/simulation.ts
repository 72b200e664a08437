import type { BagSet, Label } from "@bagwise/core/bags";
import { InputError, random } from "@bagwise/core/base";
import { reviewMeasures, simulateReview } from "@bagwise/core/review";
import { reviewRanker } from "@bagwise/core/training";
import type { SimulationView } from "./types.js";

/** Answers so many times between two looks at the screen. */
export type OnSimulated = (reviewed: number, found: number, pool: number) => void;

/**
 * Replays a review of bags whose labels are known, as a person would who answers correctly. It starts with one
 * positive and one negative bag and goes on until all positives are found; where the rule would have stopped
 * comes from a second replay. Unlabeled bags count as negative.
 */
export async function simulate(
  bags: BagSet,
  { seed, copies, onRound }: { seed: number; copies: Uint32Array; onRound: OnSimulated },
): Promise<SimulationView> {
  const truth: Label[] = bags.labels().map((label) => (label === "positive" ? "positive" : "negative"));
  const of = (wanted: Label) => truth.flatMap((label, i) => (label === wanted ? [i] : []));
  const [positive, negative] = [of("positive"), of("negative")];
  if (positive.length < 2 || negative.length === 0)
    throw new InputError({
      code: "review-nothing-open",
      message: "a simulation needs at least two positive bags, and others",
      remedy: "Open a file with the labels of all bags.",
    });
  const draw = random(seed);
  const start = [positive[draw.below(positive.length)], negative[draw.below(negative.length)]];
  const ranker = () => {
    const own = reviewRanker(bags, { seed });
    return (labels: readonly Label[]) => own.rank(labels).scores;
  };
  const families = Array.from(copies, String);
  const promised = await simulateReview(truth, ranker(), {
    start,
    seed,
    copies: families,
    onRound: ({ progress }) => onRound(progress.reviewed, progress.found, progress.pool),
  });
  const whole = await simulateReview(truth, ranker(), { start, seed, copies: families, until: "all found" });
  const finds = whole.order.map((i) => truth[i] === "positive");
  const rest = Array.from({ length: whole.pool - finds.length }, () => false);
  const measures = reviewMeasures([...finds, ...rest]);
  return {
    finds,
    pool: whole.pool,
    positives: whole.positives,
    stoppedAt: promised.stopped ? promised.order.length : null,
    recallAtStop: promised.stopped ? promised.recall : null,
    wss95: measures.wss95,
    wss100: measures.wss100,
  };
}
