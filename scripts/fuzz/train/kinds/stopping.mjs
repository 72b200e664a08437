import { chanceOfAtMost, chanceOfWrongStop, interval, judge, shareOf } from "../oracles/stopping.mjs";

const TARGETS = [0.95, 0.9, 0.8, 0.5, 0.99, 2 / 3, 0.999, 0.01];
const CONFIDENCES = [0.95, 0.9, 0.5, 0.99, 0.999, 0.01];

/** A review so far, with bags that were chosen and bags that were drawn; or how often a promise is broken. */
export function draw(random) {
  return random.chance(0.15) ? promiseOf(random) : reviewOf(random);
}

function promiseOf({ between, pick }) {
  const bags = between(1, 40);
  return {
    type: "promise",
    bags,
    positive: between(0, Math.min(bags, 12)),
    found: pick([0, 1, 5, 19, 40]),
    target: pick(TARGETS),
    confidence: pick(CONFIDENCES),
  };
}

function reviewOf({ between, pick, chance, uniform }) {
  const pool = chance(0.1) ? between(100, 300) : between(1, 60);
  const length = between(0, pool);
  const [rate, random] = [uniform() ** 2, pick([0, 0.3, 1])];
  let draws = 0;
  const reviewed = Array.from({ length }, (_, t) => ({
    positive: chance(rate),
    // All outcomes of ten draws are looked at.
    drawnFrom: draws < 10 && chance(random) && ++draws ? pool - t : null,
  }));
  const many = pick([true, false]);
  // Many draws without the end of the interval that looks at all outcomes.
  if (many) for (const [t, bag] of reviewed.entries()) if (chance(random)) bag.drawnFrom = pool - t;
  return {
    type: "review",
    pool,
    reviewed,
    target: pick(TARGETS),
    confidence: pick(CONFIDENCES),
    checkFrom: chance(0.8) && length > 0 ? between(0, length) : null,
  };
}

/** Of what the oracle sees, one bag more to review. */
export const nudged = (problem) => ({ ...problem, pool: problem.pool + 1 });

export function compare(problem, product, comparison, seen = problem) {
  if (problem.type === "promise") comparePromise(problem, product, comparison);
  else compareReview(problem, product, comparison, seen);
}

function compareReview({ pool, reviewed, target, confidence, checkFrom }, product, comparison, seen) {
  const options = { target, confidence, checkFrom };
  const found = product.judgeStopping(reviewed, pool, options);
  const own = judge(reviewed, seen.pool, seen);
  for (const name of ["found", "open", "missing"]) comparison.same(name, found[name], own[name]);
  comparison.same("drawn", found.drawn, own.check.drawn);
  comparison.same("hits", found.hits, own.check.hits);
  comparison.same("share", found.share, shareOf(own.check));
  comparison.same("chance", found.chance, own.chance);
  comparison.same("level", found.level, own.level);
  // Where chance and level are equal but for rounding, either answer is right.
  const tied = own.nearest < 1e-9 ? { bound: 1, why: "the chance is the level" } : {};
  comparison.same("stop", Number(found.stop), Number(own.stop), tied);
  comparison.same("needed", found.needed, own.needed, tied);
  if (pool > 60) return;
  const progress = product.positivesLeft(reviewed, pool, options);
  const draws = reviewed.filter(({ drawnFrom }) => drawnFrom !== null).length;
  if (draws > 10) return;
  const { low, high, nearest } = interval(reviewed, seen.pool, seen);
  const near = nearest < 1e-9 ? { bound: 1, why: "the chance is the level" } : tied;
  comparison.same("most left", progress.left.high, high, near);
  comparison.same("fewest left", progress.left.low, low, near);
  const recall = (left) => own.found / (own.found + left);
  comparison.holds("a recall after the first find", (progress.recall === null) === (own.found === 0));
  if (progress.recall === null) return;
  comparison.same("least recall", progress.recall.low, recall(progress.left.high));
  comparison.same("greatest recall", progress.recall.high, recall(progress.left.low));
  const { value } = progress.left;
  comparison.holds("the expected number is between", value >= progress.left.low && value <= progress.left.high);
}

/** By all orders of the draws, the promise is broken no more often than it says; and what the urn says is exact. */
function comparePromise({ bags, positive, found, target, confidence }, product, comparison) {
  const before = Array.from({ length: found }, () => ({ positive: true, drawnFrom: null }));
  const stops = (drawn, hits) => {
    const draws = Array.from({ length: drawn }, (_, t) => ({ positive: t < hits, drawnFrom: bags - t }));
    return product.judgeStopping([...before, ...draws], found + bags, { target, confidence, checkFrom: found }).stop;
  };
  const wrong = chanceOfWrongStop({ bags, positive, found, target }, stops);
  comparison.holds(`a wrong stop has a chance of ${wrong}, above ${1 - confidence}`, wrong <= 1 - confidence);
  for (let drawn = 0; drawn <= bags; drawn += 1 + (bags >> 3))
    for (let most = 0; most <= positive; most++) {
      const urn = { bags, positive, drawn };
      comparison.same("at most so many", product.chanceOfAtMost(urn, most), chanceOfAtMost(urn, most));
    }
}
