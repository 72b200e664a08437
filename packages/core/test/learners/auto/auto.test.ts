import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { LABEL_CODE, type Label } from "../../../src/bags/label.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import type { SynthesiseOptions } from "../../../src/bags/synthesise-options.js";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { autoData } from "../../../src/learners/auto/data.js";
import type { AutoOptions } from "../../../src/learners/auto/options.js";
import { checkedAutoOptions } from "../../../src/learners/auto/options.js";
import { usualNegativeWeight } from "../../../src/learners/shared/negative-weight.js";
import type { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { startingBelief } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { auc } from "../../../src/scores/classification.js";
import { rebuilt, shuffleBags, shuffleInstances, trainingSet } from "../make.js";

const SHAPE = { dimensions: 5, distance: 3, bagSize: [2, 5] } as const;

/** Training bags, and others of the same kind with their true labels. */
function drawn(seed: number, options: SynthesiseOptions = {}) {
  const shape = { ...SHAPE, ...options };
  const { bags, truth } = synthesise({ bags: 80, labeled: 20, seed, ...shape });
  const test = synthesise({ ...shape, bags: 150, labeled: 0, seed: 1000 + seed });
  const truthOf = test.truth.map((label) => LABEL_CODE[label]);
  const aucOf = (model: Model) => auc(model.scores(test.bags), truthOf);
  return { bags, truth, test: test.bags, truthOf, aucOf };
}

/** The same bags with the first of the unlabeled bags that are truly negative labelled so. */
function withNegatives({ bags, truth }: { bags: BagSet; truth: readonly Label[] }, number: number): BagSet {
  let left = number;
  return bags.withLabels(
    bags
      .labels()
      .map((label, i) => (label === "unlabeled" && truth[i] === "negative" && left-- > 0 ? "negative" : label)),
  );
}

/** Bags in which nothing tells positive from other bags. */
function noise(seed: number, { bags = 60, positives = 15 } = {}): BagSet {
  const draw = random(seed);
  return BagSet.from({
    data: Array.from({ length: bags * 3 * 4 }, () => draw.normal()),
    offsets: Array.from({ length: bags + 1 }, (_, i) => 3 * i),
    ids: Array.from({ length: bags }, (_, i) => `b${i}`),
    labels: Array.from({ length: bags }, (_, i) => (i < positives ? "positive" : "unlabeled")),
    features: ["a", "b", "c", "d"],
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const codes = ({ card }: Model) => card.notes.map(({ code }) => code);

async function refusal(work: () => unknown): Promise<InputError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  throw new Error("it was accepted");
}

describe("auto ranks", () => {
  it("far better than chance where there is something to find, without an option", async () => {
    const found = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const { bags, aucOf } = drawn(seed);
        return aucOf(await auto().fit(bags));
      }),
    );
    for (const value of found) expect(value).toBeGreaterThan(0.75);
  });

  it("the same whatever is known of the prior", async () => {
    const { bags, test } = drawn(4);
    const order = async (options: AutoOptions) => (await auto(options).fit(bags)).rank(test).map(({ bag }) => bag);
    const usual = await order({});
    for (const options of [{ prior: 0.05 }, { prior: 0.9 }, { priorAtMost: 0.2 }, { audited: "3/30" }])
      expect(await order(options)).toEqual(usual);
  });
});

