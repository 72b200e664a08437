import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Label } from "../../src/bags/label.js";
import { random } from "../../src/base/random.js";
import type { ReviewRanker } from "../../src/learners/auto/review-ranker.js";
import { likenessOf } from "../../src/review/likeness.js";
import { type NextBagsOptions, nextBags, type OpenBag, placesOf } from "../../src/review/next-bags.js";
import { nextRound } from "../../src/review/review-round.js";
import { reviewState, withEvent } from "../../src/review/review-state.js";
import { newSession, type ReviewOptions, type ReviewSession } from "../../src/review/session.js";
import { bagSet } from "../bags/make.js";

const AT = "2026-01-02T03:04:05.000Z";
const SIZE = 240;

const labels = Array.from({ length: SIZE }, (_, i): Label => (i === 0 ? "positive" : "unlabeled"));
const bags = bagSet(
  labels.map((_, i) => [[Math.sin(i), Math.cos(5 * i)]]),
  { labels },
);
/** Ranks the bags by their numbers, the first ones highest. */
const ranker = {
  rank: () => ({ scores: Float64Array.from({ length: SIZE }, (_, i) => SIZE - i) }),
} as unknown as ReviewRanker;

function started(options: Partial<ReviewOptions> = {}): ReviewSession {
  const data = { file: null, hash: "x", bags: SIZE, positive: 1, negative: 0, reading: {} };
  return newSession({ program: "1", data, options });
}

/** The session after answers about b1 to b`n`, of which the first `found` are positive. */
function answered(session: ReviewSession, n: number, found: number): ReviewSession {
  const answers = Array.from({ length: n }, (_, k) => ({
    bag: `b${k + 1}`,
    answer: k < found ? ("positive" as const) : ("negative" as const),
  }));
  return withEvent(session, { type: "answers", at: AT, answers });
}

const whys = (session: ReviewSession) => {
  const { list, checking } = nextRound(session, bags, { at: AT, ranker });
  return { checking, random: list.filter(({ why }) => why === "random").length, all: list.length };
};

