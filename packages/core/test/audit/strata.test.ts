import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type StratumBag, strataOf } from "../../src/audit/strata.js";
import { random } from "../../src/base/random.js";

/** Bags in falling order of score, of which the first `called` are called positive. */
function ordered(probabilities: readonly (number | null)[], called: number, scores?: readonly number[]): StratumBag[] {
  return probabilities.map((probability, i) => ({ score: scores?.[i] ?? -i, called: i < called, probability }));
}

/** No bag counts as more certain than this. */
const share = ({ probability }: StratumBag) => (probability === null ? 0.5 : Math.min(0.9, Math.max(0.1, probability)));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Where one side is cut: after the bag with which a part of the spread is reached, if that is allowed there. */
function plainCuts(bags: readonly StratumBag[], from: number, to: number, parts: number): number[] {
  const spread = bags.slice(from, to).map((bag) => Math.sqrt(share(bag) * (1 - share(bag))));
  const cuts: number[] = [];
  for (let at = from + 1; at < to; at++) {
    const reached = sum(spread.slice(0, at - from)) >= (sum(spread) * (cuts.length + 1)) / parts;
    const start = cuts.at(-1) ?? from;
    if (reached && cuts.length < parts - 1 && at - start >= 2 && to - at >= 2 && bags[at - 1].score !== bags[at].score)
      cuts.push(at);
  }
  return cuts;
}

/** What the measures of an audit are if these are the shares of positives in the strata. */
function measuresOf(p: readonly number[], weights: readonly number[], called: readonly boolean[]) {
  const total = (worth: (h: number) => number) => sum(p.map((_, h) => weights[h] * worth(h)));
  const [prior, found, above] = [total((h) => p[h]), total((h) => (called[h] ? p[h] : 0)), total((h) => +called[h])];
  const accuracy = total((h) => (called[h] ? p[h] : 1 - p[h]));
  // Each with the variance of a simple sample of one bag.
  const of = (value: number, part: number) => ({ value, variance: part > 0 ? (value * (1 - value)) / part : 0 });
  return [of(prior, 1), of(accuracy, 1), of(above > 0 ? found / above : 0, above), of(found / prior, prior)];
}

/** How much each stratum adds to the variances of all measures, for a share of the draws that is its own. */
function plainNeeds(bags: readonly StratumBag[], edges: readonly number[]): number[] {
  const parts = edges.slice(1).map((to, h) => bags.slice(edges[h], to));
  const weights = parts.map((part) => part.length / bags.length);
  const called = parts.map((part) => part[0].called);
  const p = parts.map((part) => sum(part.map(share)) / part.length);
  const now = measuresOf(p, weights, called);
  const needed = p.map((own, h) => {
    // Of any measure: its slope in the share of this stratum.
    const step = 1e-5;
    const moved = [step, -step].map((by) => measuresOf(p.with(h, own + by), weights, called));
    const squares = now.map(({ variance }, k) =>
      variance > 1e-9 ? ((moved[0][k].value - moved[1][k].value) / (2 * step)) ** 2 / variance : 0,
    );
    return Math.sqrt(sum(squares) * own * (1 - own));
  });
  return needed.map((own, h) => (0.4 * own) / sum(needed) + 0.6 * weights[h]);
}

/** The sum of squared needs over draws, and the least that it can be, by trying all. */
function plainCost(bags: readonly StratumBag[], edges: readonly number[], drawn: readonly number[]) {
  const n = sum(drawn);
  const sizes = edges.slice(1).map((to, h) => to - edges[h]);
  const need = plainNeeds(bags, edges);
  const costOf = (draws: readonly number[]) => sum(draws.map((few, h) => need[h] ** 2 / few));
  let least = Infinity;
  (function choose(draws: number[], left: number) {
    if (draws.length === sizes.length) {
      if (left === 0) least = Math.min(least, costOf(draws));
      return;
    }
    const most = Math.min(left, sizes[draws.length]);
    for (let few = Math.min(2, sizes[draws.length]); few <= most; few++) choose([...draws, few], left - few);
  })([], n);
  return { cost: costOf(drawn), least };
}