describe("auto answers", () => {
  it("with log-odds: the probability is their sigmoid, and a positive answer is one that is likelier than not", async () => {
    const { bags, test } = drawn(5, { bags: 300, labeled: 80 });
    const model = await auto({ bootstrap: 0 }).fit(bags);
    expect(model.card.separation?.p).toBeLessThan(0.0005);
    for (const { score, probability, predicted } of model.predict(test)) {
      expect(probability).toBeCloseTo(1 / (1 + Math.exp(-score)), 12);
      expect(predicted).toBe((probability ?? 0) >= 0.5 ? "positive" : "negative");
    }
  });

  it("better than the constant guess where the classes are far apart", async () => {
    const { bags, truth } = drawn(6, { distance: 8, prior: 0.4 });
    const model = await auto().fit(bags);
    // By models that have not seen the bag: trees take unlabeled bags for negative, and remember some.
    const predicted = model.predict(bags, { heldOut: true });
    const unlabeled = bags.labels().flatMap((label, i) => (label === "unlabeled" ? [i] : []));
    const right = unlabeled.filter((i) => predicted[i].predicted === truth[i]).length / unlabeled.length;
    expect(right).toBeGreaterThan(0.9);
    expect(model.card.chosen.decision).toBe("by-score");
    expect(codes(model)).not.toContain("constant-guess");
    expect(model.card.reasons?.at(-2)).toMatch(/\d+ of 60 unlabeled bags/);
  });

  it.each([
    [0.2, "all-negative", "negative"],
    [0.8, "all-positive", "positive"],
  ] as const)(
    "with the constant guess where there is nothing to find and the prior is %d, and says so",
    async (prior, decision, label) => {
      const bags = noise(1);
      const model = await auto({ prior }).fit(bags);
      expect(model.card.chosen.decision).toBe(decision);
      const note = model.card.notes.find(({ code }) => code === "constant-guess");
      expect(note?.message).toContain(label);
      expect(model.card.reasons?.at(-1)).toContain(label);
      const others = noise(2, { positives: 0 });
      expect(new Set(model.predict(others).map((each) => each.predicted))).toEqual(new Set([label]));
      // It still ranks: no two bags become the same.
      expect(new Set(model.scores(others)).size).toBe(others.size);
    },
  );

  it("with larger probabilities the larger the prior is, and in between where it may be either", async () => {
    const { bags, test } = drawn(7);
    const meanOf = async (options: AutoOptions) =>
      mean(
        (await auto({ ...options, bootstrap: 0 }).fit(bags)).predict(test).map(({ probability }) => probability ?? 0),
      );
    const low = await meanOf({ prior: 0.1 });
    const between = await meanOf({ prior: "0.1..0.8" });
    const high = await meanOf({ prior: 0.8 });
    expect(low).toBeLessThan(between);
    expect(between).toBeLessThan(high);
  });
});