describe("the rounds of a review", () => {
  it("are drawn at random for the most part once finds have dried up, and then for good", () => {
    expect(whys(started())).toEqual({ checking: false, random: 2, all: 20 });
    const dry = answered(started(), 150, 30);
    expect(whys(dry)).toEqual({ checking: true, random: 18, all: 20 });
    // What was decided stays so, also if positives are found again.
    const shown = [{ bag: "b1", why: "random", rank: 1, score: 0, probability: null }] as const;
    const begun = withEvent(started(), { type: "round", at: AT, open: SIZE - 1, checking: true, shown });
    expect(whys(answered(begun, 20, 20))).toEqual({ checking: true, random: 18, all: 20 });
    expect(whys(answered(started(), 20, 20)).checking).toBe(false);
    expect(whys(answered(started({ checkShare: 0.5 }), 150, 30)).random).toBe(10);
  });

  it("never begin a check that draws nothing", () => {
    expect(whys(answered(started({ checkShare: 0 }), 150, 30))).toEqual({ checking: false, random: 2, all: 20 });
  });

  it("are drawn at random while no bag is known to be positive", () => {
    const none = bags.withLabels(labels.map(() => "unlabeled"));
    const session = started();
    const without = { ...session, data: { ...session.data, positive: 0 } };
    const first = nextRound(without, none, { at: AT, ranker });
    expect(first.ranking).toBeNull();
    expect(first.list.filter(({ why }) => why === "random")).toHaveLength(20);
    expect(new Set(first.list.map(({ score }) => score))).toEqual(new Set([0]));
    const { list } = nextRound(answered(without, 1, 1), none, { at: AT, ranker });
    expect(list.filter(({ why }) => why === "random")).toHaveLength(2);
  });

  it("list copies together, and count them once", () => {
    const copies = labels.map((_, i) => (i >= 10 && i < 13 ? 10 : i));
    const session = started({ randomShare: 0, n: 12 });
    const { list, open } = nextRound(session, bags, { at: AT, ranker, copies });
    expect(open).toBe(SIZE - 3);
    expect(list.map(({ bag }) => bag)).toEqual(Array.from({ length: 14 }, (_, k) => `b${k + 1}`));
    expect(list.filter(({ why }) => why === "copy").map(({ bag }) => bag)).toEqual(["b11", "b12"]);
  });

  it("leave out what was put aside, and what somebody looks at", () => {
    const session = withEvent(started({ randomShare: 0, n: 2 }), {
      type: "answers",
      at: AT,
      answers: [
        { bag: "b1", answer: "skipped" },
        { bag: "b2", answer: "cannot tell" },
      ],
    });
    const { list, open, progress } = nextRound(session, bags, { at: AT, ranker, shown: ["b3"] });
    expect(list.map(({ bag }) => bag)).toEqual(["b4", "b5"]);
    expect({ open, pool: progress.pool }).toEqual({ open: SIZE - 4, pool: SIZE - 3 });
  });

  it("teach by what is unlike all known bags, labelled or answered", () => {
    const session = answered(started({ by: "teaching", randomShare: 0, n: 3 }), 9, 4);
    const { list } = nextRound(session, bags, { at: AT, ranker });
    const open = labels.flatMap((_, i) => (i < 10 ? [] : [i]));
    const known = labels.flatMap((_, i) => (i < 10 ? [i] : []));
    const given = list.map(({ bag, probability }) => ({ bag, probability }));
    const { probability } = list[0];
    expect(probability).toBeGreaterThan(0);
    const expected = (likeness?: ReturnType<typeof likenessOf>) => {
      const all = nextRound({ ...session, options: { ...session.options, n: SIZE } }, bags, { at: AT, ranker }).list;
      const shares = new Map(all.map((each) => [each.bag, each.probability]));
      const listed = open.map((i) => ({ bag: `b${i}`, score: SIZE - i, probability: shares.get(`b${i}`) }));
      return nextBags(listed, { n: 3, by: "teaching", randomShare: 0, likeness }).map(({ bag }) => bag);
    };
    expect(given.map(({ bag }) => bag)).toEqual(expected(likenessOf(bags, open, known)));
    expect(given.map(({ bag }) => bag)).not.toEqual(expected());
  });
});

describe("a new session", () => {
  it("has seed 0 and no criteria, and keeps its criteria when options change", () => {
    const data = started().data;
    expect(newSession({ program: "1", data })).toEqual(newSession({ program: "1", data, seed: 0, criteria: null }));
    const described = newSession({ program: "1", data, criteria: "is active" });
    const changed = withEvent(described, { type: "change", at: AT, options: { n: 7 } });
    expect(reviewState(changed)).toMatchObject({ criteria: "is active", options: { n: 7 } });
    const again = withEvent(changed, { type: "change", at: AT, criteria: "is very active" });
    expect(reviewState(again)).toMatchObject({ criteria: "is very active", options: { n: 7 } });
  });
});

