// PU bagging with trees, from docs/mathematics.md and the words of learners/bagging/, by plain recursion on lists. Only
// the random draws are the product's, one by one.
import { tied } from "./ratio.mjs";

const range = (n) => Array.from({ length: n }, (_, k) => k);
const total = (values) => values.reduce((a, b) => a + b, 0);

/** What each member of the ensemble is trained on: bags with weights, and a generator for the rest. */
export function drawMembers(drawn, members, random) {
  const { positive, unlabeled, negative, together, negativeWeight, parts, seed } = drawn;
  const root = random(seed);
  const [rounds, own] = [root.fork(), root.fork()];
  let part = new Map();
  return range(members).map((member) => {
    const generator = own.fork();
    if (parts > 0 && member % parts === 0) part = dealt(drawn, rounds.fork());
    const kept = (some) => some.filter((bag) => parts === 0 || part.get(together[bag]) !== member % parts);
    const rest = [positive, unlabeled, negative].map(kept);
    const enough = rest[0].length > 0 && rest[1].length + rest[2].length > 0;
    const [p, u, n] = enough ? rest : [positive, unlabeled, negative];
    const share = n.length === 0 ? 0 : u.length === 0 ? 1 : negativeWeight;
    const some = (from) => [...generator.sample(from.length, p.length)].sort((a, b) => a - b).map((k) => from[k]);
    const someU = some(u);
    const someN = share === 0 ? [] : some(n);
    const weighted = (bags, all, isPositive) => bags.map((bag) => ({ bag, weight: all / bags.length, isPositive }));
    const bags = [...weighted(p, 1, true), ...weighted(someU, 1 - share, false), ...weighted(someN, share, false)];
    const seen = new Set(bags.map(({ bag }) => together[bag]));
    return { bags, unseen: range(together.length).filter((bag) => !seen.has(together[bag])), generator };
  });
}

/** The part of each cluster of copies: positive ones are dealt in turn, then the others. */
function dealt({ positive, unlabeled, negative, together, parts }, dealer) {
  const part = new Map();
  let turn = 0;
  for (const some of [positive, unlabeled, negative]) {
    const clusters = [...new Set(some.map((bag) => together[bag]))].filter((cluster) => !part.has(cluster));
    for (const k of dealer.permutation(clusters.length)) part.set(clusters[k], turn++ % parts);
  }
  return part;
}

/** Where each column may be cut, for exact splits: between two values that differ, a little before the middle. */
export function columnCuts(x) {
  return x[0].map((_, j) => {
    const values = x.map((row) => row[j]).sort((a, b) => a - b);
    const cuts = values.slice(1).flatMap((value, k) => {
      if (!(value - values[k] > tied(values))) return [];
      const cut = values[k] + 0.4142135623730951 * (value - values[k]);
      return [cut < value ? cut : values[k]];
    });
    return { tie: tied(values), cuts };
  });
}

/** Of two sides: p o / (p + o) for each. */
function impurity(rows, goesLeft) {
  return [true, false]
    .map((side) => rows.filter((row) => goesLeft(row) === side))
    .map((some) => [true, false].map((kind) => total(some.filter((r) => r.isPositive === kind).map((r) => r.weight))))
    .reduce((sum, [p, o]) => sum + (p + o > 0 ? (p * o) / (p + o) : 0), 0);
}

/** Splits that differ by less than this are equal. */
const EQUAL = 1e-12;

/** Grows a tree on rows { x, weight, isPositive }. */
export function growTree(rows, columns, { splits, candidates, leaf, chances }, generator) {
  const order = range(columns.length);
  const swap = (i, j) => ([order[i], order[j]] = [order[j], order[i]]);
  const drawn = (from) => {
    let place = from + generator.below(order.length - from);
    // A column is taken with its chance; the thirtieth whatever its chance.
    for (let k = 1; chances && k < 30 && !(generator.uniform() < chances[order[place]]); k++)
      place = from + generator.below(order.length - from);
    return place;
  };
  /** All splits of a node by a column; null if it does not vary there. */
  const splitsBy = (column, some) => {
    const values = some.map(({ x }) => x[column]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const { tie, cuts } = columns[column];
    if (splits === "random") {
      if (!(high - low > tie)) return null;
      const threshold = low + generator.uniform() * (high - low);
      return [threshold < high ? threshold : low];
    }
    const codes = [...new Set(values.map((value) => cuts.filter((cut) => cut < value).length))].sort((a, b) => a - b);
    return codes.length < 2 ? null : codes.slice(1).map((code, k) => cuts[(code + codes[k] - 1) >> 1]);
  };
  const grow = (some, known) => {
    const [p, o] = [true, false].map((kind) => total(some.filter((r) => r.isPositive === kind).map((r) => r.weight)));
    const found = [];
    let constant = known;
    for (let tried = 0; p > 0 && o > 0 && some.length >= 2 * leaf && tried < candidates; ) {
      const place = constant + tried;
      if (place >= order.length) break;
      swap(place, drawn(place));
      const column = order[place];
      const thresholds = splitsBy(column, some);
      if (thresholds === null) {
        swap(place, constant++);
        continue;
      }
      tried++;
      for (const threshold of thresholds) {
        const goesLeft = ({ x }) => x[column] <= threshold;
        const left = some.filter(goesLeft).length;
        if (left >= leaf && some.length - left >= leaf)
          found.push({ column, threshold, goesLeft, impurity: impurity(some, goesLeft) });
      }
    }
    if (found.length === 0) return { value: p + o > 0 ? p / (p + o) : 0.5 };
    const best = found.reduce((a, b) => (b.impurity < a.impurity - EQUAL ? b : a));
    const { column, threshold, goesLeft } = best;
    const left = grow(some.filter(goesLeft), constant);
    return {
      column,
      threshold,
      left,
      right: grow(
        some.filter((row) => !goesLeft(row)),
        constant,
      ),
    };
  };
  return grow(rows, 0);
}

/** The value of the leaf that a row falls into. */
export function walk(tree, x) {
  return tree.left === undefined ? tree.value : walk(x[tree.column] <= tree.threshold ? tree.left : tree.right, x);
}

/** The nodes of a tree in depth, left before right. */
export function nodesOf(tree) {
  return tree.left === undefined ? [tree] : [tree, ...nodesOf(tree.left), ...nodesOf(tree.right)];
}
