// The ratio of `auto`, from docs/mathematics.md: views of bags by plain loops, one dense linear system with 150 digits
// for each fit, and held-out values by fitting again without the fold.
import { dot, long, number, ONE, over, solved, times } from "./long.mjs";

const range = (n) => Array.from({ length: n }, (_, k) => k);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
/** The sum of squared deviations; relative to the first value, so that equal values have none. */
function squares(values) {
  const moved = values.map((value) => value - values[0]);
  const centre = mean(moved);
  return moved.reduce((total, value) => total + (value - centre) ** 2, 0);
}
const middle = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** R_j for each feature: the share of the variance of bags' means that is not noise of their instances. */
function reliabilities(bags) {
  const least = 1 / Math.sqrt(2 * bags.length);
  const large = bags.filter((bag) => bag.length > 1);
  if (large.length === 0) return bags[0][0].map(() => 1);
  const shares = bags[0][0].map((_, j) => {
    const all = bags.flatMap((bag) => bag.map((x) => x[j]));
    const low = Math.min(...all);
    const width = Math.max(...all) - low;
    if (!(width > 0)) return least;
    const own = bags.map((bag) => bag.map((x) => (x[j] - low) / width));
    const varied = squares(own.map(mean)) / bags.length;
    const within = own.filter((values) => values.length > 1);
    const freedom = within.reduce((total, values) => total + values.length - 1, 0);
    const pooled = within.reduce((total, values) => total + squares(values), 0) / freedom;
    const noises = own.map((values) =>
      values.length > 1 ? squares(values) / (values.length - 1) / values.length : pooled,
    );
    const share = 1 - mean(noises) / varied;
    return varied > 1e-24 && share > least ? share : least;
  });
  const largest = Math.max(...shares);
  return shares.map((share) => share / largest);
}

/** min, max and mean of every feature; a mean is never outside of its values. */
export function summary(bag) {
  const columns = bag[0].map((_, j) => bag.map((x) => x[j]));
  const lows = columns.map((column) => Math.min(...column));
  const highs = columns.map((column) => Math.max(...column));
  const means = columns.map((column, j) => Math.min(highs[j], Math.max(lows[j], mean(column))));
  return [...lows, ...highs, ...means];
}

/** Values of the centres that differ by no more than rounding are equal: a share of the spread without its ends. */
export function tied(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const skipped = Math.floor(0.1 * (sorted.length - 1));
  const [low, high] = [sorted[skipped], sorted[sorted.length - 1 - skipped]];
  const spread = high > low ? high - low : sorted[sorted.length - 1] - sorted[0];
  return Math.max(2 ** -26 * spread, 2 ** -46 * Math.max(Math.abs(low), Math.abs(high)));
}

/** Twice the number of values below, equal ones counted half: the mid-rank in halves. */
function halves(values, value) {
  const tie = tied(values);
  return values.reduce((count, each) => count + (Math.abs(each - value) <= tie ? 1 : each < value ? 2 : 0), 0);
}

/** What the views know of the training bags. `scoreOf`: the normal quantile. */
export function fitViews(given, scoreOf) {
  // No view depends on the unit of a feature: largest values near 1 keep every square a number.
  const units = given[0][0].map((_, j) => {
    const most = Math.max(...given.flatMap((bag) => bag.map((x) => Math.abs(x[j]))));
    return most > 0 ? 2 ** Math.floor(Math.log2(most)) : 1;
  });
  const inUnits = (bag) => bag.map((x) => x.map((value, j) => value / units[j]));
  const bags = given.map(inUnits);
  const x = bags.map(summary);
  const d = bags[0][0].length;
  const n = bags.length;
  const columns = x[0].map((_, c) => x.map((row) => row[c]));
  const reliable = reliabilities(bags);
  const centre = columns.map((column) => column[0] + mean(column.map((value) => value - column[0])));
  const largest = columns.map((column) => Math.max(...column.map(Math.abs)));
  const scale = columns.map((column, c) => {
    const deviation = Math.sqrt(squares(column) / n);
    const constant = deviation <= 2 ** -26 * Math.max(largest[c % d], largest[d + (c % d)]);
    return constant ? Infinity : deviation / Math.sqrt(reliable[c % d]);
  });
  const z = (row) => row.map((value, c) => Math.min(5, Math.max(-5, (value - centre[c]) / scale[c])));
  const ranks = (row) => range(d).map((j) => halves(columns[2 * d + j], row[2 * d + j]));
  const directions = (row) => [
    ranks(row).map((k) => scoreOf(Math.min(2 * n - 1, Math.max(1, k)) / (2 * n))),
    ranks(row).map((k) => k / (2 * n) - 0.5),
  ];
  /** The four views without labels, and the weights of the fifth. */
  const weightsOf = (positive, other) => {
    const weights = columns.map((column, c) => {
      if (positive.length < 2 || other.length < 2) return 1;
      const [p, o] = [positive, other].map((rows) => rows.map((i) => column[i]));
      const difference = mean(p.map((value) => value - centre[c])) - mean(o.map((value) => value - centre[c]));
      const noise = squares(p) / (p.length - 1) / p.length + squares(o) / (o.length - 1) / o.length;
      if (Math.abs(difference) <= 1e-12 * Math.abs(centre[c])) return 0;
      const weight = 1 - noise / difference ** 2;
      return weight > 1e-9 ? Math.sqrt(weight) : 0;
    });
    return weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  };
  /** How much the rounding of one value of a feature may move it, in deviations. */
  const rounding = Math.max(
    0,
    ...scale.map((each, c) => (Math.max(largest[c % d], largest[d + (c % d)]) / each) * 2 ** -52),
  );
  return { x, d, z, reliable, directions, weightsOf, rounding, summaryOf: (bag) => summary(inUnits(bag)) };
}