describe("the choice of bags", () => {
  const ids = (open: readonly OpenBag[], options: NextBagsOptions) =>
    nextBags(open, { randomShare: 0, ...options }).map(({ bag }) => bag);

  it("by teaching is one after the other, each with the largest doubt times what is new of it", () => {
    const size = 12;
    const anyShares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: size, maxLength: size });
    const square = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: size * size, maxLength: size * size });
    fc.assert(
      fc.property(anyShares, square, anyShares, fc.boolean(), (values, alike, reviewed, byScore) => {
        const open = values.map((value, i) => ({
          bag: `b${i}`,
          score: value / 10 - 1,
          probability: byScore ? null : value / 20,
        }));
        const likeness = {
          between: (a: number, others: readonly number[]) => others.map((b) => alike[a * size + b] / 10),
          toReviewed: (a: number) => reviewed[a] / 20,
        };
        const doubt = ({ score, probability }: (typeof open)[number]) =>
          probability === null ? -Math.abs(score) : probability * (1 - probability);
        // All twelve are candidates for two of them; in order of doubt, then of score.
        const order = [...open.keys()].sort(
          (a, b) => doubt(open[b]) - doubt(open[a]) || open[b].score - open[a].score || a - b,
        );
        const least = Math.min(0, ...open.map(doubt));
        const chosen: number[] = [];
        for (let step = 0; step < 2; step++) {
          const worth = (i: number) => {
            const nearest = Math.max(reviewed[i] / 20, ...chosen.map((own) => alike[own * size + i] / 10));
            return (doubt(open[i]) - least) * (1 - nearest * nearest);
          };
          const left = order.filter((i) => !chosen.includes(i));
          chosen.push(left.reduce((best, i) => (worth(i) > worth(best) ? i : best)));
        }
        expect(ids(open, { n: 2, by: "teaching", likeness })).toEqual(chosen.map((i) => `b${i}`));
      }),
      { seed: 51, numRuns: 80 },
    );
  });

  it("by teaching looks at ten candidates for each bag", () => {
    const open = Array.from({ length: 12 }, (_, i) => ({ bag: `b${i}`, score: -i, probability: 0.5 - i / 100 }));
    const only = (fresh: number) => {
      const likeness = {
        between: (_: number, others: readonly number[]) => others.map(() => 0),
        toReviewed: (a: number) => (a === fresh ? 0 : 1),
      };
      return ids(open, { n: 1, by: "teaching", likeness })[0];
    };
    expect([only(3), only(9), only(10), only(11)]).toEqual(["b3", "b9", "b0", "b0"]);
  });

  it("lists copies from the highest score to the lowest, and equal ones in their order", () => {
    const open = [1, 5, 3, 5, 2].map((score, i) => ({ bag: `b${i}`, score, copies: i === 4 ? undefined : "same" }));
    expect(ids(open, { n: 2 })).toEqual(["b1", "b3", "b2", "b0", "b4"]);
    // A family stands where its highest score does.
    expect(ids([{ bag: "a", score: 4 }, ...open], { n: 2 }).slice(0, 1)).toEqual(["b1"]);
  });

  it("keeps the order of equal scores, also in the ranks", () => {
    const open = [2, 7, 2, 7, 2].map((score, i) => ({ bag: `b${i}`, score }));
    expect(ids(open, { n: 5 })).toEqual(["b1", "b3", "b0", "b2", "b4"]);
    expect(nextBags(open, { n: 5, randomShare: 0 }).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect([...placesOf([2, 7, 2, 7, 2])]).toEqual([3, 1, 4, 2, 5]);
    expect(ids(open, { n: 3, by: "uncertainty" })).toEqual(["b0", "b2", "b4"]);
  });

  it("refuses a share below 0 or above 1", () => {
    for (const randomShare of [-0.01, 1.01, Number.NaN])
      expect(() => nextBags([{ bag: "a", score: 1 }], { randomShare })).toThrow(
        expect.objectContaining({ code: "option" }),
      );
    for (const randomShare of [0, 1]) expect(nextBags([{ bag: "a", score: 1 }], { randomShare })).toHaveLength(1);
  });

  it("has random bags of seed 0, at random places", () => {
    const open = Array.from({ length: 40 }, (_, i) => ({ bag: `b${i}`, score: -i }));
    const places = new Set<number>();
    for (let seed = 0; seed < 60; seed++)
      for (const [place, { why }] of nextBags(open, { n: 5, randomShare: 0.2, seed }).entries())
        if (why === "random") places.add(place);
    expect(places.size).toBe(5);
    const some = { n: 10, randomShare: 0.5 };
    expect(nextBags(open, some)).toEqual(nextBags(open, { ...some, seed: 0 }));
    expect(nextBags(open, some)).not.toEqual(nextBags(open, { ...some, seed: 1 }));
  });
});

describe("how alike bags are", () => {
  it("does not depend on how far they are from the mean", () => {
    const draw = random(8);
    const far = Array.from({ length: 30 }, () => [[20 * draw.normal(), 20 * draw.normal()]]);
    const near = [[[0.3, 0.1]], [[0.6, 0.2]]];
    const { between } = likenessOf(bagSet([...far, ...near]), [30, 31], []);
    expect(between(0, [0])[0]).toBeCloseTo(1, 9);
    expect(between(1, [1])[0]).toBeCloseTo(1, 9);
  });
});
