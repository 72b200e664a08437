// The prior from propensities: each positive of a single set is labelled with a probability that grows
// with how easy it is, and the probability is known. npm run bench -- selection --propensity

import { BagSet } from "bagwise";
import { random } from "bagwise/bags";
import { studyPrior } from "bagwise/evaluation";
import { drawFamily, oracleScores } from "bagwise/lab";
import { mean } from "../../../scripts/tables.mjs";

const FAMILIES = ["plain", "tiny-bags", "sparse-counts"];
const STRENGTHS = [1, 2];
const COLUMN = "propensity";

/** Bags of a family, the easy positives labelled more often, with their propensities as a feature. */
function drawn(family, strength, seed) {
  const { test } = drawFamily(family, { seed, labeled: 1, unlabeled: 1, test: 300, prior: 0.4 });
  const positive = test.labels().map((label) => label === "positive");
  const ease = oracleScores(family, seed, test);
  const own = [...ease].filter((_, i) => positive[i]);
  const centre = mean(own);
  const spread = Math.sqrt(mean(own.map((value) => (value - centre) ** 2)));
  const generator = random(seed + 5);
  const propensities = [...ease].map((value) =>
    Math.max(0.05, 1 / (1 + Math.exp(1 - (strength * (value - centre)) / spread))),
  );
  const labels = positive.map((is, i) => (is && generator.uniform() < propensities[i] ? "positive" : "unlabeled"));
  const offsets = [0];
  const data = [...test].flatMap(({ index, size, instance }) => {
    offsets.push(offsets[index] + size);
    return Array.from({ length: size }, (_, j) => [...instance(j), propensities[index]]).flat();
  });
  const bags = BagSet.from({ data, offsets, ids: test.ids(), labels, features: [...test.features, COLUMN] });
  return { bags, plain: test.withLabels(labels), truth: mean(positive.map(Number)) };
}

/** Prints the prior with and without propensities. */
export async function runPropensities({ json, seeds }) {
  const rows = [];
  for (const family of FAMILIES) {
    for (const strength of STRENGTHS) {
      const found = [];
      for (let seed = 0; seed < seeds; seed++) {
        const { bags, plain, truth } = drawn(family, strength, seed);
        const told = { scenario: "single-set" };
        const [scores, known] = [
          (await studyPrior(plain, told)).summary,
          (await studyPrior(bags, { ...told, propensity: COLUMN })).summary,
        ];
        found.push({ truth, scores, known });
      }
      const covered = (way) =>
        mean(found.map((each) => (each[way].low <= each.truth && each.truth <= each[way].high ? 1 : 0)));
      const error = (way) => mean(found.map((each) => Math.abs(each[way].mean - each.truth)));
      const of = (way) => ({
        mean: mean(found.map((each) => each[way].mean)),
        error: error(way),
        covered: covered(way),
      });
      const row = { family, strength, seeds, truth: mean(found.map(({ truth }) => truth)) };
      rows.push({ ...row, scores: of("scores"), propensities: of("known") });
    }
  }
  if (json) console.log(JSON.stringify(rows, null, 2));
  else
    for (const { family, strength, truth, scores, propensities } of rows) {
      const text = ({ mean: value, error, covered }) =>
        `${value.toFixed(3)}, off by ${error.toFixed(3)}, covered ${covered.toFixed(2)}`;
      console.log(
        `${family}, ${strength}: truth ${truth.toFixed(3)}; scores ${text(scores)}; propensities ${text(propensities)}`,
      );
    }
  return rows;
}
