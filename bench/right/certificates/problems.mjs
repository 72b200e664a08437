// Problems on which a solver may fool itself, from a seed each.

/** Random numbers of a seed (mulberry32): enough to draw problems. */
function random(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal, below: (n) => Math.floor(n * uniform()) };
}

const matrix = (rows, cols, data = new Float64Array(rows * cols)) => ({ rows, cols, data });

const LOSSES = ["double-hinge", "squared", "logistic"];

/** Bags of normal features, the positives shifted. */
function bags(draw, { positives, unlabeled, features, offset = 0, size = 1, shift = 1 }) {
  const side = (rows, share) => {
    const made = matrix(rows, features);
    for (let i = 0; i < rows; i++) {
      const moved = draw.uniform() < share ? shift : 0;
      for (let j = 0; j < features; j++) made.data[i * features + j] = size * (draw.normal() + moved) + offset;
    }
    return made;
  };
  return { phiP: side(positives, 1), phiU: side(unlabeled, 0.4) };
}

/** Rows that repeat others. */
function withDuplicates(draw, { rows, cols, data }) {
  const copy = matrix(rows, cols, data.slice());
  for (let i = 1; i < rows; i++) {
    if (draw.uniform() < 0.4) continue;
    const from = draw.below(i) * cols;
    copy.data.copyWithin(i * cols, from, from + cols);
  }
  return copy;
}

/** (x.y + 1)^degree between all bags, as the paper has it. */
function polynomial({ phiP, phiU }, degree) {
  const rows = (m) => Array.from({ length: m.rows }, (_, i) => m.data.subarray(i * m.cols, (i + 1) * m.cols));
  const all = [...rows(phiP), ...rows(phiU)];
  const values = (m) =>
    matrix(
      m.rows,
      all.length,
      Float64Array.from(
        rows(m).flatMap((x) => all.map((y) => (x.reduce((sum, value, j) => sum + value * y[j], 0) + 1) ** degree)),
      ),
    );
  return { phiP: values(phiP), phiU: values(phiU) };
}

const logUniform = (draw, low, high) => 10 ** (low + (high - low) * draw.uniform());
const pick = (draw, values) => values[draw.below(values.length)];

/** The families of PU-SKC, each a function from a generator to features, prior, lambda and perhaps weights. */
export const FAMILIES = {
  ordinary: (draw) => ({
    ...bags(draw, { positives: 6, unlabeled: 10 + draw.below(20), features: 1 + draw.below(6) }),
    prior: 0.1 + 0.7 * draw.uniform(),
    lambda: logUniform(draw, -3, 0),
  }),
  offsets: (draw) => ({
    ...bags(draw, {
      positives: 1 + draw.below(6),
      unlabeled: 2 + draw.below(20),
      features: 1 + draw.below(6),
      offset: logUniform(draw, 6, 16),
      size: pick(draw, [1, 1, 1000]),
    }),
    prior: 0.05 + 0.9 * draw.uniform(),
    lambda: logUniform(draw, -6, 1),
  }),
  "few unlabeled": (draw) => ({
    ...bags(draw, {
      positives: 1 + draw.below(5),
      unlabeled: 1 + draw.below(3),
      features: 1 + draw.below(6),
      offset: pick(draw, [0, 0, 3, logUniform(draw, 3, 16)]),
      size: logUniform(draw, -3, 4),
    }),
    prior: pick(draw, [1e-6, 1e-3, 0.1, 0.3, 1 / 3, 0.5, 2 / 3, 0.7, 0.95, 0.999]),
    lambda: logUniform(draw, -8, 4),
  }),
  general: (draw) => {
    const plain = bags(draw, {
      positives: pick(draw, [1, 2, 5, 12]),
      unlabeled: 5 + draw.below(25),
      features: 1 + draw.below(12),
      offset: pick(draw, [0, 0, 3, 30]),
      size: pick(draw, [1, 1, 1, 1000, 0.001]),
      shift: pick(draw, [0, 0.5, 2]),
    });
    return {
      ...(draw.uniform() < 0.7 ? polynomial(plain, 1 + draw.below(5)) : plain),
      prior: pick(draw, [1e-6, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.7, 0.95, 0.999]),
      lambda: logUniform(draw, -8, 4),
    };
  },
  "tiny lambda": (draw) => ({
    ...bags(draw, { positives: 1 + draw.below(6), unlabeled: 2 + draw.below(20), features: 1 + draw.below(10) }),
    prior: 0.05 + 0.9 * draw.uniform(),
    lambda: logUniform(draw, -100, -8),
  }),
  duplicates: (draw) => {
    const { phiP, phiU } = bags(draw, { positives: 4, unlabeled: 4 + draw.below(16), features: 1 + draw.below(8) });
    const kernel = polynomial({ phiP, phiU: withDuplicates(draw, phiU) }, 1 + draw.below(3));
    return { ...kernel, prior: 0.05 + 0.9 * draw.uniform(), lambda: logUniform(draw, -8, 1) };
  },
  weights: (draw) => {
    const unlabeled = 1 + draw.below(20);
    const made = bags(draw, {
      positives: 1 + draw.below(6),
      unlabeled,
      features: 1 + draw.below(6),
      offset: pick(draw, [0, 0, 1e3, 1e9]),
      size: pick(draw, [1, 100]),
    });
    const spread = pick(draw, [0, 1, 6]);
    return {
      ...(draw.uniform() < 0.3 ? polynomial(made, 2) : made),
      weights: Float64Array.from({ length: unlabeled }, () => logUniform(draw, -spread, spread)),
      prior: 0.05 + 0.9 * draw.uniform(),
      lambda: logUniform(draw, -6, 1),
    };
  },
};

