import { describe, expect, it } from "vitest";
import {
  type CompareOptions,
  checkedCompare,
  compareData,
  FAMILIES,
  familyData,
  planCompare,
} from "../../../bagwise/src/entries/lab.js";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";
import { originalSizes } from "../../src/draws/draw-original.js";
import { originals, readPaperData } from "../make.js";

const wolf = compareData("wolf", originals({ positive: 400, negative: 400 }));
const small = {
  methods: ["pu-skc:given", "lsdd@data"],
  trials: 2,
  priors: [0.6, 0.3],
  unlabeled: 30,
  test: 40,
  labeled: [5],
};
/** What a function throws. */
function errorOf(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return error;
  }
}
const plan = (options: CompareOptions = small, data = [wolf]) => planCompare(data, checkedCompare(options));

describe("compareData", () => {
  it("counts, and scales and copies data that the paper does not know in the usual way", () => {
    expect(compareData("wolf", originals({ positive: 3, negative: 4 }))).toEqual({
      ...{ name: "wolf", title: "wolf", features: 3, positive: 3, negative: 4 },
      ...{ multiple: 5, scaling: "z-score", eta: null, counts: false },
    });
    // The name alone does not make it the paper's.
    expect(compareData("fox", originals())).toMatchObject({ scaling: "z-score", eta: null, title: "fox" });
  });

  const folder = dataFolder();
  it.skipIf(missing("the paper's data", folder))("knows the paper's by name and shape", () => {
    const fox = readPaperData(folder ?? "", "fox");
    expect(compareData("fox", fox)).toMatchObject({ title: "Fox", scaling: "none", multiple: 5, eta: 1e4 });
    expect(compareData("dog", fox)).toMatchObject({ title: "dog", scaling: "z-score", eta: null });
  });

  it("wants the truth of every bag, and both labels", () => {
    const bags = originals();
    const unknown = bags.withLabels(bags.labels().map((label, i) => (i === 3 ? "unlabeled" : label)));
    expect(() => compareData("wolf", unknown)).toThrow(/bag "b3"/);
    expect(() => compareData("wolf", bags.positive())).toThrow(/40 .* 0 /);
  });
});

