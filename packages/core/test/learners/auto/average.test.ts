import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { random } from "../../../src/base/random.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { averaged as averageOf, usualWeights } from "../../../src/learners/auto/average.js";
import { autoData } from "../../../src/learners/auto/data.js";
import { growForests } from "../../../src/learners/auto/forests.js";
import { checkedAutoOptions } from "../../../src/learners/auto/options.js";
import { memberDraws } from "../../../src/learners/bagging/draws.js";
import { roundsData } from "../../../src/learners/bagging/rounds-data.js";
import { startingBelief } from "../../../src/prior/belief/belief.js";
import { applyLink } from "../../../src/scorers/link.js";
import { scoreBags } from "../../../src/scorers/scorer.js";
import { type BagScores, bagScores } from "../../../src/scores/bag-scores.js";
import { freshSet, rebuilt, shuffleBags, shuffleFeatures, shuffleInstances, trainingSet } from "../make.js";

const views = bagScores({ positive: [3, 5, 4], unlabeled: [1, 2, 4, 0] });
const votes = bagScores({ positive: [0.7, 0.9, 0.5], unlabeled: [0.2, 0.6, 0.4, 0.4] });

/** The average of the ranking by views with those of forests. */
const averaged = (ratio: BagScores, forests: readonly BagScores[], positives: number) => {
  const usual = usualWeights({ ratios: 1, forests: forests.map(() => "bags"), bySparse: false });
  return averageOf(
    [ratio, ...forests].map((held, k) => ({ held, usual: usual[k] })),
    positives,
  );
};

describe("usualWeights", () => {
  it("gives trees on instances as much say as a ratio, and trees on summaries half of it", () => {
    expect(usualWeights({ ratios: 1, forests: ["bags", "instances"], bySparse: false })).toEqual([2, 1, 2]);
  });

  it("gives sparse features half of the say, however many rankings the others have", () => {
    for (const forests of [[], ["instances"], ["bags", "instances"]] as const) {
      const [sparse, ...others] = usualWeights({ ratios: 2, forests, bySparse: true });
      expect(others).toHaveLength(1 + forests.length);
      expect(sparse).toBe(others.reduce((sum, weight) => sum + weight, 0));
    }
  });
});

const IDENTITY = { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) };

/** Every bag twice, the second time under another name, in one group. */
function doubled(bags: BagSet): BagSet {
  const once = Array.from(bags, (bag) => Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]));
  const rows = [...once, ...once];
  const offsets = [0];
  for (const each of rows) offsets.push((offsets.at(-1) ?? 0) + each.length);
  return BagSet.from({
    data: rows.flat(2),
    offsets,
    ids: [...bags.ids(), ...bags.ids().map((id) => `${id}-again`)],
    labels: [...bags.labels(), ...bags.labels()],
    features: bags.features,
    groups: [...bags.ids(), ...bags.ids()],
  });
}

const standardised = (scores: readonly number[]) => {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
  return scores.map((score) => (score - mean) / Math.sqrt(variance));
};

describe("the average of rankings", () => {
  it("standardises each by its held-out scores, and sums them by weight", () => {
    const { held, weights } = averaged(views, [votes], 3);
    expect(weights[0] + weights[1]).toBeCloseTo(1, 12);
    const [a, b] = [views, votes].map((each) => standardised([...each.positive, ...each.unlabeled]));
    [...held.positive, ...held.unlabeled].forEach((value, i) => {
      expect(value).toBeCloseTo(weights[0] * a[i] + weights[1] * b[i], 12);
    });
  });

  it("counts the views twice as much as trees on summaries where all separate equally well", () => {
    const { weights } = averaged(views, [views, views], 20);
    expect(weights).toEqual([0.5, 0.25, 0.25]);
  });

  it("counts more what separates better, the more so the more positive bags there are", () => {
    const poor = bagScores({ positive: [1, 0, 2], unlabeled: [1, 2, 0, 1] });
    const share = (positives: number) => averaged(views, [poor], positives).weights[1];
    expect(share(1)).toBeLessThan(1 / 3);
    expect(share(10)).toBeLessThan(share(3));
    expect(share(3)).toBeLessThan(share(1));
    expect(share(10)).toBeGreaterThan(0);
    expect(share(10_000)).toBe(0);
  });

  it("does not change with the unit of a ranking", () => {
    const moved = (scores: Float64Array) => Array.from(scores, (v) => 1e6 * v - 3);
    const other = bagScores({ positive: moved(votes.positive), unlabeled: moved(votes.unlabeled) });
    averaged(views, [other], 3).held.unlabeled.forEach((value, i) => {
      expect(value).toBeCloseTo(averaged(views, [votes], 3).held.unlabeled[i], 9);
    });
  });

  it("gives no say to a ranking whose scores are all equal", () => {
    const flat = bagScores({ positive: [0.1 + 0.2, 0.3, 0.3], unlabeled: [0.3, 0.3, 0.3, 0.3] });
    expect(averaged(views, [flat], 3)).toEqual({ held: views, links: [null, null], weights: [1, 0] });
    const three = averaged(views, [flat, votes], 3);
    expect(three.links[1]).toBeNull();
    expect(three.weights[1]).toBe(0);
    expect(three.links[2]).not.toBeNull();
  });

  it("gives all say to forests if the views do not vary", () => {
    const flat = bagScores({ positive: [1, 1, 1], unlabeled: [1, 1, 1, 1] });
    expect(averaged(flat, [votes], 3).weights).toEqual([0, 1]);
  });

  it("stays finite with a hundred million positive bags, and drops what hardly counts", () => {
    const poor = bagScores({ positive: [1, 0, 2], unlabeled: [1, 2, 0, 1] });
    const { weights, links, held } = averaged(views, [poor, views], 1e8);
    expect(weights).toEqual([2 / 3, 0, 1 / 3]);
    expect(links[1]).toBeNull();
    for (const value of held.positive) expect(value).toBeGreaterThan(-10);
  });

  it("leaves the views as they are if they are alone", () => {
    expect(averaged(views, [], 3).held).toBe(views);
  });

  it("has links that give the same values to the same scores", () => {
    const { held, links } = averaged(views, [votes], 3);
    const [first, second] = links;
    if (!first || !second) throw new Error("a ranking has no say");
    const sums = applyLink(first, views.unlabeled).map((v, i) => v + applyLink(second, votes.unlabeled)[i]);
    expect(sums).toEqual(held.unlabeled);
  });
});

