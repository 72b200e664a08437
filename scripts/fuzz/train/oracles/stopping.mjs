// When a review may stop, from the words of review/stopping.ts, in exact fractions and by trying all numbers.

/** n! */
const factorials = [1n];
function factorial(n) {
  for (let k = factorials.length; k <= n; k++) factorials.push(factorials[k - 1] * BigInt(k));
  return factorials[n];
}
const choose = (n, k) => (k < 0 || k > n ? 0n : factorial(n) / factorial(k) / factorial(n - k));

/** A quotient of whole numbers as a double, correct to the last digits however small. */
function quotient(a, b) {
  if (a === 0n) return 0;
  const shift = BigInt(Math.max(0, b.toString(2).length - a.toString(2).length + 64));
  return Number((a << shift) / b) * 2 ** -Number(shift);
}

/** The chance of at most so many positives among bags that are drawn from an urn. */
export function chanceOfAtMost({ bags, positive, drawn }, most) {
  let ways = 0n;
  for (let k = 0; k <= Math.min(most, positive, drawn); k++)
    ways += choose(positive, k) * choose(bags - positive, drawn - k);
  return quotient(ways, choose(bags, drawn));
}

/** What random draws from bag `from` on say: hits, and how many of the bags that were open they stand for. */
export function checkOf(reviewed, pool, from) {
  const draws = reviewed.slice(from).filter(({ drawnFrom }) => drawnFrom !== null);
  // The share of the bags that no draw has passed over, as a fraction.
  const [kept, all] = draws.reduce(
    ([a, b], { drawnFrom }) => [a * BigInt(Math.max(1, drawnFrom) - 1), b * BigInt(Math.max(1, drawnFrom))],
    [1n, 1n],
  );
  return { bags: pool - from, hits: draws.filter(({ positive }) => positive).length, drawn: draws.length, kept, all };
}

/** The check after so many more draws without a positive from the open bags. */
const after = (check, more, open) => ({
  ...check,
  drawn: check.drawn + more,
  kept: check.kept * BigInt(Math.max(1, open) - more),
  all: check.all * BigInt(Math.max(1, open)),
});

/** Whole bags only; a millionth of a bag is rounding. */
const passed = ({ bags, kept, all }) => Number((BigInt(bags) * (all - kept) * 1_000_000n + all) / (1_000_000n * all));

export const shareOf = (check) => passed(check) / Math.max(1, check.bags);

export function chanceOf(check, left) {
  const urn = { bags: check.bags, positive: Math.min(check.bags, left + check.hits), drawn: passed(check) };
  return chanceOfAtMost(urn, check.hits);
}

/** The fewest positives that may not be left, by trying all: then less than the target is found. */
export function fewestMissing(found, target) {
  for (let left = 0; ; left++) if (found < target * (found + left) - 1e-9 * target) return left;
}

/** Whether the promise holds, and how many more draws without a positive it takes, by trying all numbers. */
export function judge(reviewed, pool, { target, confidence, checkFrom }) {
  const found = reviewed.filter(({ positive }) => positive).length;
  const open = pool - reviewed.length;
  const missing = fewestMissing(found, target);
  const check = checkOf(reviewed, pool, checkFrom ?? reviewed.length);
  const error = 0.8 * (1 - confidence);
  const chance = open < missing ? 0 : chanceOf(check, missing);
  const level = error * shareOf(check);
  const stop = open < missing || chance <= level;
  let needed = 0;
  let nearest = Math.abs(chance - level) / (level || 1);
  const enough = (more) => {
    const later = after(check, more, open);
    const [p, most] = [chanceOf(later, missing), error * shareOf(later)];
    nearest = Math.min(nearest, Math.abs(p - most) / (most || 1));
    return p <= most;
  };
  if (!stop) for (needed = 1; needed < open && !enough(needed); needed++);
  return { found, open, missing, check, chance, level, stop, needed, nearest };
}

/** How many positives may be left: the ends of an interval, by trying all numbers. */
export function interval(reviewed, pool, options) {
  const { open, missing, stop, check } = judge(reviewed, pool, options);
  const error = 1 - options.confidence;
  const half = checkOf(reviewed, pool, Math.floor(reviewed.length / 2));
  const all = Array.from({ length: open + 1 }, (_, k) => k);
  // How nearly a chance is the level that decides.
  let nearest = 1;
  const above = (chance, level) => {
    nearest = Math.min(nearest, Math.abs(chance - level) / level);
    return chance > level;
  };
  const share = shareOf(check);
  const possible = Math.max(
    0,
    ...all.filter(
      (k) => above(chanceOf(half, k), 0.1 * error) && (share === 0 || above(chanceOf(check, k), 0.8 * error * share)),
    ),
  );
  const high = Math.min(open, stop ? Math.min(possible, missing - 1) : Math.max(possible, missing));
  const possibleHits = all.filter((k) => above(chanceOfHits(reviewed, k), 0.1 * error));
  const low = Math.min(high, possibleHits.length > 0 ? possibleHits[0] : open + 1);
  return { low, high, nearest };
}

/** The chance of so many hits or more among the random draws if so many positives are left, over all outcomes. */
function chanceOfHits(reviewed, left) {
  const draws = reviewed.flatMap(({ drawnFrom, positive }, t) => {
    if (drawnFrom === null) return [];
    const since = reviewed.slice(t).filter((later) => later.positive).length;
    return [{ p: Math.min(1, (left + since) / Math.max(1, drawnFrom)), hit: positive }];
  });
  const hits = draws.filter(({ hit }) => hit).length;
  let chance = 0;
  for (let outcome = 0; outcome < 2 ** draws.length; outcome++) {
    const some = draws.map(({ p }, k) => ((outcome >> k) & 1 ? p : 1 - p));
    const count = draws.filter((_, k) => (outcome >> k) & 1).length;
    if (count >= hits) chance += some.reduce((a, b) => a * b, 1);
  }
  return chance;
}

/**
 * The chance that a check of bags, of which so many are positive, ever stops too early: all orders of the draws, by how
 * many were drawn and hit. `stops` says whether it stops after so many draws with so many hits.
 */
export function chanceOfWrongStop({ bags, positive, found, target }, stops) {
  let wrong = 0;
  let going = new Map([[0, 1]]);
  for (let drawn = 0; drawn <= bags; drawn++) {
    const next = new Map();
    for (const [hits, chance] of going) {
      if (stops(drawn, hits)) {
        // Rounding may not make 19 of 20 less than 95 %.
        if (found + hits < target * (found + positive) - 1e-9) wrong += chance;
        continue;
      }
      if (drawn === bags) continue;
      const hit = (positive - hits) / (bags - drawn);
      if (hit > 0) next.set(hits + 1, (next.get(hits + 1) ?? 0) + chance * hit);
      if (hit < 1) next.set(hits, (next.get(hits) ?? 0) + chance * (1 - hit));
    }
    going = next;
  }
  return wrong;
}