describe("planCompare", () => {
  it("leaves counts of words as they are where no noise is added", () => {
    const words = { ...wolf, counts: true };
    const { specs } = plan({ ...small, protocols: ["original", "disjoint"] }, [words]);
    for (const { protocol, scaling } of specs) expect(scaling).toBe(protocol === "original" ? "none" : "z-score");
  });

  it("goes by data set, protocol, prior, seed, trial and arm, arms in the order given", () => {
    const { specs, notes } = plan({ ...small, seeds: [2, 1], protocols: ["original", "disjoint"] });
    expect(notes).toEqual([]);
    expect(specs).toHaveLength(2 * 2 * 2 * 2 * 2);
    expect(
      specs.slice(0, 5).map(({ protocol, prior, seed, trial, method }) => [protocol, prior, seed, trial, method]),
    ).toEqual([
      ["disjoint", 0.3, 1, 0, "pu-skc:given"],
      ["disjoint", 0.3, 1, 0, "lsdd"],
      ["disjoint", 0.3, 1, 1, "pu-skc:given"],
      ["disjoint", 0.3, 1, 1, "lsdd"],
      ["disjoint", 0.3, 2, 0, "pu-skc:given"],
    ]);
    expect(specs[1]).toMatchObject({
      experiment: "compare",
      knowledge: "data",
      scaling: "z-score",
      multiple: 5,
      eta: null,
    });
  });

  it("runs families in their own setting, by the protocol original, unless told otherwise", () => {
    const families = FAMILIES.map(familyData);
    const { specs } = planCompare(
      families,
      checkedCompare({ methods: ["lsdd"], trials: 1, protocols: ["paper", "leak-free"] }),
    );
    expect(specs).toHaveLength(FAMILIES.length);
    for (const [k, { name, setting }] of FAMILIES.entries())
      expect(specs[k]).toMatchObject({ dataset: `family:${name}`, protocol: "original", ...setting });
    const told = planCompare(
      families.slice(0, 1),
      checkedCompare({ methods: ["lsdd"], trials: 1, priors: [0.2, 0.4], labeled: [7] }),
    );
    expect(told.specs.map(({ prior, labeled }) => [prior, labeled])).toEqual([
      [0.2, 7],
      [0.4, 7],
    ]);
  });

  it("leaves out, with a note, what a data set has too few bags for", () => {
    const tiny = compareData("tiny", originals({ positive: 20, negative: 20 }));
    const { specs, notes } = planCompare([tiny], checkedCompare({ methods: ["lsdd"], trials: 1, priors: [0.5] }));
    expect(specs.map(({ protocol }) => protocol)).toEqual(["original"]);
    const [{ code, message }] = notes;
    expect(code).toBe("data-set-left-out");
    expect(message).toMatch(/^tiny .*\b20 .*\b20 .*\bleak-free\b.*\b20 .*\b180 .*\b200 .*\b0\.5\b/);
    expect(message).toMatch(/--unlabeled \d+ --test \d+/);
    const refused = errorOf(() => planCompare([tiny], checkedCompare({ methods: ["lsdd"], protocols: ["paper"] })));
    expect(refused).toMatchObject({ code: "too-few-bags" });
    expect(String(refused)).toMatch(/tiny .*\bpaper\b.*--unlabeled \d+ --test \d+/);
  });

  it("advises the largest numbers of bags that do", () => {
    const tiny = compareData("tiny", originals({ positive: 30, negative: 20 }));
    const base = { methods: ["lsdd"], trials: 1, priors: [0.3, 0.5], protocols: ["leak-free"] };
    const attempt = (changes: CompareOptions) => () => planCompare([tiny], checkedCompare({ ...base, ...changes }));
    const [, unlabeled, test] = (/--unlabeled (\d+) --test (\d+)/.exec(String(errorOf(attempt({})))) ?? []).map(Number);
    expect(attempt({ unlabeled, test })().notes).toEqual([]);
    expect(attempt({ unlabeled, test })().specs).toHaveLength(2);
    const larger = { unlabeled: unlabeled + 1, test: Math.floor(((unlabeled + 1) * 200) / 180) };
    const { notes } = planCompare([tiny, wolf], checkedCompare({ ...base, ...larger }));
    expect(notes[0].message).toMatch(/^tiny /);
  });

  it("says so where fewer bags are labelled or reviewed than was asked for", () => {
    const tiny = compareData("tiny", originals({ positive: 30, negative: 30 }));
    const { specs, notes } = planCompare(
      [tiny, wolf],
      checkedCompare({
        methods: ["lsdd", "pu-skc@labels:500"],
        protocols: ["original"],
        priors: [0.4, 0.5],
        trials: 1,
      }),
    );
    // What is drawn is as before.
    expect(new Set(specs.map(({ labeled }) => labeled))).toEqual(new Set([20]));
    expect(notes.map(({ code }) => code)).toEqual(["fewer-labeled", "fewer-reviewed"]);
    expect(notes[0].message).toMatch(/\b12 of tiny .*\b20$/);
    const fewest = Math.min(
      ...[0.4, 0.5].map((prior) => {
        const sizes = originalSizes(tiny, { labeled: 20, unlabeled: 180, test: 200, prior });
        return Math.floor(0.8 * (sizes?.unlabeled ?? Number.NaN));
      }),
    );
    expect(notes[1].message).toMatch(new RegExp(`^pu-skc@labels:500 .* 4 of 4 cells .* 500\\b.* ${fewest}$`));
  });
});

describe("checkedCompare", () => {
  it("has defaults for all but nothing that a family has of its own", () => {
    const grid = checkedCompare({});
    expect(grid).toMatchObject({ trials: 20, seeds: [1], protocols: ["leak-free", "original"], noise: "reference" });
    expect(grid.reference).toBe(grid.arms[0].name);
    expect(Object.values(grid.asked).every((each) => each === undefined)).toBe(true);
  });

  it("takes each arm once, and one of them as the reference", () => {
    const grid = checkedCompare({ methods: ["lsdd", "lsdd@true", "pu-skc"], reference: "pu-skc" });
    expect(grid.arms.map(({ name }) => name)).toEqual(["lsdd@true", "pu-skc@true"]);
    expect(grid.reference).toBe("pu-skc@true");
  });

  it.each<[CompareOptions, RegExp]>([
    [{ methods: [] }, /methods/],
    [{ methods: ["wolf"] }, /no method "wolf"/],
    [{ methods: ["lsdd"], reference: "pu-skc" }, /reference is "pu-skc"/],
    [{ protocols: ["papers"] }, /protocols is "papers".*paper, leak-free, disjoint, original/],
    [{ priors: [1] }, /priors is 1\b/],
    [{ priors: [0] }, /priors/],
    [{ trials: 0 }, /trials/],
    [{ seeds: [1.5] }, /seeds/],
    [{ labeled: [0] }, /labeled/],
    [{ noise: "loud" as "printed" }, /noise/],
    [{ wolf: 1 } as CompareOptions, /wolf/],
  ])("refuses %j", (options, message) => {
    expect(() => checkedCompare(options)).toThrow(message);
  });
});
