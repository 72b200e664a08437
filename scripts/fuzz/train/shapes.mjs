/** Numbers and tables of nasty shapes, from `draws` of scripts/fuzz/random.mjs. */
export function shapes(random) {
  const { below, pick, chance } = random;
  const uniform = () => below(2 ** 30) / 2 ** 30;
  const between = (low, high) => low + below(high - low + 1);
  /** Nearly normal, and the same on every machine. */
  const normal = () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b, -6);
  const power = (low, high) => 10 ** (low + (high - low) * uniform());
  /** Columns of numbers: plain, whole and so tied, 0 and 1, constant, with outliers, scaled or far from 0. */
  const column = (rows, { offsets = [0, 0, 3, 100], scales = [1, 1, 1, 1e-3, 1e3] } = {}) => {
    const kind = pick(["normal", "normal", "normal", "whole", "bits", "constant", "outliers", "steps"]);
    const [offset, scale] = [pick(offsets), pick(scales)];
    const value = {
      normal,
      whole: () => below(4),
      bits: () => below(2),
      constant: () => 1,
      outliers: () => normal() * (chance(0.1) ? 1e4 : 1),
      steps: () => Math.round(normal() * 3) / 10,
    }[kind];
    return Array.from({ length: rows }, () => scale * (value() + offset));
  };
  /** Rows of such columns; some rows may be copies of earlier ones. */
  const table = (rows, columns, options) => {
    const made = Array.from({ length: columns }, () => column(rows, options));
    const copies = chance(0.3);
    const found = [];
    for (let i = 0; i < rows; i++)
      found.push(copies && i > 0 && chance(0.5) ? [...found[below(i)]] : made.map((each) => each[i]));
    return found;
  };
  return { ...random, uniform, between, normal, power, column, table };
}
