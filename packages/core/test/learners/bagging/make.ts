import { random } from "../../../src/base/random.js";
import { matrix } from "../../../src/linalg/matrix.js";

/** Rows of few different values, the first ones shifted up in the first column. */
export function sampleRows(seed: number, { rows = 40, cols = 3, positives = 15, values = 8 } = {}) {
  const generator = random(seed);
  const x = matrix(rows, cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++)
      x.data[i * cols + j] = generator.below(values) + (i < positives && j === 0 ? values / 2 : 0);
  const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
  return { x, positive: from(0, positives), other: from(positives, rows), generator };
}

/** Equal weights for both kinds, 1 in all for each. */
export function balanced(rows: number, positives: number) {
  return {
    positive: Float64Array.from({ length: rows }, (_, i) => (i < positives ? 1 / positives : 0)),
    other: Float64Array.from({ length: rows }, (_, i) => (i < positives ? 0 : 1 / (rows - positives))),
  };
}