/** ((1 + cos) / 2)^2. A vector of zeros is like another, and at right angles to all others. */
function halfCosine(a, b) {
  const [la, lb] = [a, b].map((v) => Math.hypot(...v));
  const cosine =
    la === 0 || lb === 0 ? Number(la === lb) : a.reduce((sum, value, k) => sum + (value / la) * (b[k] / lb), 0);
  return ((1 + cosine) / 2) ** 2;
}

const distance = (a, b) => a.reduce((sum, value, k) => sum + (value - b[k]) ** 2, 0);

/** The mean of the five views between some rows of summaries and the training bags. */
export function gramOf({ x, d, z, directions, weightsOf }, { positive, other }) {
  const weights = weightsOf(positive, other);
  const parts = (row) => {
    const all = z(row);
    return [...directions(row), all.slice(2 * d), all, all.map((value, c) => value * weights[c])];
  };
  const centres = x.map(parts);
  const widths = [2, 3, 4].map((v) => {
    const pairs = range(x.length).flatMap((i) => range(i).map((j) => distance(centres[i][v], centres[j][v])));
    return (pairs.length > 0 && middle(pairs)) || 1;
  });
  const narrowest = Math.sqrt(Math.min(...widths));
  const value = (a, b, v) => (v < 2 ? halfCosine(a[v], b[v]) : Math.exp(-distance(a[v], b[v]) / widths[v - 2]));
  const kernel = (rows) =>
    rows.map((row) => {
      const own = parts(row);
      return centres.map((centre) => mean(range(5).map((v) => value(own, centre, v))));
    });
  // exp(-t^2 / w) moves by at most .86 / sqrt(w) with t; t by sqrt(3 d) deviations, and the width as much again.
  return Object.assign(kernel, { perDeviation: (2 * Math.sqrt(3 * d)) / narrowest });
}

/** The weight of each row in the second mean: (1 - w) on the sample of p(X), w on known negatives and positives. */
export function sampleWeights(n, { positive, unlabeled, negative }, { singleSet, weight, prior }) {
  const c = new Array(n).fill(0);
  const add = (rows, total) => {
    for (const i of rows) c[i] += total / rows.length;
  };
  const w = negative.length === 0 ? 0 : weight;
  add(singleSet ? [...positive, ...unlabeled, ...negative] : unlabeled, 1 - w);
  if (w === 0) return c;
  add(negative, w * (1 - prior));
  add(positive, w * prior);
  return c;
}

/**
 * The ratio at all rows of a kernel matrix: with r = K a + b, a = (p - c r) / lambda and sum c r = 1, where p is 1 / N_P
 * on positive bags, one linear system in r and b.
 */
export function solveRatio(gram, positive, c, lambda) {
  const K = gram.map((row) => row.map(long));
  const share = sharesOf(c);
  const p = c.map((_, i) => (positive.includes(i) ? ONE / BigInt(positive.length) : 0n));
  const l = long(lambda);
  const rows = K.map((row, i) => [...row.map((value, j) => (i === j ? l : 0n) + times(value, share[j])), -l]);
  rows.push([...share, 0n]);
  const found = solved(rows, [...K.map((row) => dot(row, p)), ONE]);
  const r = found.slice(0, -1);
  const alpha = p.map((each, i) => over(each - times(share[i], r[i]), l));
  return { r: r.map(number), alpha, beta: found.at(-1) };
}

/** The same with few centres: the conditions for the least J in alpha and beta. */
export function solveWithLandmarks({ gram, centres, positive, c, lambda, jitter }) {
  const K = gram.map((row) => [...row.map(long), ONE]);
  const share = sharesOf(c);
  const column = (j) => K.map((row) => row[j]);
  const penalty = (i, j) => times(long(lambda), (K[centres[i]][j] + K[centres[j]][i]) / 2n);
  const rows = [...centres.keys(), centres.length].map((i) =>
    [...centres.keys(), centres.length].map((j) => {
      const product = dot(
        column(i).map((value, row) => times(value, share[row])),
        column(j),
      );
      if (i === centres.length || j === centres.length) return product;
      return product + penalty(i, j) + (i === j ? times(long(lambda), long(jitter)) : 0n);
    }),
  );
  const means = rows.map((_, j) => positive.reduce((total, i) => total + K[i][j], 0n) / BigInt(positive.length));
  const found = solved(rows, means);
  return { alpha: found.slice(0, -1), beta: found.at(-1) };
}

/** Weights that sum to 1 exactly. */
function sharesOf(c) {
  const total = c.reduce((sum, each) => sum + long(each), 0n);
  return c.map((each) => over(long(each), total));
}

/** 1/2 sum c r^2 - mean_P r + lambda/2 (f + jitter alpha)'alpha, and r at all rows. */
export function ratioObjective({ gram, centres, positive, c, lambda, jitter }, { alpha, beta }) {
  const f = gram.map((row) => dot(row.map(long), alpha));
  const r = f.map((value) => value + beta);
  const loss = dot(
    sharesOf(c),
    r.map((each) => times(each, each)),
  );
  const reached = positive.reduce((sum, i) => sum + r[i], 0n) / BigInt(positive.length);
  const norm = alpha.reduce((sum, a, j) => sum + times(a, f[centres[j]] + times(long(jitter), a)), 0n);
  return { value: number(loss / 2n - reached + times(long(lambda), norm) / 2n), r: r.map(number) };
}
