import { log } from "../../base/portable-math.js";
import type { Random } from "../../base/random.js";
import type { Population } from "./population.js";

const WORDS = 300;
const TOPIC_WORDS = 15;

/**
 * Instances are short texts of 10 to 30 words, counted over a vocabulary of 300 whose frequencies
 * follow Zipf's law. A word of a positive text comes with probability `topical` from the topic, 15
 * words that are equally frequent in it, and else from the background.
 */
export function sparseCounts({ topical }: { topical: number }, generator: Random): Population {
  const order = generator.permutation(WORDS);
  const zipf = Float64Array.from(order, (rank) => 1 / (rank + 3));
  const total = zipf.reduce((sum, value) => sum + value);
  const background = zipf.map((value) => value / total);
  const topic = new Float64Array(WORDS);
  for (const word of generator.sample(WORDS, TOPIC_WORDS)) topic[word] = 1 / TOPIC_WORDS;
  const mixed = background.map((value, word) => (1 - topical) * value + topical * topic[word]);
  const ratio = mixed.map((value, word) => log(value / background[word]));
  const write = (row: Float64Array, frequencies: Float64Array, source: Random) => {
    for (let left = 10 + source.below(21); left > 0; left--) row[drawWord(frequencies, source)]++;
  };
  return {
    features: WORDS,
    bagSize: [5, 10],
    witnesses: 1 / 3,
    concepts: 1,
    background: (row, source) => write(row, background, source),
    positive: (row, _, source) => write(row, mixed, source),
    logRatio(row) {
      let sum = 0;
      for (let word = 0; word < WORDS; word++) sum += row[word] * ratio[word];
      return sum;
    },
  };
}

function drawWord(frequencies: Float64Array, generator: Random): number {
  let left = generator.uniform();
  let word = 0;
  // The last word takes what rounding leaves over.
  while (word < frequencies.length - 1 && left >= frequencies[word]) left -= frequencies[word++];
  return word;
}