describe("the prior of auto", () => {
  const { bags } = drawn(8, { prior: 0.4, distance: 5 });
  const priorOf = async (options: AutoOptions, set = bags) => {
    const { prior } = (await auto(options).fit(set)).card;
    if (prior === null) throw new Error("there is no prior");
    return prior;
  };

  it("is a distribution whose mean is the value, with a 90 % interval", async () => {
    const { value, low, high, method, belief } = await priorOf({});
    expect(method).toBe("held-out scores");
    expect(belief?.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(value).toBeCloseTo(belief?.points.reduce((sum, pi, i) => sum + pi * belief.weights[i], 0) ?? 0, 12);
    const inside = belief?.points.reduce((sum, pi, i) => sum + (pi > low && pi < high ? belief.weights[i] : 0), 0);
    // An end may be that of all possible values.
    expect(inside).toBeGreaterThan(0.88);
    expect(inside).toBeLessThan(0.96);
    expect([low < 0.4, 0.4 < high]).toEqual([true, true]);
  });

  it("is exactly what is said, as a number or as text", async () => {
    for (const prior of [0.3, "0.3", "0.3..0.3"])
      expect(await priorOf({ prior })).toMatchObject({
        value: 0.3,
        low: 0.3,
        high: 0.3,
        method: "given",
        clipped: false,
      });
    expect((await priorOf({ prior: 0.3 })).belief).toBeUndefined();
  });

  it("stays in the range that is said", async () => {
    for (const options of [{ prior: "0.1..0.25" }, { prior: "0.1..0.6", priorAtMost: 0.25 }]) {
      const { value, low, high, method, belief } = await priorOf(options);
      expect(method).toBe("held-out scores and the range given");
      expect(belief?.points[0]).toBeGreaterThan(0.1);
      expect(belief?.points.at(-1)).toBeLessThan(0.25);
      expect([0.1 <= low, low < value, value < high, high <= 0.25]).toEqual([true, true, true, true]);
    }
    expect((await priorOf({ priorAtMost: 0.2 })).high).toBeLessThanOrEqual(0.2);
  });

  it("learns from an audit: the interval is narrower, around what was found", async () => {
    const usual = await priorOf({});
    const audited = await priorOf({ audited: "20/50" });
    expect(audited.method).toBe("held-out scores and the audit");
    expect(audited.high - audited.low).toBeLessThan(usual.high - usual.low);
    expect(Math.abs(audited.value - 0.4)).toBeLessThan(0.1);
    const ranged = await priorOf({ audited: "20/50", priorAtMost: 0.5 });
    expect(ranged.method).toBe("held-out scores and the range given and the audit");
  });

  it("leaves an audit nothing to change when it is said exactly, and says so", async () => {
    const model = await auto({ prior: 0.3, audited: "9/10" }).fit(bags);
    expect(model.card.prior?.value).toBe(0.3);
    expect(codes(model)).toContain("audit-unused");
    expect(codes(await auto({ prior: 0.3 }).fit(bags))).not.toContain("audit-unused");
  });

  it.each<[AutoOptions, RegExp]>([
    [{ prior: "0.5..0.8", priorAtMost: 0.4 }, /0\.5\.\.0\.8 is not at most 0\.4/],
    [{ prior: 0.6, priorAtMost: 0.4 }, /0\.6 is not at most 0\.4/],
    [{ prior: "0.4..0.1" }, /first number is the larger/],
    [{ prior: 1 }, /prior is "1"/],
    [{ prior: Number.NaN }, /prior is "NaN"/],
    [{ prior: "30%" }, /percentage/],
    [{ prior: "ratio" }, /prior is "ratio"/],
    [{ priorAtMost: 0 }, /priorAtMost is 0/],
    [{ audited: "8/7" }, /more positives than bags/],
    [{ audited: "0/0" }, /audit 0\/0/],
    [{ audited: "many" }, /audited is "many"/],
  ])("is refused at once when it is nonsense: %j", async (options, message) => {
    const error = await refusal(() => auto(options));
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(/^\S.*\.$/);
  });

  it("of a single set counts the labelled bags, so that it is not below their share", async () => {
    const scenario = "single-set";
    const { low, belief } = await priorOf({ scenario });
    expect(belief?.points[0]).toBeGreaterThan(20 / 80);
    expect(low).toBeGreaterThan(20 / 80);
    expect((await priorOf({ scenario, prior: 0.5 })).value).toBe(0.5);
    for (const options of [{ prior: 0.1 }, { priorAtMost: 0.2 }, { prior: "0.05..0.2" }]) {
      const { code, message } = await refusal(() => auto({ scenario, ...options }).fit(bags));
      expect(code).toBe("prior-contradiction");
      expect(message).toContain("0.25 of all bags");
    }
  });

  it("comes back from a model file with its distribution, and with the reasons", async () => {
    const model = await auto({ audited: "7/30" }).fit(bags);
    for (const form of ["binary", "json"] as const) {
      const { card } = decodeModel(encodeModel(model, { form }));
      expect(card.prior?.belief).toEqual(model.card.prior?.belief);
      expect(card.reasons).toEqual(model.card.reasons);
    }
  });
});

describe("known negatives in auto", () => {
  it("are used, and their weight is on the card and in the words", async () => {
    const bags = withNegatives(drawn(9), 12);
    const model = await auto().fit(bags);
    expect(model.card.training).toMatchObject({ positive: 20, unlabeled: 48, negative: 12 });
    expect(model.card.chosen.negativeWeight).toBeGreaterThanOrEqual(0);
    expect(model.card.reasons?.[3]).toContain(`12 bags with weight ${model.card.chosen.negativeWeight}`);
    expect(codes(model)).toContain("negatives");
    const without = await auto({ negatives: "drop" }).fit(bags);
    expect(without.card.chosen).not.toHaveProperty("negativeWeight");
    expect(without.card.training).not.toHaveProperty("negative");
  });

  it("have the usual weight where they are few", async () => {
    const model = await auto({ prior: 0.3 }).fit(withNegatives(drawn(9), 3));
    expect(model.card.chosen.negativeWeight).toBe(
      usualNegativeWeight({ positive: 20, unlabeled: 57, negative: 3 }, 0.3),
    );
    expect((await auto().fit(withNegatives(drawn(9), 1))).card.reasons?.[3]).toContain("1 bag with weight");
  });

  it("make a better ranking than without them", async () => {
    const gains = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => {
        const each = drawn(seed, { distance: 2, bags: 120, labeled: 10 });
        const bags = withNegatives(each, 30);
        return (
          each.aucOf(await auto({ bootstrap: 0 }).fit(bags)) -
          each.aucOf(await auto({ bootstrap: 0, negatives: "drop" }).fit(bags))
        );
      }),
    );
    expect(mean(gains)).toBeGreaterThan(0);
  });

  it("work in a single set, where nothing can be held out, and with all of them alike", async () => {
    const each = drawn(9);
    const bags = withNegatives(each, 12);
    const single = await auto({ scenario: "single-set" }).fit(bags);
    expect([...single.scores(each.test)].every(Number.isFinite)).toBe(true);
    const first = bags.labels().indexOf("positive");
    const one = await auto().fit(bags.filter((i) => bags.labelOf(i) !== "positive" || i === first));
    expect([...one.scores(each.test)].every(Number.isFinite)).toBe(true);
    const alike = await auto().fit(
      rebuilt(bags, (rows, i) => (bags.labelOf(i) === "negative" ? [[0, 0, 0, 0, 0]] : rows)),
    );
    expect([...alike.scores(each.test)].every(Number.isFinite)).toBe(true);
    expect(alike.card.certificate.status).toBe("solved");
  });
});

