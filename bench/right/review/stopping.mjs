// Whether the stopping rule of a review keeps its promise, and what it costs: synthetic reviews with a ranking that
// is good, weak, or blind for some of the positives, and whole reviews of the texts.
import { random } from "bagwise/bags";
import { reviewRanker, simulateReview } from "bagwise/evaluation";

/** Positives in groups: their share, and how many deviations their scores are above those of negatives. */
const RANKINGS = {
  good: [[1, 3]],
  weak: [[1, 1]],
  "by chance": [[1, 0]],
  "10 % hard to find": [
    [0.9, 3],
    [0.1, 1.2],
  ],
  "10 % unseen": [
    [0.9, 3],
    [0.1, 0],
  ],
  "10 % ranked last": [
    [0.9, 3],
    [0.1, -3],
  ],
};
const [BAGS, POSITIVES] = [500, 50];
/** Bags of a round. */
const BATCH = 40;

/** Bags with scores that do not change. The first is positive, and known. */
function world(bags, positives, groups, seed) {
  const generator = random(seed);
  const truth = [];
  const scores = [];
  for (const [share, signal] of groups)
    for (let k = 0; k < Math.round(share * positives); k++) {
      truth.push("positive");
      scores.push(generator.normal() + signal);
    }
  while (truth.length < bags) {
    truth.push("negative");
    scores.push(generator.normal());
  }
  return { truth, scores };
}

async function judged(truth, rank, start, seed) {
  const review = await simulateReview(truth, rank, { start, seed, batch: () => BATCH });
  const right = review.rounds.filter(({ progress: { found, left } }) => {
    const really = review.positives - found;
    return really >= left.low && really <= left.high;
  }).length;
  return { work: review.order.length / review.pool, recall: review.recall, held: right / review.rounds.length };
}

/** One row for each ranking, over so many reviews. */
export async function syntheticStops(reviews, seed) {
  const rows = [];
  for (const [name, groups] of Object.entries(RANKINGS)) {
    const results = [];
    for (let k = 0; k < reviews; k++) {
      const { truth, scores } = world(BAGS, POSITIVES, groups, seed + 1000 * rows.length + k);
      results.push(await judged(truth, () => scores, [0], k));
    }
    rows.push({ name: `${BAGS} bags, ${POSITIVES} positive, ${name}`, results });
    console.error(rows.at(-1).name);
  }
  return rows;
}

/** Reviews of these bags, each from its own start. `once` keeps what is finished. */
export async function realStops(bags, truth, reviews, once) {
  const of = (label) => truth.flatMap((each, i) => (each === label ? [i] : []));
  const [positive, negative] = [of("positive"), of("negative")];
  const ranker = reviewRanker(bags);
  const results = [];
  for (let k = 0; k < reviews; k++) {
    const generator = random(9000 + k);
    const start = [positive[generator.below(positive.length)], negative[generator.below(negative.length)]];
    results.push(await once("stopping", k, () => judged(truth, (labels) => ranker.rank(labels).scores, start, k)));
  }
  return results;
}

export function stoppingTable(rows) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    "| | reviews | promise kept | reviewed at the stop | recall at the stop | intervals right |",
    "|---|---|---|---|---|---|",
    ...rows.map(({ name, results }) => {
      const of = (key) => mean(results.map((each) => each[key]));
      const kept = results.filter(({ recall }) => recall >= 0.95 - 1e-12).length;
      const share = (value) => `${(100 * value).toFixed(0)} %`;
      return `| ${name} | ${results.length} | ${kept} | ${share(of("work"))} | ${of("recall").toFixed(3)} | ${(100 * of("held")).toFixed(1)} % |`;
    }),
  ].join("\n");
}
