// What an audit is measured against: a plain random sample of the same size, and Wilson's interval
// for each share, with the correction for a finite population. It covers at its nominal rate, which
// the textbook interval without that correction exceeds and Clopper and Pearson's exceeds more.

/** The 0.95-quantile of the standard normal distribution: for 90 % intervals. */
const Z = 1.6448536269514722;

/** What the model's answers are worth in truth; null for what is known without an audit. */
export function truthOf(predictions, positive, threshold) {
  const all = predictions.map(({ bag: id, score }) => ({ positive: positive.get(id), called: score >= threshold }));
  const count = (what) => all.filter(what).length;
  const [called, positives, right] = [
    count((bag) => bag.called),
    count((bag) => bag.positive),
    count((bag) => bag.called && bag.positive),
  ];
  const divided = called > 0 && called < all.length;
  return {
    prior: positives / all.length,
    precision: called > 0 ? right / called : null,
    recall: divided && positives > 0 ? right / positives : null,
    accuracy: count((bag) => bag.called === bag.positive) / all.length,
  };
}

/** The intervals of the four measures from n bags drawn plainly. */
export function plainAudit(predictions, positive, { n, threshold, generator }) {
  const bag = ({ bag: id, score }) => ({ positive: positive.get(id), called: score >= threshold });
  const drawn = Array.from(generator.sample(predictions.length, n), (i) => bag(predictions[i]));
  const share = (of, what, left) => wilson(of.filter(what).length, of.length, left);
  const left = (from, taken) => (from > 1 ? (from - taken) / (from - 1) : 0);
  const called = drawn.filter((each) => each.called);
  const allCalled = predictions.filter(({ score }) => score >= threshold).length;
  const whole = left(predictions.length, n);
  return {
    prior: share(drawn, (each) => each.positive, whole),
    precision: share(called, (each) => each.positive, left(allCalled, called.length)),
    // Nobody knows how many positives there are; drawn plainly, the same part of them is taken as
    // of all.
    recall: share(
      drawn.filter((each) => each.positive),
      (each) => each.called,
      whole,
    ),
    accuracy: share(drawn, (each) => each.called === each.positive, whole),
  };
}

/**
 * Wilson's interval; `left` is the part of the variance that is left because the others are not
 * drawn. Of no bag: anything.
 */
export function wilson(found, n, left) {
  if (n === 0) return { low: 0, high: 1 };
  const share = found / n;
  const square = Z * Z * left;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (Math.sqrt(square) / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
