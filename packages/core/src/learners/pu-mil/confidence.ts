import type { Random } from "../../base/random.js";

/**
 * The confidence nu in [0, 1] that each unlabeled bag is negative. Positive bags always have the
 * confidence 1.
 */
export type Confidence = Float64Array;

/** Step 1 of puMIL: uniform in [0, 1). */
export function randomConfidence(bags: number, generator: Random): Confidence {
  return Float64Array.from({ length: bags }, () => generator.uniform());
}

/**
 * Step 2: the unlabeled bags with the highest confidences, ascending; all of them if there are
 * fewer than wanted. Ties, which clipping makes, are broken by the order of the bags.
 */
export function possiblyNegative(confidence: Confidence, wanted: number): Uint32Array {
  const order = Uint32Array.from(confidence.keys()).sort((i, j) => confidence[j] - confidence[i] || i - j);
  return order.slice(0, wanted).sort();
}

/**
 * The mutation v = nu + r (1 - f) (best - nu), where f is the F-measure of nu and r is standard
 * normal. Clipped to [0, 1], because r may lead away from the best, and beyond it.
 */
export function mutated(
  confidence: Confidence,
  { best, fitness, r }: { best: Confidence; fitness: number; r: number },
): Confidence {
  const step = r * (1 - fitness);
  return confidence.map((nu, i) => Math.min(1, Math.max(0, nu + step * (best[i] - nu))));
}
