import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { groupCopies } from "../../../src/bags/copies/group-copies.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import type { Learner } from "../../../src/learners/learner.js";
import { learnerByName } from "../../../src/learners/registry.js";
import { copiesApart } from "../../../src/learners/shared/copies-apart.js";
import { nested } from "../../bags/make.js";

/** Twenty-four bags and a noisy copy of each of the first eight, with the label of the original. */
function withCopies(): BagSet {
  const { bags } = synthesise({ bags: 24, labeled: 8, dimensions: 6, seed: 4 });
  const generator = random(1);
  const rows = nested(bags);
  const copies = rows.slice(0, 8).map((bag) => bag.map((row) => row.map((x) => x + 0.02 * generator.normal())));
  const all = [...rows, ...copies];
  const offsets = [0];
  for (const bag of all) offsets.push((offsets.at(-1) ?? 0) + bag.length);
  return BagSet.from({
    data: all.flat(2),
    offsets,
    ids: all.map((_, i) => `b${String(i).padStart(2, "0")}`),
    labels: all.map((_, i) => bags.labelOf(i < 24 ? i : i - 24)),
    features: bags.features,
  });
}

describe("copiesApart", () => {
  const bags = withCopies();
  const inFolds = (of: (i: number) => number) => ({ of: Array.from({ length: 32 }, (_, i) => of(i)) });

  it("counts the bags of the sets whose members are in different folds", () => {
    // A bag and its copy, 24 behind it, are in folds 0 and 1, except for the first two.
    const [note] = copiesApart(
      bags,
      inFolds((i) => (i % 24 < 2 ? 0 : Math.floor(i / 24))),
      {},
    );
    expect(note.code).toBe("copies-apart");
    expect(note.message).toMatch(/^12 bags in 6 sets /);
    expect(note.message).toContain("the option groups");
  });

  it("says nothing when copies are together, when there are no folds, and when nobody asks", () => {
    const apart = inFolds((i) => Math.floor(i / 24));
    expect(
      copiesApart(
        bags,
        inFolds((i) => (i % 24) % 3),
        {},
      ),
    ).toEqual([]);
    expect(copiesApart(bags, undefined, {})).toEqual([]);
    expect(copiesApart(bags, apart, { findCopies: false })).toEqual([]);
    expect(copiesApart(bags, apart, {})).toHaveLength(1);
  });

  it("looks only at bags that are in a fold", () => {
    const rows = [0, 1, 24, 9];
    const [note] = copiesApart(bags, { rows, of: [0, 0, 1, 1] }, {});
    expect(note.message).toMatch(/^2 bags in 1 set /);
  });
});

describe.each([
  ["pu-skc", { prior: 0.4, degree: 1, lambda: 0.1 }],
  ["lsdd", {}],
  ["dsdd", { width: 2, lambda: [0.1, 1] }],
] as const)("%s", (name, options) => {
  const learner: Learner = learnerByName(name).create({ ...options });
  const codes = async (bags: BagSet, findCopies?: boolean) =>
    (await learner.fit(bags, { findCopies })).card.notes.map(({ code }) => code);

  it("warns of copies in different folds, until groups keep them together", async () => {
    const bags = withCopies();
    expect(await codes(bags)).toContain("copies-apart");
    expect(await codes(bags, false)).not.toContain("copies-apart");
    expect(await codes(groupCopies(bags).bags)).not.toContain("copies-apart");
    expect(await codes(synthesise({ bags: 30, labeled: 8, seed: 4 }).bags)).not.toContain("copies-apart");
  });
});
