import { type BagSet, contentHash } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { auc } from "@bagwise/core/scores";
import { describe, expect, it } from "vitest";
import { FAMILY_DEFINITIONS, plainPopulation } from "../../src/families/definitions.js";
import { drawFamily, FAMILIES, familyByName, oracleScores } from "../../src/families/families.js";
import { bagLogRatio, type Population, populationBag } from "../../src/families/population.js";

const NAMES = FAMILIES.map(({ name }) => name);
const codes = (bags: BagSet) => bags.labels().map((label) => (label === "positive" ? 1 : -1));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const column = (bags: BagSet, j: number) => [...bags.toMatrix()].filter((_, k) => k % bags.dimension === j);
const population = (name: string, seed = 1): Population =>
  (FAMILY_DEFINITIONS[name].population ?? plainPopulation)(random(seed));

describe("familyByName", () => {
  it("finds every family, and lists them when there is none of the name", () => {
    for (const info of FAMILIES) expect(familyByName(info.name)).toBe(info);
    expect(new Set(NAMES).size).toBe(17);
    expect(() => familyByName("wolf")).toThrow(/no family "wolf".*plain, few-large-bags.*prior-0.9/);
    expect(() => drawFamily("toString", { seed: 1 })).toThrow(/no family "toString"/);
    expect(() => oracleScores("wolf", 1, drawFamily("plain", { seed: 1 }).test)).toThrow(/no family "wolf"/);
  });
});

describe.each(FAMILIES)("the family $name", ({ name, features, setting }) => {
  const seed = 4;
  const { training, test, truth } = drawFamily(name, { seed });

  it("has as many bags as its setting says, with the labels they should have, and no id twice", () => {
    expect(training.positive().size).toBe(setting.labeled);
    expect(training.unlabeled().size).toBe(setting.unlabeled);
    expect(training.size).toBe(setting.labeled + setting.unlabeled);
    expect(test.size).toBe(setting.test);
    expect(test.unlabeled().size).toBe(0);
    expect([training.dimension, test.dimension]).toEqual([features, features]);
    const ids = [...training.ids(), ...test.ids()];
    expect(new Set(ids).size).toBe(ids.length);
    expect(training.data.length + test.data.length).toBe((training.instances + test.instances) * features);
    for (const bags of [training, test]) expect(bags.data.subarray().slice().every(Number.isFinite)).toBe(true);
  });

  it("knows that labelled bags are positive", () => {
    expect(truth).toHaveLength(training.size);
    expect(truth.every((code) => code === 1 || code === -1)).toBe(true);
    expect(truth.subarray(0, setting.labeled).every((code) => code === 1)).toBe(true);
  });
});

// Families that differ in their setting alone have the same bags.
describe.each(FAMILIES.filter(({ name }) => name !== "plain" && FAMILY_DEFINITIONS[name].population === undefined))(
  "the labels of $name",
  ({ name, setting }) => {
    it("have the share of positives that the prior says, and the test bags have both", () => {
      const runs = 10;
      let positives = 0;
      let testPositives = 0;
      const size = 100;
      for (let run = 0; run < runs; run++) {
        const drawn = drawFamily(name, { labeled: 1, unlabeled: size, test: size, seed: run });
        positives += drawn.truth.subarray(1).filter((code) => code === 1).length;
        testPositives += drawn.test.positive().size;
        expect(drawn.test.positive().size).toBeGreaterThan(0);
        expect(drawn.test.negative().size).toBeGreaterThan(0);
      }
      const trials = runs * size;
      const four = 4 * Math.sqrt(trials * setting.prior * (1 - setting.prior));
      expect(Math.abs(positives - trials * setting.prior)).toBeLessThan(four);
      // Test bags of one label only are drawn again: at a prior of 0.02, 100 test bags have at least
      // one positive, 2.3 on average.
      const expected = (trials * setting.prior) / (1 - (1 - setting.prior) ** size);
      expect(Math.abs(testPositives - expected)).toBeLessThan(four);
    });
  },
);