describe("bags that auto holds out", () => {
  const dataOf = (bags: BagSet) => autoData(bags, checkedAutoOptions({}));

  /** The fold of each bag by its id. */
  async function foldsOf(bags: BagSet): Promise<Map<string, number>> {
    const { bags: ordered, folds } = await dataOf(bags);
    if (folds === undefined) throw new Error("nothing was held out");
    return new Map(ordered.ids().map((id, i) => [id, folds.of[i]]));
  }

  it("are together with their near-duplicates, also with those of another label", async () => {
    const { bags } = drawn(10);
    const ids = bags.ids();
    const pairs = ids.map((_, i) => (i < 40 ? i : i - 40));
    const copied = rebuilt(bags, (rows, i) =>
      i < 40 ? rows : rowsOf(bags, pairs[i]).map((row) => row.map((x) => x * (1 + 1e-9))),
    );
    const fold = await foldsOf(copied);
    for (let i = 40; i < 80; i++) expect(fold.get(ids[i])).toBe(fold.get(ids[i - 40]));
    expect(new Set(fold.values()).size).toBeGreaterThan(5);
    const model = await auto().fit(copied);
    expect(model.card.notes.find(({ code }) => code === "near-duplicates")?.message).toContain("80 bags");
    const { distinct } = await dataOf(copied);
    expect(distinct.positive).toBeLessThanOrEqual(1);
    expect(distinct.unlabeled).toBeLessThan(0.8);
  });

  it("are together with their group, and with the groups of their near-duplicates", async () => {
    const { bags } = drawn(11);
    const groups = Array.from({ length: 80 }, (_, i) => `g${i % 20}`);
    const grouped = rebuilt(bags, (rows) => rows, { groups });
    const fold = await foldsOf(grouped);
    for (const [i, id] of bags.ids().entries()) expect(fold.get(id)).toBe(fold.get(bags.idOf(i % 20)));
    // Bag 1 of group 1 is a copy of bag 0 of group 0: both groups become one.
    const joined = await foldsOf(rebuilt(grouped, (rows, i) => (i === 1 ? rowsOf(grouped, 0) : rows), { groups }));
    for (const i of [20, 21, 40, 41]) expect(joined.get(bags.idOf(i))).toBe(joined.get(bags.idOf(0)));
  });

  it("are none when the positive bags are all copies of one", async () => {
    const { bags } = drawn(12);
    const first = bags.labels().indexOf("positive");
    const model = await auto().fit(
      rebuilt(bags, (rows, i) => (bags.labelOf(i) === "positive" ? rowsOf(bags, first) : rows)),
    );
    expect(codes(model)).toContain("nothing-held-out");
    expect(model.card.measures).toBeNull();
  });
});

