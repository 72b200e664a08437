import { describe, expect, it } from "vitest";
import { withReview } from "../../src/audit/review.js";
import { trainingSet } from "../learners/make.js";

const bags = trainingSet();
const [first, second, third] = bags.unlabeled().ids();

describe("bags after a review", () => {
  it("are as before where only counts are known", () => {
    const counts = { positive: 2, reviewed: 7 };
    const { bags: same, ...rest } = withReview(bags, { counts }, undefined);
    expect(same).toBe(bags);
    expect(rest).toEqual({
      audit: counts,
      notReviewed: undefined,
      file: undefined,
      found: undefined,
      left: bags.unlabeled().size - 7,
      notes: [],
    });
    const all = bags.unlabeled().size;
    expect(withReview(bags, { counts: { positive: 2, reviewed: all } }, undefined).left).toBe(0);
    expect(() => withReview(bags, { counts: { positive: 2, reviewed: all + 1 } }, undefined)).toThrow(
      expect.objectContaining({ code: "audit-size" }),
    );
  });

  it("have the answers as labels, and know how many are left", () => {
    const answers = [
      { bag: first, label: "positive" },
      { bag: second, label: "negative" },
      { bag: third, label: "negative" },
    ] as const;
    const found = withReview(bags, { file: "a.csv", answers, notReviewed: 4 }, "case-control");
    expect(found).toMatchObject({ file: "a.csv", notReviewed: 4, audit: { positive: 1, reviewed: 3 } });
    expect(found.left).toBe(bags.unlabeled().size - 3);
    expect([...(found.found ?? [])]).toEqual([first]);
    expect(found.bags.negative().ids()).toEqual([second, third]);
    const single = withReview(bags, { file: "a.csv", answers, notReviewed: 0 }, "single-set");
    expect(single.bags.negative().size).toBe(0);
  });
});