describe.each(FAMILIES.filter(({ name }) => name === "plain" || FAMILY_DEFINITIONS[name].population !== undefined))(
  "the bags of $name",
  ({ name, features }) => {
    const seed = 4;

    it("is the same for the same seed and another for another", async () => {
      const small = { labeled: 3, unlabeled: 9, test: 12, prior: 0.5 };
      const hash = async (of: number) => {
        const drawn = drawFamily(name, { ...small, seed: of });
        return `${await contentHash(drawn.training)} ${await contentHash(drawn.test)} ${drawn.truth}`;
      };
      expect(await hash(7)).toBe(await hash(7));
      expect(await hash(7)).not.toBe(await hash(8));
    });

    it("has the hidden labels that the likelihood ratio gives a bag, in probability", () => {
      // Where sampler, labels and densities agree, P(positive | X) is a calibrated forecast: y -
      // P(positive | X) has mean 0 against any function of X.
      const prior = 0.4;
      const residuals: number[] = [];
      const weighted: number[] = [];
      let variance = 0;
      let weightedVariance = 0;
      for (let run = 0; run < 3; run++) {
        const drawn = drawFamily(name, { labeled: 1, unlabeled: 300, test: 2, prior, seed: 100 + run });
        const scores = oracleScores(name, 100 + run, drawn.training.unlabeled());
        for (const [i, score] of scores.entries()) {
          const chance = 1 / (1 + ((1 - prior) / prior) * Math.exp(-score));
          const residual = (drawn.truth[i + 1] === 1 ? 1 : 0) - chance;
          residuals.push(residual);
          weighted.push(residual * chance);
          variance += chance * (1 - chance);
          weightedVariance += chance ** 3 * (1 - chance);
        }
      }
      const n = residuals.length;
      expect(Math.abs(mean(residuals) * n)).toBeLessThan(4 * Math.sqrt(variance));
      expect(Math.abs(mean(weighted) * n)).toBeLessThan(4 * Math.sqrt(weightedVariance));
    });

    it("can be told apart neither by nothing nor for certain", () => {
      const drawn = drawFamily(name, { labeled: 1, unlabeled: 1, test: 500, prior: 0.5, seed });
      const best = auc(oracleScores(name, seed, drawn.test), codes(drawn.test));
      if (name === "no-signal") expect(best).toBe(0.5);
      else {
        expect(best).toBeGreaterThan(0.82);
        expect(best).toBeLessThan(0.99);
      }
    });

    it("has a positive instance in every positive bag and in no other, and bags of the sizes it says", () => {
      const source = random(3);
      const from = population(name);
      for (let run = 0; run < 40; run++) {
        for (const positive of [true, false]) {
          const { values, witnesses } = populationBag(from, positive, source);
          expect(values).toHaveLength(witnesses.length * features);
          expect(witnesses.length).toBeGreaterThanOrEqual(from.bagSize[0]);
          expect(witnesses.length).toBeLessThanOrEqual(from.bagSize[1]);
          const found = witnesses.reduce((sum, witness) => sum + witness, 0);
          if (!positive) expect(found).toBe(0);
          else if (from.witnesses === "one") expect(found).toBe(1);
          else expect(found).toBeGreaterThanOrEqual(1);
        }
      }
    });
  },
);

describe("drawFamily", () => {
  it("has the same test bags and the first bags in common whatever the number of labelled and unlabeled bags", async () => {
    const few = drawFamily("plain", { labeled: 5, unlabeled: 10, seed: 3 });
    const many = drawFamily("labels-500", { unlabeled: 40, seed: 3 });
    expect(await contentHash(few.test)).toBe(await contentHash(many.test));
    for (const [a, b] of [
      [0, 0],
      [4, 4],
      [5, 500],
      [14, 509],
    ]) {
      expect(few.training.idOf(a)).toBe(many.training.idOf(b));
      expect([...few.training.bag(a).values]).toEqual([...many.training.bag(b).values]);
    }
  });

  it("draws test labels again until there are both", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { test } = drawFamily("prior-0.02", { labeled: 1, unlabeled: 1, test: 2, seed });
      expect([test.positive().size, test.negative().size]).toEqual([1, 1]);
    }
  });

  it("says which option does not fit", () => {
    expect(() => drawFamily("plain", { seed: 1, labeled: 0 })).toThrow(/labeled is 0/);
    expect(() => drawFamily("plain", { seed: 1, unlabeled: 1.5 })).toThrow(/unlabeled is 1.5/);
    expect(() => drawFamily("plain", { seed: 1, test: 1 })).toThrow(/test is 1/);
    expect(() => drawFamily("plain", { seed: 1, prior: 1 })).toThrow(/prior is 1/);
    expect(() => drawFamily("plain", { seed: -1 })).toThrow(/seed is -1/);
  });
});