describe("the forests of auto", () => {
  const options = { seed: 0, start: startingBelief() };
  const bags = trainingSet();

  it("are two: on summaries and on instances, each with held-out votes between 0 and 1", async () => {
    const forests = await growForests(await autoData(bags, checkedAutoOptions({})), options, {});
    expect(forests.map(({ scorer }) => scorer.on)).toEqual(["bags", "instances"]);
    for (const { held } of forests) {
      expect(held.positive.length + held.unlabeled.length).toBe(bags.size);
      for (const vote of [...held.positive, ...held.unlabeled]) {
        expect(vote).toBeGreaterThanOrEqual(0);
        expect(vote).toBeLessThanOrEqual(1);
      }
    }
  });

  it("are not grown on counts of words, and the model says why", async () => {
    const words = rebuilt(trainingSet({ dimensions: 24 }), (rows) =>
      rows.map((row) => row.map((value, j) => ((17 * Math.floor(1e6 * value) + j) % 9 === 0 ? 1 + (j % 3) : 0))),
    );
    const data = await autoData(words, checkedAutoOptions({}));
    expect(data.scaledTogether.length).toBeGreaterThan(0);
    expect(await growForests(data, options, {})).toEqual([]);
    const model = await auto({ bootstrap: 0 }).fit(words);
    expect(model.parts().scorer.kind).toBe("views");
    expect(model.card.reasons?.join(" ")).toContain("no trees take part");
    const plain = await auto({ bootstrap: 0, trees: "none" }).fit(words);
    expect(plain.card.reasons?.join(" ")).not.toContain("trees");
  });

  it("vote with all instances of a bag, whatever trees were grown on", async () => {
    // Two kinds of instances in every bag: few of them are drawn, and their share differs by chance.
    const generator = random(5);
    const large = rebuilt(trainingSet({ bags: 60 }), (rows, bag) =>
      Array.from({ length: 100 }, (_, j) =>
        rows[0].map((value) => (j % 2) * 3 + 0.1 * generator.normal() + 0 * value + bag * 1e-3),
      ),
    );
    const [, instances] = await growForests(await autoData(large, checkedAutoOptions({})), options, {});
    expect(instances.instances).toBeLessThan(large.instances);
    const fresh = scoreBags({ ...instances.scorer, link: IDENTITY }, large);
    const spread = (values: ArrayLike<number>) => {
      const all = Array.from(values);
      const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
      return Math.sqrt(all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / all.length);
    };
    const held = [...instances.held.positive, ...instances.held.unlabeled];
    expect(spread(held)).toBeLessThan(3 * spread(fresh));
  });

  it("keep bags out that a group ties to the fitted sample", async () => {
    const many = trainingSet({ bags: 600, labeled: 60, bagSize: [3, 6] });
    // Every bag twice: a tree that has seen one has seen the other.
    const twice = doubled(many);
    const data = await autoData(twice, checkedAutoOptions({}), { mostFitted: 600 });
    expect(data.fitted.bags).not.toBeNull();
    const [summaries] = await growForests(data, options, {});
    const votes = [...summaries.held.positive, ...summaries.held.unlabeled];
    expect(votes.every(Number.isFinite)).toBe(true);
    const of = new Map(Array.from({ length: data.bags.size }, (_, i) => [data.bags.idOf(i), votes[i]]));
    for (const id of many.ids()) expect(of.get(id)).toBeCloseTo(of.get(`${id}-again`) ?? Number.NaN, 12);
  });

  it("are grown with known negatives too, even if these have no weight", async () => {
    const some = bags.withLabels(
      bags.labels().map((label, i) => (label === "unlabeled" && i % 9 === 0 ? "negative" : label)),
    );
    const data = await autoData(some, checkedAutoOptions({}));
    expect(await growForests(data, options, {})).toHaveLength(2);
    const none = roundsData(data, { on: "bags", negativeWeight: 0, seed: 1 });
    for (const draw of memberDraws(none.drawn, { from: 0, to: 20 }))
      for (const bag of draw.bags) expect(data.rows.negative).not.toContain(bag);
  });

  it("are not grown if no bag can be held out", async () => {
    const [first] = bags.positive().ids();
    const one = bags.subset(
      Array.from(bags.ids().keys()).filter((i) => bags.labelOf(i) !== "positive" || bags.idOf(i) === first),
    );
    expect(await growForests(await autoData(one, checkedAutoOptions({})), options, {})).toEqual([]);
  });

  it("do not depend on the order of bags, instances or features", async () => {
    const fresh = freshSet();
    const scores = (await auto({ bootstrap: 0 }).fit(bags)).scores(fresh);
    for (const change of [shuffleBags, shuffleInstances, shuffleFeatures]) {
      const others = (await auto({ bootstrap: 0 }).fit(change(bags))).scores(
        change === shuffleFeatures ? change(fresh) : fresh,
      );
      others.forEach((score, i) => {
        expect(score).toBeCloseTo(scores[i], 6);
      });
    }
  });
});