describe("auto with little", () => {
  it("ranks with a single positive bag, and gives each bag the probability of the prior", async () => {
    const { bags, test, aucOf } = drawn(13, { distance: 6, labeled: 1 });
    const model = await auto({ prior: 0.3 }).fit(bags);
    expect(codes(model)).toContain("nothing-held-out");
    expect(model.card.measures).toBeNull();
    expect(aucOf(model)).toBeGreaterThan(0.6);
    for (const { probability } of model.predict(test)) expect(probability).toBeCloseTo(0.3, 4);
    const nothing = (await auto().fit(bags)).card.prior;
    expect(nothing?.value).toBeCloseTo(describeBelief(startingBelief()).mean, 10);
  });

  it.each<[string, () => BagSet]>([
    ["values of 1e200", () => rebuilt(trainingSet(), (rows) => rows.map((row) => row.map((x) => x * 1e200)))],
    ["values of 1e-200", () => rebuilt(trainingSet(), (rows) => rows.map((row) => row.map((x) => x * 1e-200)))],
    ["one value far out", () => rebuilt(trainingSet(), (rows, i) => (i === 3 ? [[1e15, 0, 0]] : rows))],
    ["a constant feature", () => rebuilt(trainingSet(), (rows) => rows.map(([a, b]) => [a, b, 7]))],
    [
      "positive bags that are all alike",
      () => rebuilt(trainingSet(), (rows, i) => (trainingSet().labelOf(i) === "positive" ? [[1, 1, 1]] : rows)),
    ],
    [
      "unlabeled bags that are all alike",
      () => rebuilt(trainingSet(), (rows, i) => (trainingSet().labelOf(i) === "unlabeled" ? [[1, 1, 1]] : rows)),
    ],
    ["values 0 and 1 only", () => rebuilt(trainingSet(), (rows) => rows.map((row) => row.map((x) => (x > 0 ? 1 : 0))))],
    ["one group for all", () => rebuilt(trainingSet(), (rows) => rows, { groups: new Array<string>(30).fill("g") })],
  ])("has numbers for scores, and a prior, with %s", async (_, make) => {
    const set = make();
    for (const options of [{}, { prior: 0.3 }, { scenario: "single-set" }] as const) {
      const model = await auto(options).fit(set);
      const { prior, certificate, measures } = model.card;
      expect([...model.scores(set)].every(Number.isFinite)).toBe(true);
      expect(decodeModel(encodeModel(model)).scores(set)).toEqual(model.scores(set));
      expect(
        [prior?.value, prior?.low, prior?.high].every((value) => value !== undefined && value >= 0 && value <= 1),
      ).toBe(true);
      if (certificate.status !== "solved") expect(codes(model)).toContain("certificate");
      for (const name of ["recall", "accuracy", "auc", "positiveRate"] as const)
        for (const value of Object.values(measures?.[name] ?? {})) expect(value).not.toBeNaN();
    }
  });
});

it.each([200, -200])("auto ranks in units of 1e%d nearly as in others", async (power) => {
  const { bags, test, truthOf } = drawn(17);
  const scaled = (set: BagSet) => rebuilt(set, (rows) => rows.map((row) => row.map((x) => x * 10 ** power)));
  const usual = auc((await auto({ prior: 0.3 }).fit(bags)).scores(test), truthOf);
  const other = auc((await auto({ prior: 0.3 }).fit(scaled(bags))).scores(scaled(test)), truthOf);
  expect(usual).toBeGreaterThan(0.7);
  expect(Math.abs(other - usual)).toBeLessThan(0.03);
});

describe("auto with many bags", () => {
  it("takes 300 landmarks above 1,000 bags", async () => {
    const { bags, aucOf } = drawn(14, { bags: 1001, labeled: 60 });
    const model = await auto({ bootstrap: 0 }).fit(bags);
    expect(model.card.training.centres).toBe(300);
    expect(model.card.certificate.status).toBe("solved");
    expect(model.card.reasons?.join(" ")).toContain("300 landmarks as centres");
    expect(aucOf(model)).toBeGreaterThan(0.75);
    const fewer = bags.subset(Array.from({ length: 1000 }, (_, i) => i));
    expect((await autoData(fewer, checkedAutoOptions({}))).centres).toHaveLength(1000);
  });
});

