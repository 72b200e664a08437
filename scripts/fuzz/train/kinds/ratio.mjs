import { average } from "../oracles/average.mjs";
import { long, number } from "../oracles/long.mjs";
import { fitViews, gramOf, ratioObjective, sampleWeights, solveRatio, solveWithLandmarks } from "../oracles/ratio.mjs";
import { toBagSet, toMatrix } from "../product.mjs";

/** The lambda of `auto`. */
const LAMBDA = 0.04;
/** What landmarks add to the diagonal of the penalty. */
const JITTER = 1e-9;

/** Bags for the ratio of `auto`, kernel values and any lambda, or held-out values of several rankings. */
export function draw(random) {
  return random.pick([bagsOf, bagsOf, bagsOf, kernelOf, rankingsOf])(random);
}

function rankingsOf({ between, pick, column }) {
  const sizes = [between(1, 5), between(1, 8), pick([0, 0, 2])];
  const held = () => sizes.map((size) => column(size));
  return {
    type: "average",
    rankings: Array.from({ length: between(1, 4) }, () => ({ held: held(), usual: pick([1, 2, 3]) })),
    positives: sizes[0] * pick([1, 1, 0.5, 40]),
  };
}

function bagsOf({ between, pick, chance, uniform, table }) {
  const [positives, unlabeled] = [pick([1, 2, 3, 4]), between(1, 7)];
  const negatives = chance(0.3) ? between(1, 2) : 0;
  const total = positives + unlabeled + negatives;
  const fresh = 2;
  const sizes = Array.from({ length: total + fresh }, () => (chance(0.3) ? 1 : between(1, 3)));
  const rows = table(
    sizes.reduce((a, b) => a + b, 0),
    between(1, 4),
    { offsets: [0, 0, 3, 1e3, 1e6], scales: [1, 1, 1, 1e-3, 1e-200, 1e90] },
  );
  const bags = sizes.map((size) => rows.splice(0, size));
  // Whole bags that are copies of others.
  const copied = chance(0.3) ? 0.3 : 0;
  for (let k = 1; k < total; k++) if (chance(copied)) bags[k] = bags[between(0, k - 1)];
  return {
    type: "auto",
    bags: bags.slice(0, total),
    fresh: bags.slice(total),
    positives,
    negatives,
    singleSet: chance(0.3),
    weight: pick([0, 0.3, 0.9, uniform()]),
    prior: pick([0.01, 0.5, 0.99]),
    seed: between(0, 1000),
  };
}

function kernelOf({ between, pick, chance, power, table }) {
  const [positives, others] = [between(1, 3), between(1, 6)];
  const rows = table(positives + others, between(1, 3), { offsets: [0], scales: [1] });
  return {
    type: "kernel",
    rows,
    kernel: pick(["linear", "gaussian"]),
    positives,
    weights: chance(0.5) ? Array.from({ length: others }, () => power(-2, 1)) : Array(others).fill(1),
    lambda: pick([power(-3, 1), power(-9, 5)]),
    landmarks: chance(0.4) ? between(1, positives + others) : null,
  };
}

/** Of what the oracle sees, one number a little different. */
export function nudged(problem) {
  if (problem.type === "average") return { ...problem, positives: problem.positives * (1 + 1e-5) };
  if (problem.type === "kernel") return { ...problem, lambda: problem.lambda * (1 + 1e-5) };
  const bags = problem.bags.map((bag, i) =>
    bag.map((x) =>
      x.map((value) => (i === 0 ? value + 1e-3 * Math.max(...problem.bags.flat(2).map(Math.abs)) : value)),
    ),
  );
  return { ...problem, bags };
}

export async function compare(problem, product, comparison, seen = problem) {
  if (problem.type === "kernel") compareKernel(problem, product, comparison, seen);
  else if (problem.type === "average") compareAverage(problem, product, comparison, seen);
  else await compareAuto(problem, product, comparison, seen);
}

const indices = (from, to) => Array.from({ length: to - from }, (_, k) => from + k);

/** The labels by place: positive bags first, known negatives last. */
function rowsOf({ bags, positives, negatives }) {
  const known = bags.length - negatives;
  return {
    positive: indices(0, positives),
    unlabeled: indices(positives, known),
    negative: indices(known, bags.length),
  };
}

