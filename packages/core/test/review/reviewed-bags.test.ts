import { describe, expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import { positivesLeft } from "../../src/review/left.js";
import { nextRound, reviewProgress } from "../../src/review/review-round.js";
import { bagsToReview, checkReviewedBags } from "../../src/review/reviewed-bags.js";
import { newSession, type ReviewAnswer, type ReviewEvent } from "../../src/review/session.js";

const AT = "2026-01-02T03:04:05.000Z";
const SIZE = 20;
/** Bags b0 to b19 of one instance; b0 is positive, b1 negative, and of the others b10 on are equal. */
const bags = BagSet.from({
  data: Array.from({ length: SIZE }, (_, k) => [Math.min(k, 10) * 1.37, 5.1 - Math.min(k, 10) ** 2]).flat(),
  offsets: Array.from({ length: SIZE + 1 }, (_, k) => k),
  ids: Array.from({ length: SIZE }, (_, k) => `b${k}`),
  labels: Array.from({ length: SIZE }, (_, k) => (k === 0 ? "positive" : k === 1 ? "negative" : "unlabeled")),
  features: ["x", "y"],
});
const data = { file: null, hash: "0", bags: SIZE, positive: 1, negative: 1, reading: {} };
const session = (...events: ReviewEvent[]) => ({ ...newSession({ program: "1.0.0", data }), events });
const answers = (given: Readonly<Record<string, ReviewAnswer>>): ReviewEvent => ({
  type: "answers",
  at: AT,
  answers: Object.entries(given).map(([bag, answer]) => ({ bag, answer })),
});
const drawn = (bag: string, open: number): ReviewEvent => {
  const shown = [{ bag, why: "random", rank: 1, score: 0, probability: null }] as const;
  return { type: "round", at: AT, open, checking: true, shown };
};
const ghosts = answers(Object.fromEntries(Array.from({ length: 30 }, (_, k) => [`ghost${k}`, "positive" as const])));

describe("a session and its bags", () => {
  it("fit when every bag is there, and nothing was drawn from too few", () => {
    const fitting = session(drawn("b3", 18), answers({ b3: "negative", b4: "skipped" }), drawn("b5", 17));
    expect(() => checkReviewedBags(fitting, bagsToReview(bags))).not.toThrow();
    expect(reviewProgress(fitting, bags)).toMatchObject({ pool: 17, reviewed: 1 });
  });

  it.each<[string, ReturnType<typeof session>]>([
    ["events[0].answers[0].bag", session(ghosts)],
    ["events[0].shown[0].bag", session(drawn("ghost", 18))],
    ['the bag "b0" has an answer and a label', session(answers({ b0: "negative" }))],
    ["data.bags", { ...session(), data: { ...data, bags: 21 } }],
    ["data.positive", { ...session(), data: { ...data, positive: 2, negative: 0 } }],
    ["events[0].open", session(drawn("b3", 1), answers({ b3: "negative" }))],
  ])("do not fit: %s", (place, unfit) => {
    const check = expect.objectContaining({ code: "review-session", message: expect.stringContaining(place) });
    expect(() => reviewProgress(unfit, bags)).toThrow(check);
    const rank = () => expect.fail("nothing may be ranked");
    expect(() => nextRound(unfit, bags, { at: AT, ranker: { rank } })).toThrow(check);
  });

  it("fit although a labelled bag was answered, if that was taken back", () => {
    const undone = session(answers({ b0: "negative" }), { type: "undo", at: AT, event: 0 });
    expect(reviewProgress(undone, bags)).toMatchObject({ pool: 18, reviewed: 0 });
  });

  it("count copies once when they judge from how many a bag was drawn", () => {
    let asked = 0;
    const of = Array.from({ length: SIZE }, (_, k) => Math.min(k, 10));
    const copies = () => {
      asked++;
      return of;
    };
    const around = { ...bagsToReview(bags), copies };
    // Of b2 to b19 those from b10 on are one: nine families, of which one may be on the screen.
    const check = (open: number) => () => checkReviewedBags(session(drawn("b3", open)), around);
    expect(check(17)).not.toThrow();
    expect(asked).toBe(0);
    expect(check(8)).not.toThrow();
    expect(asked).toBe(1);
    expect(check(7)).toThrow("events[0].open is 7");
  });

  it("promise nothing about fewer bags than are reviewed", () => {
    const reviewed = Array.from({ length: 5 }, () => ({ positive: true, drawnFrom: null }));
    for (const pool of [4, -1, 5.5, Number.NaN])
      expect(() => positivesLeft(reviewed, pool), String(pool)).toThrow(expect.objectContaining({ code: "option" }));
  });

  it("know that a bag was answered, also if the answer was taken back", () => {
    const all = Object.fromEntries(Array.from({ length: 17 }, (_, k) => [`b${k + 2}`, "negative" as const]));
    const undone = { type: "undo", at: AT, event: 0 } as const;
    // Only b19 was never answered.
    expect(() => reviewProgress(session(answers(all), drawn("b19", 1)), bags)).not.toThrow();
    expect(() => reviewProgress(session(answers(all), undone, drawn("b19", 1)), bags)).not.toThrow();
  });

  it("are judged by rounds of which some bags were drawn, and ask for copies once", () => {
    let asked = 0;
    const copies = () => {
      asked++;
      return Array.from({ length: SIZE }, (_, k) => k);
    };
    const around = { ...bagsToReview(bags), copies };
    const shown = (...whys: readonly ("random" | "probability")[]): ReviewEvent => ({
      type: "round",
      at: AT,
      open: 3,
      checking: false,
      shown: whys.map((why, k) => ({ bag: `b${k + 3}`, why, rank: 1, score: 0, probability: null })),
    });
    const check = (...events: ReviewEvent[]) => checkReviewedBags(session(...events), around);
    // Nothing is promised by bags that were chosen.
    expect(() => check(shown("probability", "probability"))).not.toThrow();
    expect(asked).toBe(0);
    expect(() => check(shown("probability", "random"))).toThrow("events[0].open is 3, and at least 17 were open");
    expect(asked).toBe(1);
    let again = 0;
    const alike = () => {
      again++;
      return Array<number>(SIZE).fill(7);
    };
    const twice = session(shown("random"), shown("random", "probability"));
    checkReviewedBags(twice, { ...bagsToReview(bags), copies: alike });
    expect(again).toBe(1);
  });

  it("fit an audit of the bags that had no label, and no other", () => {
    const design = (population: number, ...names: readonly string[]) => ({
      ...session(),
      audit: { design: { population, bags: names.map((bag) => ({ bag })) } } as never,
    });
    expect(() => checkReviewedBags(design(18, "b2", "b19"), bagsToReview(bags))).not.toThrow();
    expect(() => checkReviewedBags(design(17, "b2"), bagsToReview(bags))).toThrow(
      "audit.design.population is 17, and 18 have no label",
    );
    for (const other of ["b0", "b1", "ghost"])
      expect(() => checkReviewedBags(design(18, "b2", other), bagsToReview(bags))).toThrow(
        `audit.design.bags[1].bag is "${other}", which is none of those without a label`,
      );
  });
});
