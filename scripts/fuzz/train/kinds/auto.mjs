import { average } from "../oracles/average.mjs";
import { columnCuts, drawMembers, growTree, walk } from "../oracles/forest.mjs";
import { number } from "../oracles/long.mjs";
import { logOdds, logSum, logsAt, mixture, risen, termsOnGrid, withLookalikes } from "../oracles/mixture.mjs";
import { fitViews, gramOf, sampleWeights, solveRatio, summary } from "../oracles/ratio.mjs";
import { doubtAbout } from "../oracles/separation.mjs";
import { toBagSet } from "../product.mjs";
import { interpolationError, shares } from "./mixture.mjs";

/** Training bags, positive ones first, for `auto` as a whole, and fresh bags to score. */
export function draw({ between, chance, normal, below }) {
  const [positives, unlabeled, features] = [between(2, 5), between(3, 8), between(1, 3)];
  const shift = 2 * below(3);
  const whole = chance(0.3);
  const bags = Array.from({ length: positives + unlabeled + 3 }, (_, i) =>
    Array.from({ length: between(1, 3) }, () =>
      Array.from({ length: features }, () => (whole ? below(4) : normal()) + (i < positives ? shift : 0)),
    ),
  );
  const size = positives + unlabeled;
  const singleSet = chance(0.3);
  // A narrow range of priors, or the plain program takes seconds. In a single set, labelled ones are part of the prior.
  const low = between(singleSet ? 13 : 0, 18);
  const range = [low / 20, (low + 1) / 20];
  return { bags: bags.slice(0, size), fresh: bags.slice(size), positives, singleSet, range, seed: below(1000) };
}

/** Of what the oracle sees, one number a little different. */
export const nudged = (problem) => ({
  ...problem,
  bags: problem.bags.map((bag, i) => (i === 0 ? bag.map((x) => x.map((value) => value + 1e-3)) : bag)),
});

const indices = (from, to) => Array.from({ length: to - from }, (_, k) => from + k);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

export async function compare(problem, product, comparison, seen = problem) {
  const { positives, singleSet, range, seed } = problem;
  const set = toBagSet(product, problem.bags, (i) => (i < positives ? "positive" : "unlabeled"));
  const options = {
    scenario: singleSet ? "single-set" : "case-control",
    vectors: "none",
    bootstrap: 0,
    seed,
    prior: range.join(".."),
  };
  // Folds, and which bags are copies, are taken from the product.
  const data = await product.autoData(set, product.checkedAutoOptions(options));
  const model = await product.auto(options).fit(set);
  const rows = { positive: indices(0, positives), unlabeled: indices(positives, problem.bags.length), negative: [] };
  comparison.holds("folds or none", (data.folds === undefined) === (model.heldOut === null));
  if (data.folds === undefined) return;

  const rankings = [ratioRanking(seen, rows, data.folds, product), ...forestRankings(seen, rows, data, product)];
  const usual = [2, 1, 2];
  const held = rankings.map(({ values }, k) => ({
    held: { positive: values.slice(0, positives), unlabeled: values.slice(positives), negative: [] },
    usual: usual[k],
  }));
  const own = average(held, positives * data.distinct.positive);
  const viewsWeight = model.card.chosen.viewsWeight ?? 1;
  comparison.same("weight of the ratio", viewsWeight, own.weights[0], { unit: 1 });
  const scores = { positive: own.values.slice(0, positives), unlabeled: own.values.slice(positives), negative: [] };
  const [least, most] = [Math.min(...scores.unlabeled), Math.max(...scores.unlabeled)];
  if (most - least < 1e-9) return;
  const groups = (some) => new Set(some.map((bag) => data.together[bag])).size;
  const doubt = doubtAbout(scores, groups(rows.positive), groups(rows.unlabeled));
  const { link, off } = linkOf(mixture({ ...scores, distinct: data.distinct, singleSet }), { range, doubt }, product);
  const how = { unit: 1, bound: off, why: "polynomials between 41 priors" };
  const told = [...model.heldOut.positive, ...model.heldOut.unlabeled];
  comparison.all("held-out log-odds", told, own.values.map(link), how);
  const fresh = seen.fresh.map((bag) => own.of(rankings.map(({ score }) => score(bag))));
  const answers = model.scores(toBagSet(product, problem.fresh, () => "unlabeled"));
  // Beyond the knots, the last segment goes on.
  const beyond = 1 + 8 * Math.max(0, ...fresh.map((value) => Math.max(least - value, value - most) / (most - least)));
  comparison.all("log-odds of fresh bags", Array.from(answers), fresh.map(link), { ...how, bound: off * beyond });
}

