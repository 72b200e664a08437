import { type PriorInput, priorInput, type Scenario } from "../../../bagwise/src/entries/prior.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { random } from "../../src/base/random.js";
import { matrix } from "../../src/linalg/matrix.js";

interface Sample {
  readonly positives?: number;
  readonly unlabeled?: number;
  readonly prior?: number;
  readonly distance?: number;
  readonly seed?: number;
  readonly scenario?: Scenario;
}

/** Synthetic bags as input of the estimators. */
export function sample(options: Sample = {}): PriorInput {
  const { positives = 20, unlabeled = 180, prior = 0.3, distance = 6, seed = 1, scenario = "case-control" } = options;
  const { bags } = synthesise({ bags: positives + unlabeled, labeled: positives, prior, distance, seed });
  return priorInput(bags, { scenario });
}

/** Bags that are all alike. */
export function identical(positives: number, unlabeled: number): PriorInput {
  const n = positives + unlabeled;
  return { gram: matrix(n, n, new Float64Array(n * n).fill(1)), positives };
}

/** Points on a line with a Gaussian kernel: class + near 0, class - near `apart`. */
export function line(positives: number, unlabeled: number, prior: number, apart: number, seed = 0): PriorInput {
  const generator = random(seed);
  const n = positives + unlabeled;
  const points = Array.from({ length: n }, (_, i) => {
    const isPositive = i < positives + Math.round(prior * unlabeled);
    return generator.normal() + (isPositive ? 0 : apart);
  });
  const gram = matrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) gram.data[i * n + j] = Math.exp(-((points[i] - points[j]) ** 2) / 8);
  return { gram, positives };
}