/** The problem of this family and seed, for PU-SKC. */
export function problemOf(family, seed) {
  const loss = LOSSES[seed % LOSSES.length];
  return { ...FAMILIES[family](random(seed)), loss };
}

/** A linear SVM, often on features far from 0. */
export function svmOf(seed) {
  const draw = random(seed);
  const [rows, features] = [1 + draw.below(16), 1 + draw.below(6)];
  const { phiU } = bags(draw, {
    positives: 1,
    unlabeled: rows,
    features,
    offset: pick(draw, [0, 1, logUniform(draw, 2, 16)]),
    size: logUniform(draw, -3, 3),
    shift: 2,
  });
  const labels = Array.from({ length: rows }, () => (draw.uniform() < 0.5 ? 1 : -1));
  return { features: phiU, labels, cost: logUniform(draw, -6, 6) };
}

/** A ratio on a Gaussian kernel between bags, some of them twice. With `landmarks`, of some centres. */
export function ratioOf(seed, { landmarks }) {
  const draw = random(seed);
  const [positives, others] = [1 + draw.below(5), 2 + draw.below(12)];
  const made = bags(draw, { positives: 1, unlabeled: positives + others, features: 1 + draw.below(5) });
  const { rows, cols, data } = draw.uniform() < 0.5 ? withDuplicates(draw, made.phiU) : made.phiU;
  const all = Array.from({ length: rows }, (_, i) => i);
  const chosen = landmarks ? all.filter(() => draw.uniform() < 0.5) : all;
  const centres = Uint32Array.from(chosen.length > 0 ? chosen : [0]);
  const width = logUniform(draw, -1, 1.5);
  const value = (i, j) => {
    let distance = 0;
    for (let k = 0; k < cols; k++) distance += (data[i * cols + k] - data[j * cols + k]) ** 2;
    return Math.exp(-distance / (2 * width * width));
  };
  const given = Array.from({ length: others }, () => (draw.uniform() < 0.5 ? 1 : logUniform(draw, -3, 3)));
  const total = given.reduce((sum, weight) => sum + weight, 0);
  return {
    gram: matrix(rows, centres.length, Float64Array.from(all.flatMap((i) => Array.from(centres, (j) => value(i, j))))),
    centres,
    positive: Uint32Array.from(all.slice(0, positives)),
    sample: Uint32Array.from(all.slice(positives)),
    weights: Float64Array.from(given, (weight) => weight / total),
    lambda: pick(draw, [0.04, 0.04, logUniform(draw, -3, 2)]),
  };
}