/** The ratio of each bag while its fold is held out, and that of any bag. */
function ratioRanking({ bags, singleSet }, rows, folds, { normalQuantile }) {
  const own = fitViews(bags, normalQuantile);
  const fitted = (kept) => {
    const kernel = gramOf(own, { positive: kept.positive, other: kept.unlabeled });
    const c = sampleWeights(bags.length, kept, { singleSet, weight: 0, prior: 0.5 });
    return { kernel, ...solveRatio(kernel(own.x), kept.positive, c, 0.04) };
  };
  const values = bags.map(() => 0);
  for (const fold of indices(0, folds.folds)) {
    const kept = (some) => some.filter((i) => folds.of[i] !== fold);
    const { r } = fitted({ positive: kept(rows.positive), unlabeled: kept(rows.unlabeled), negative: [] });
    for (const i of values.keys()) if (folds.of[i] === fold) values[i] = r[i];
  }
  const { kernel, alpha, beta } = fitted(rows);
  const score = (bag) =>
    kernel([own.summaryOf(bag)])[0].reduce((sum, value, j) => sum + value * number(alpha[j]), number(beta));
  return { values, score };
}

/** The votes of trees on summaries and on instances: held-out ones, and those on any bag. */
function forestRankings({ bags, seed }, { positive, unlabeled, negative }, { together }, { normalQuantile, random }) {
  const reliable = fitViews(bags, normalQuantile).reliable;
  const groups = (some) => new Set(some.map((bag) => together[bag])).size;
  if (groups(positive) < 2 || groups(unlabeled) < 2) return [];
  const drawn = { positive, unlabeled, negative, together: [...together], negativeWeight: 0, parts: 5, seed };
  const inOrder = (bag) => bag.toSorted((a, b) => a.map((value, j) => value - b[j]).find((d) => d !== 0) ?? 0);
  return [
    { rowsOf: (bag) => [summary(bag)], leaf: 1 },
    { rowsOf: inOrder, leaf: 3 },
  ].flatMap(({ rowsOf, leaf }) => {
    const x = bags.map(rowsOf);
    const columns = columnCuts(x.flat());
    const chances = columns.map((_, c) => reliable[c % reliable.length]);
    const candidates = Math.max(1, Math.round(Math.sqrt(columns.length)));
    const votes = bags.map(() => []);
    const trees = drawMembers(drawn, 200, random).map((member) => {
      const sample = member.bags.flatMap(({ bag, weight, isPositive }) =>
        x[bag].map((row) => ({ x: row, weight: weight / x[bag].length, isPositive })),
      );
      const tree = growTree(sample, columns, { splits: "random", candidates, leaf, chances }, member.generator);
      for (const bag of member.unseen) votes[bag].push(mean(x[bag].map((row) => walk(tree, row))));
      return tree;
    });
    if (votes.some((own) => own.length === 0)) return [];
    const score = (bag) => mean(trees.map((tree) => mean(rowsOf(bag).map((row) => walk(tree, row)))));
    return [{ values: votes.map(mean), score }];
  });
}

/** From ranking values to log-odds, averaged over a range of priors, and how far interpolation may be off. */
function linkOf(model, { range: [low, high], doubt }, { BELIEF_GRID: grid }) {
  const known = new Map();
  const logs = (k) => {
    if (!known.has(k)) known.set(k, logsAt(model, grid[k]));
    return known.get(k);
  };
  const inside = grid.filter((pi) => pi > low && pi < high);
  const start = inside.map((pi) => -Math.log(pi) / 3);
  const told = inside.map((pi) => withLookalikes(pi, grid.length, (k) => logSum(logs(k))));
  const weights = shares(inside.map((_, i) => start[i] + told[i]));
  const terms = inside.flatMap((pi, i) => termsOnGrid({ pi, weight: weights[i] }, grid, logs));
  const over = { doubt, prior: shares(start).reduce((sum, weight, i) => sum + weight * inside[i], 0), exact: false };
  const { centre, scale, scores } = model;
  const inner = indices(0, 53).map((k) => centre + scale * (-5 + k / 4));
  const ends = [Math.min(...scores), Math.max(...scores)];
  const knots = [...inner, ...ends.filter((s) => s < inner[0] || s > inner[52])].sort((a, b) => a - b);
  const worst = 16 * Math.max(...grid.map((pi) => interpolationError(model, grid, pi)));
  const found = logOdds(model, knots, terms, over, worst);
  const values = risen(
    found.map(({ value }) => value),
    over,
  );
  const link = (s) => {
    const k = Math.max(0, knots.slice(1, -1).filter((knot) => knot <= s).length);
    return values[k] + ((s - knots[k]) * (values[k + 1] - values[k])) / (knots[k + 1] - knots[k]);
  };
  const off = worst + Math.max(...found.map(({ lost }) => lost));
  // Scores that tell nothing are shifted by the value at an end.
  return { link, off: doubt < 1 ? off : 2 * off };
}