async function compareAuto(problem, product, comparison, seen) {
  const { singleSet, weight, prior, seed } = problem;
  const rows = rowsOf(problem);
  const labelOf = (i) => ["positive", "unlabeled", "negative"].find((kind) => rows[kind].includes(i));
  const options = { scenario: singleSet ? "single-set" : "case-control", vectors: "none", seed };
  const data = await product.autoData(toBagSet(product, problem.bags, labelOf), product.checkedAutoOptions(options));
  const known = [{ weight, prior }];
  const [fit] = product.fitRatios(data, data.views, data.fitted.rows, known);
  const held = await product.heldOutRatios(data, data.views, known, {});
  const views = data.views.views(product.sidesOf(data.fitted.rows));
  const link = { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) };
  const scorer = { kind: "views", views, alpha: fit.ratio.alpha, beta: fit.ratio.beta, link };
  const fresh = product.scoreBags(
    scorer,
    toBagSet(product, problem.fresh, () => "unlabeled"),
  );

  checkScores(product, comparison, seen.bags.length);
  const own = fitViews(seen.bags, product.normalQuantile);
  const fitted = (kept) => {
    const others = [...kept.unlabeled, ...kept.negative];
    const kernel = gramOf(own, { positive: kept.positive, other: others });
    const gram = kernel(own.x);
    const c = sampleWeights(gram.length, kept, seen);
    return { kernel, gram, ...solveRatio(gram, kept.positive, c, LAMBDA) };
  };
  const all = fitted(rows);
  // A kernel value moves with a distance over the root of its width; r moves so much with kernel values.
  const bound = own.rounding * all.kernel.perDeviation * (2 / LAMBDA) * (1 + 1 / LAMBDA);
  const how = { unit: 1, bound, why: "features far from 0 lose digits in their deviations" };
  comparison.all("kernel", fit.gram.data, all.gram.flat(), how);
  comparison.all("ratio", product.ratioOf(fit), all.r, how);
  const values = all
    .kernel(seen.fresh.map(own.summaryOf))
    .map((row) => row.reduce((sum, value, j) => sum + value * number(all.alpha[j]), number(all.beta)));
  comparison.all("ratio of fresh bags", fresh, values, how);
  comparison.holds("folds or none", (data.folds === undefined) === (held === undefined));
  if (held === undefined) return;
  const heldOut = new Array(seen.bags.length);
  for (let fold = 0; fold < data.folds.folds; fold++) {
    const kept = (some) => some.filter((i) => data.folds.of[i] !== fold);
    const without = fitted({
      positive: kept(rows.positive),
      unlabeled: kept(rows.unlabeled),
      negative: kept(rows.negative),
    });
    for (const i of indices(0, heldOut.length)) if (data.folds.of[i] === fold) heldOut[i] = without.r[i];
  }
  const [{ positive, unlabeled, negative }] = held;
  comparison.all("held-out ratio", [...positive, ...unlabeled, ...negative], heldOut, how);
}

/** Normal scores are taken from the product; they have seven digits, as they should. */
function checkScores({ normalQuantile }, comparison, bags) {
  for (let k = 1; k < 2 * bags; k++) {
    const score = normalQuantile(k / (2 * bags));
    const density = Math.exp((-score * score) / 2) / Math.sqrt(2 * Math.PI);
    let [term, sum] = [score, 0];
    for (let odd = 3; Math.abs(term) > 1e-18; odd += 2) {
      sum += term;
      term *= (score * score) / odd;
    }
    const bound = 2e-7 * density * Math.max(1, Math.abs(score));
    comparison.same("share below a normal score", 0.5 + density * sum, k / (2 * bags), { bound, why: "seven digits" });
  }
}

function compareAverage({ rankings, positives }, product, comparison, seen) {
  const arrays = ([positive, unlabeled, negative], of) => ({
    positive: of(positive),
    unlabeled: of(unlabeled),
    negative: of(negative),
  });
  const given = rankings.map(({ held, usual }) => ({ held: arrays(held, (some) => Float64Array.from(some)), usual }));
  const found = product.averaged(given, positives);
  const own = average(
    rankings.map(({ held, usual }) => ({ held: arrays(held, (some) => some), usual })),
    seen.positives,
  );
  comparison.all("weight", found.weights, own.weights, { unit: 1 });
  const { positive, unlabeled, negative } = found.held;
  comparison.all("average", [...positive, ...unlabeled, ...negative], own.values, { unit: 1 });
}

function compareKernel({ rows, positives, weights, lambda, landmarks, kernel }, product, comparison, seen) {
  const total = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => weight / total);
  const value = {
    linear: (a, b) => a.reduce((sum, x, j) => sum + x * b[j], 0),
    gaussian: (a, b) => Math.exp(-a.reduce((sum, x, j) => sum + (x - b[j]) ** 2, 0)),
  }[kernel];
  const centres = indices(0, landmarks ?? rows.length);
  const gram = rows.map((row) => centres.map((centre) => value(row, rows[centre])));
  const all = landmarks === null;
  const found = (all ? product.solveRatio : product.solveRatioWithLandmarks)({
    gram: toMatrix(gram),
    centres: Uint32Array.from(centres),
    positive: Uint32Array.from(indices(0, positives)),
    sample: Uint32Array.from(indices(positives, rows.length)),
    weights: Float64Array.from(shares),
    lambda,
  });
  const c = [...Array(positives).fill(0), ...shares];
  const problem = { gram, centres, positive: indices(0, positives), c, lambda: seen.lambda, jitter: all ? 0 : JITTER };
  const best = all ? solveRatio(gram, problem.positive, c, seen.lambda) : solveWithLandmarks(problem);
  const alpha = Array.from(found.alpha, long);
  const [lowest, reached] = [ratioObjective(problem, best), ratioObjective(problem, { alpha, beta: long(found.beta) })];
  comparison.holds("solved exactly if the gap is small", (found.status === "solved") === found.relativeGap <= 1e-8);
  comparison.holds(`the proof of ${found.dualObjective} holds: ${lowest.value}`, !(found.dualObjective > lowest.value));
  // Without a proof, nothing is explained.
  const claimed = found.dualObjective === -Infinity ? 0 : found.primalObjective - found.dualObjective;
  const why = "the certificate says how inexact the solution is";
  comparison.same("objective", reached.value, lowest.value, { unit: 0.5, bound: claimed, why });
  comparison.same("objective as told", found.primalObjective, reached.value, { unit: 0.5, bound: claimed, why });
  // From its minimum, the objective rises by 1/2 sum c (r - best r)^2 + lambda/2 |f - best f|^2.
  const sizes = rows.map((row) => Math.sqrt(value(row, row)));
  const moved = Math.sqrt((2 * Math.max(0, claimed)) / lambda);
  const bound = c.map((share, i) =>
    Math.min(
      share > 0 ? Math.sqrt((2 * Math.max(0, claimed)) / share) : Infinity,
      moved * (sizes[i] + Math.max(...sizes)),
    ),
  );
  comparison.all("ratio", reached.r, lowest.r, { unit: 1, bound, why });
}