describe("strataOf", () => {
  it("cuts and draws as a search through all possibilities says", () => {
    const noise = fc.option(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { nil: null });
    const level = fc.constantFrom(0.02, 0.15, 0.5, 0.85, 0.98);
    const anyBags = fc.record({
      noises: fc.array(noise, { minLength: 8, maxLength: 40 }),
      ends: fc.tuple(level, level),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      steps: fc.constantFrom(1, 1, 3),
      n: fc.constantFrom(4, 8, 14, 15, 15, 15, 22, 23),
    });
    fc.assert(
      fc.property(anyBags, ({ noises, ends, part, steps, n }) => {
        // From one level to another, with some noise.
        const probabilities = noises.map((by, i) =>
          by === null ? null : Math.min(1, Math.max(0, ends[0] + ((ends[1] - ends[0]) * i) / noises.length + by)),
        );
        const scores = probabilities.map((_, i) => -Math.floor(i / steps));
        const called = steps * Math.round((part * probabilities.length) / steps);
        const bags = ordered(probabilities, called, scores);
        if (n >= bags.length) return;
        const size = bags.length;
        const above = Math.min(called, size);
        const wanted = n <= 15 ? 2 : n <= 22 ? 3 : 4;
        const both = above > 0 && above < size;
        const cuts = both
          ? [
              ...plainCuts(bags, 0, above, Math.floor(wanted / 2)),
              above,
              ...plainCuts(bags, above, size, Math.ceil(wanted / 2)),
            ]
          : plainCuts(bags, 0, size, wanted);
        const edges = [0, ...cuts, size];
        const strata = strataOf(bags, n);
        expect(strata.map(({ from, to }) => [from, to])).toEqual(edges.slice(1).map((to, h) => [edges[h], to]));
        const drawn = strata.map((one) => one.drawn);
        expect(sum(drawn)).toBe(n);
        const { cost, least } = plainCost(bags, edges, drawn);
        expect(cost / least).toBeCloseTo(1, 8);
      }),
      { seed: 71, numRuns: 60 },
    );
  });

  it("gives each of hundreds of draws to the stratum that needs it most", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom(0, 0.05, 0.3, 0.7, 1),
        fc.constantFrom(0.5, 1, 3),
        (seed, part, power) => {
          const draw = random(seed);
          const falling = Array.from({ length: 3000 }, () => draw.uniform() ** power).sort((a, b) => b - a);
          const bags = ordered(falling, Math.round(part * falling.length));
          const strata = strataOf(bags, 900);
          const edges = [0, ...strata.map(({ to }) => to)];
          const need = plainNeeds(bags, edges);
          const drawn = strata.map(() => 2);
          while (sum(drawn) < 900) {
            const gain = (h: number) =>
              drawn[h] < strata[h].to - strata[h].from ? need[h] ** 2 / (drawn[h] * (drawn[h] + 1)) : -1;
            drawn[[...need.keys()].reduce((best, h) => (gain(h) > gain(best) ? h : best))]++;
          }
          expect(strata.map((one) => one.drawn)).toEqual(drawn);
        },
      ),
      { seed: 72, numRuns: 15 },
    );
  });

  it("cuts each side where its spread is reached, but leaves two bags on both sides", () => {
    const sizes = (probabilities: readonly number[], called: number, n = 30) =>
      strataOf(ordered(probabilities, called), n).map(({ from, to }) => to - from);
    expect(sizes(Array(40).fill(0.5), 20)).toEqual([10, 10, 10, 10]);
    expect(sizes(Array(8).fill(0.5), 4, 7)).toEqual([4, 4]);
    // Three bags are too few for two strata, four are enough.
    expect(sizes(Array(34).fill(0.5), 3)).toEqual([3, 16, 15]);
    expect(sizes(Array(34).fill(0.5), 4)).toEqual([2, 2, 15, 15]);
    // A half of .5 + 39 x .3 is reached by the twentieth bag.
    expect(sizes([0.5, ...Array(39).fill(0)], 40, 15)).toEqual([20, 20]);
  });

  it("has a stratum for 7.5 draws, two at least and eight at most", () => {
    const draw = random(1);
    const bags = ordered(
      Array.from({ length: 400 }, () => draw.uniform()),
      150,
    );
    const strata = [4, 15, 16, 22, 23, 60, 61, 300].map((n) => strataOf(bags, n).length);
    expect(strata).toEqual([2, 2, 3, 3, 4, 8, 8, 8]);
  });

  it("has one for fewer than four draws, and one a side for a census", () => {
    const bags = ordered(Array(10).fill(0.5), 4);
    expect(strataOf(bags, 3)).toEqual([{ from: 0, to: 10, drawn: 3 }]);
    expect(strataOf(bags, 10)).toEqual([
      { from: 0, to: 4, drawn: 4 },
      { from: 4, to: 10, drawn: 6 },
    ]);
    expect(strataOf(bags, 12).map(({ drawn }) => drawn)).toEqual([4, 6]);
    expect(strataOf(ordered(Array(5).fill(0.5), 5), 9)).toEqual([{ from: 0, to: 5, drawn: 5 }]);
    expect(strataOf(bags, 4).map(({ drawn }) => drawn)).toEqual([2, 2]);
  });

  it("does not trust a probability of 0 or 1", () => {
    const certain = strataOf(ordered(Array(30).fill(0), 6), 8);
    expect(certain).toEqual(strataOf(ordered(Array(30).fill(0.1), 6), 8));
    expect(strataOf(ordered(Array(30).fill(1), 6), 8)).toEqual(strataOf(ordered(Array(30).fill(0.9), 6), 8));
    expect(strataOf(ordered(Array(30).fill(null), 6), 8)).toEqual(strataOf(ordered(Array(30).fill(0.5), 6), 8));
  });
});