describe("what a family varies", () => {
  it("no-signal has positive and negative bags of the same distribution", () => {
    const { test } = drawFamily("no-signal", { labeled: 1, unlabeled: 1, test: 2000, prior: 0.5, seed: 5 });
    const [positive, negative] = [test.positive(), test.negative()];
    for (let j = 0; j < test.dimension; j++) {
      const [a, b] = [column(positive, j), column(negative, j)];
      const noise = Math.sqrt(1 / a.length + 1 / b.length);
      expect(Math.abs(mean(a) - mean(b))).toBeLessThan(4 * noise);
      expect(Math.abs(mean(a.map((x) => x * x)) - mean(b.map((x) => x * x)))).toBeLessThan(4 * Math.SQRT2 * noise);
    }
    const size = (bags: BagSet) => bags.instances / bags.size;
    // The variance of a size, uniform on 5 to 10, is 35/12.
    const noise = Math.sqrt((35 / 12) * (1 / positive.size + 1 / negative.size));
    expect(Math.abs(size(positive) - size(negative))).toBeLessThan(4 * noise);
  });

  it("plain does tell its positive bags apart, where the same check of means fails", () => {
    const { test } = drawFamily("plain", { labeled: 1, unlabeled: 1, test: 2000, prior: 0.5, seed: 5 });
    let squares = 0;
    for (let j = 0; j < 10; j++) squares += (mean(column(test.positive(), j)) - mean(column(test.negative(), j))) ** 2;
    // A third of the instances, a little more since there is at least one, at distance 2.
    expect(Math.sqrt(squares)).toBeGreaterThan(0.6);
    expect(Math.sqrt(squares)).toBeLessThan(0.85);
  });

  it("irrelevant-features has five features that differ", () => {
    const from = population("irrelevant-features");
    const zero = from.logRatio(new Float64Array(200), 0);
    const matters = Array.from({ length: 200 }, (_, j) => from.logRatio(new Float64Array(200).fill(1, j, j + 1), 0));
    expect(matters.filter((ratio) => ratio !== zero)).toHaveLength(5);
  });

  it("heavy-tails has the quantiles of Student's t with 2 degrees of freedom", () => {
    const from = population("heavy-tails");
    const source = random(8);
    const values: number[] = [];
    const row = new Float64Array(from.features);
    for (let k = 0; k < 2000; k++) {
      from.background(row, source);
      values.push(...row);
    }
    // Tables: P(|t| <= 0.816) = 0.5, P(|t| <= 2.920) = 0.9, P(|t| <= 9.925) = 0.99.
    for (const [limit, chance] of [
      [0.8165, 0.5],
      [2.92, 0.9],
      [9.925, 0.99],
    ]) {
      const share = values.filter((value) => Math.abs(value) <= limit).length / values.length;
      expect(Math.abs(share - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / values.length));
    }
  });

  it("sparse-counts has whole numbers from 0, most of them 0", () => {
    const { training } = drawFamily("sparse-counts", { seed: 2 });
    const values = [...training.toMatrix()];
    expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
    expect(values.filter((value) => value === 0).length / values.length).toBeGreaterThan(0.9);
    for (let row = 0; row < 50; row++) {
      const words = values.slice(row * 300, (row + 1) * 300).reduce((sum, value) => sum + value);
      expect(words).toBeGreaterThanOrEqual(10);
      expect(words).toBeLessThanOrEqual(30);
    }
  });

  it("scales has three constant features and standard deviations from 1e-3 to 1e4", () => {
    const { training } = drawFamily("scales", { seed: 2 });
    const deviations = Array.from({ length: 20 }, (_, j) => {
      const values = column(training, j);
      if (new Set(values).size === 1) return 0;
      const centre = mean(values);
      return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
    }).sort((a, b) => a - b);
    expect(deviations.slice(0, 4).map((value) => value === 0)).toEqual([true, true, true, false]);
    expect(Math.log10(deviations[3])).toBeCloseTo(-3, 0);
    expect(Math.log10(deviations[19])).toBeCloseTo(4, 0);
  });

  it("correlated-features has most of its variance in three directions", () => {
    const from = population("correlated-features");
    const source = random(6);
    const row = new Float64Array(30);
    const covariance = new Float64Array(900);
    const rows = 4000;
    for (let k = 0; k < rows; k++) {
      from.background(row, source);
      for (let i = 0; i < 30; i++) for (let j = 0; j < 30; j++) covariance[i * 30 + j] += (row[i] * row[j]) / rows;
    }
    // Eigenvalues: three times 26, else 1. So the trace is 105 and the sum of squares 2055, of
    // which 27 directions hold 27.
    const trace = covariance.filter((_, k) => k % 31 === 0).reduce((sum, value) => sum + value);
    const squares = covariance.reduce((sum, value) => sum + value * value, 0);
    expect(Math.abs(trace / 105 - 1)).toBeLessThan(0.06);
    expect(Math.abs(squares / 2055 - 1)).toBeLessThan(0.12);
  });

  it("multi-concept has positive instances of one concept in a bag, and of both among the bags", () => {
    const from = population("multi-concept");
    const source = random(9);
    const leanings = Array.from({ length: 200 }, () => {
      const { values, witnesses } = populationBag(from, true, source);
      let leaning = 0;
      for (const [j, witness] of witnesses.entries()) {
        const row = values.subarray(j * 10, (j + 1) * 10);
        if (witness === 1) leaning += from.logRatio(row, 0) - from.logRatio(row, 1);
      }
      return leaning;
    });
    const first = leanings.filter((leaning) => leaning > 0).length;
    expect(first).toBeGreaterThan(70);
    expect(first).toBeLessThan(130);
  });

  it("shifted-negatives has a fifth of its background about as far out as the concept", () => {
    const far = (name: string, write: "background" | "positive") => {
      const from = population(name);
      const source = random(2);
      const row = new Float64Array(10);
      let found = 0;
      for (let k = 0; k < 2000; k++) {
        if (write === "background") from.background(row, source);
        else from.positive(row, 0, source);
        if (Math.hypot(...row) > 4.5) found++;
      }
      return found / 2000;
    };
    // The length of ten standard normals is above 4.5 with probability 0.03; most instances near
    // the concept, at distance 4, are.
    expect(far("plain", "background")).toBeLessThan(0.05);
    expect(far("shifted-negatives", "positive")).toBeGreaterThan(0.6);
    expect(far("shifted-negatives", "background")).toBeGreaterThan(0.14);
    expect(far("shifted-negatives", "background")).toBeLessThan(0.26);
  });
});

