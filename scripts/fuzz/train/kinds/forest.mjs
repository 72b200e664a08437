import { columnCuts, drawMembers, growTree, nodesOf, walk } from "../oracles/forest.mjs";
import { toMatrix } from "../product.mjs";

/** Rows of bags, and how trees are grown on them. */
export function draw({ between, pick, chance, uniform, table, below }) {
  const [positives, unlabeled] = [between(1, 5), between(1, 8)];
  const negatives = chance(0.3) ? between(1, 3) : 0;
  const bags = positives + unlabeled + negatives;
  const sizes = Array.from({ length: bags }, () => (chance(0.6) ? 1 : between(1, 4)));
  const features = between(1, 5);
  const rows = table(
    sizes.reduce((a, b) => a + b, 0),
    features,
    { offsets: [0, 0, 3, 1e3], scales: [1, 1, 1e-200, 1e90] },
  );
  const together = sizes.map((_, i) => i);
  if (chance(0.3)) for (let i = 1; i < bags; i++) if (chance(0.4)) together[i] = together[below(i)];
  return {
    rows,
    fresh: table(3, features),
    sizes,
    together,
    counts: [positives, unlabeled, negatives],
    negativeWeight: pick([0, 0.5, uniform()]),
    parts: pick([0, 2, 5]),
    trees: between(1, 6),
    splits: pick(["random", "exact"]),
    candidates: between(1, features),
    leaf: pick([1, 1, 2, 3]),
    chances: chance(0.3) ? Array.from({ length: features }, () => pick([1e-3, 0.3, 1])) : null,
    seed: below(2 ** 30),
  };
}

/** Of what the oracle sees, one label more. */
export const nudged = (problem) => ({ ...problem, seed: problem.seed + 1 });

const indices = (from, to) => Array.from({ length: to - from }, (_, k) => from + k);

export function compare(problem, product, comparison, seen = problem) {
  const { rows, sizes, splits, candidates, leaf, chances, trees } = problem;
  const offsets = [0];
  for (const size of sizes) offsets.push(offsets.at(-1) + size);
  const columns = product.columnsOf(toMatrix(rows), { splits });
  const options = { splits, candidates, leaf, ...(chances && { chances: Float64Array.from(chances) }) };
  const grown = product.growTrees(
    { columns, offsets: Uint32Array.from(offsets) },
    drawnFrom(problem, (some) => Uint32Array.from(some)),
    options,
    { from: 0, to: trees },
  );
  const { forest } = grown;

  const cuts = columnCuts(seen.rows);
  const sums = rows.map(() => 0);
  const counts = sizes.map(() => 0);
  const own = drawMembers(
    drawnFrom(seen, (some) => some),
    trees,
    product.random,
  ).map((member) => {
    const sample = member.bags.flatMap(({ bag, weight, isPositive }) =>
      indices(offsets[bag], offsets[bag + 1]).map((row) => ({ x: rows[row], weight: weight / sizes[bag], isPositive })),
    );
    const tree = growTree(sample, cuts, { ...seen, leaf, candidates }, member.generator);
    for (const bag of member.unseen) {
      counts[bag]++;
      for (const row of indices(offsets[bag], offsets[bag + 1])) sums[row] += walk(tree, rows[row]);
    }
    return tree;
  });
  const nodes = own.flatMap(nodesOf);
  comparison.all(
    "column",
    Array.from(forest.feature),
    nodes.map(({ column = -1 }) => column),
  );
  comparison.all(
    "threshold or value",
    forest.number,
    nodes.map(({ threshold, value }) => threshold ?? value),
  );
  comparison.all("trees that have not seen a bag", grown.counts, counts);
  comparison.all("held-out votes", grown.sums, sums, { unit: 1 });
  const all = [...rows, ...problem.fresh];
  const votes = all.map((x) => own.reduce((sum, tree) => sum + walk(tree, x), 0) / trees);
  comparison.all("votes", product.forestScores(forest, toMatrix(all)), votes, { unit: 1 });
}

function drawnFrom({ counts, together, negativeWeight, parts, seed }, list) {
  const [positives, unlabeled, negatives] = counts;
  const known = positives + unlabeled;
  return {
    positive: list(indices(0, positives)),
    unlabeled: list(indices(positives, known)),
    negative: list(indices(known, known + negatives)),
    together: list(together),
    negativeWeight,
    parts,
    seed,
  };
}