describe("auto is the same", () => {
  it("to the byte for the same seed and whatever the order of the file, with landmarks too", async () => {
    for (const options of [{}, { bags: 1001, labeled: 40, dimensions: 1, bagSize: [1, 1] }] as const) {
      const { bags, test } = drawn(15, options);
      const first = encodeModel(await auto({ seed: 3, bootstrap: 5 }).fit(bags));
      expect(encodeModel(await auto({ seed: 3, bootstrap: 5 }).fit(bags))).toEqual(first);
      const other = await auto({ seed: 3, bootstrap: 5 }).fit(shuffleBags(bags));
      expect(other.scores(test)).toEqual(decodeModel(first).scores(test));
      expect(other.card.prior).toEqual(decodeModel(first).card.prior);
      expect(other.card.chosen).toEqual(decodeModel(first).card.chosen);
    }
  }, 60_000);

  it("in another unit of any feature, useless or not, with landmarks too", async () => {
    for (const options of [{}, { bags: 1001, labeled: 40, dimensions: 2, bagSize: [1, 2] }] as const) {
      const { bags, test } = drawn(17, options);
      /** The first feature replaced by noise, and one feature changed. */
      const changed = (set: BagSet, feature: number, change: (x: number) => number) => {
        const draw = random(set.size);
        return rebuilt(set, (rows) =>
          rows.map((row) => [draw.normal(), ...row.slice(1)].map((x, j) => (j === feature ? change(x) : x))),
        );
      };
      const scoresOf = async (feature: number, change: (x: number) => number) =>
        (await auto({ bootstrap: 0 }).fit(changed(bags, feature, change))).scores(changed(test, feature, change));
      const plain = await scoresOf(0, (x) => x);
      for (const feature of [0, 1]) expect(await scoresOf(feature, (x) => x * 2 ** 30)).toEqual(plain);
      if (options.bags !== undefined) continue;
      (await scoresOf(1, (x) => 3.7 * x - 12)).forEach((score, i) => {
        expect(score).toBeCloseTo(plain[i], 9);
      });
    }
  }, 60_000);

  it("whatever the order of instances, but for rounding", async () => {
    const bags = trainingSet();
    expect((await auto().fit(shuffleInstances(bags))).card.chosen).toEqual((await auto().fit(bags)).card.chosen);
  });
});

describe("the words of auto", () => {
  it("say in whole sentences what was chosen and why", async () => {
    const { reasons = [], notes } = (await auto().fit(withNegatives(drawn(16), 6))).card;
    expect(reasons).toHaveLength(6);
    for (const reason of reasons) {
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toMatch(/undefined|NaN|\[object/);
    }
    const text = reasons.join("\n");
    for (const topic of [
      /^Bags are compared in five ways/m,
      /^Ranking: /m,
      /^Average: .* 200 randomised trees on summaries of bags \d+ % and 200 randomised trees on instances \d+ %/m,
      /^Known negatives: /m,
      /^Decision: /m,
      /^Expected: /m,
    ])
      expect(text).toMatch(topic);
    expect(text).toMatch(/10 folds/);
    for (const { message } of notes) expect(message).not.toMatch(/undefined|NaN|\.$/);
  });

  it("say which features are scaled together, if there are any", async () => {
    const draw = random(4);
    const words = Array.from({ length: 60 }, () => Array.from({ length: 30 }, () => Math.max(0, draw.below(10) - 8)));
    const bags = BagSet.from({
      data: words.flat(),
      offsets: Array.from({ length: 61 }, (_, i) => i),
      ids: words.map((_, i) => `b${i}`),
      labels: words.map((_, i) => (i < 15 ? "positive" : "unlabeled")),
      features: Array.from({ length: 30 }, (_, j) => `word${j}`),
    });
    const { reasons = [] } = (await auto({ bootstrap: 0 }).fit(bags)).card;
    expect(reasons.join("\n")).toMatch(/^Units: \d+ features .* scaled together/m);
  });
});

function rowsOf(bags: BagSet, i: number): number[][] {
  const bag = bags.subset([i]);
  const [only] = bag;
  return Array.from({ length: only.size }, (_, j) => [...only.instance(j)]);
}