describe("bagLogRatio", () => {
  const normal = (x: number, centre: number) => Math.exp(-((x - centre) ** 2) / 2);
  const line = (witnesses: number | "one"): Population => ({
    features: 1,
    bagSize: [1, 4],
    witnesses,
    concepts: 1,
    background: () => {},
    positive: () => {},
    logRatio: (row) => 2 * row[0] - 2,
  });

  it("is the sum over all sets of positive instances", () => {
    const values = Float64Array.of(0.3, -1, 2.5);
    const r = 0.3;
    let sum = 0;
    for (let set = 1; set < 8; set++) {
      let product = 1 / (1 - (1 - r) ** 3);
      for (const [j, x] of values.entries()) {
        const positive = (set >> j) % 2 === 1;
        product *= positive ? (r * normal(x, 2)) / normal(x, 0) : 1 - r;
      }
      sum += product;
    }
    expect(bagLogRatio(line(r), values)).toBeCloseTo(Math.log(sum), 12);
    const one = mean(Array.from(values, (x) => normal(x, 2) / normal(x, 0)));
    expect(bagLogRatio(line("one"), values)).toBeCloseTo(Math.log(one), 12);
  });

  it("weighs the ordinary and the outlying reading of a bag by their densities", () => {
    const values = Float64Array.of(6, -3);
    const outliers = { share: 0.1, factor: 3, logDensity: (row: { [index: number]: number }) => -(row[0] ** 2) / 2 };
    const density = (centre: (j: number) => number, scale: number) =>
      values.reduce((product, x, j) => (product * normal(x / scale, centre(j))) / scale, 1);
    const negative = 0.9 * density(() => 0, 1) + 0.1 * density(() => 0, 3);
    const positive = mean(
      [0, 1].map((at) => 0.9 * density((j) => (j === at ? 2 : 0), 1) + 0.1 * density((j) => (j === at ? 2 : 0), 3)),
    );
    expect(bagLogRatio({ ...line("one"), outliers }, values)).toBeCloseTo(Math.log(positive / negative), 10);
  });
});
