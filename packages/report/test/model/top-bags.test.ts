import { BagSet } from "@bagwise/core/bags";
import type { NoteCode } from "@bagwise/core/codes";
import { Model } from "@bagwise/core/model";
import { probabilityRange } from "@bagwise/core/prior";
import { describe, expect, it } from "vitest";
import { featureBars } from "../../src/figures/feature-bars.js";
import { LeftOut } from "../../src/model/left-out.js";
import { topBags, whyTopBags } from "../../src/model/top-bags.js";
import { type TopBag, topBagsData } from "../../src/model/top-bags-data.js";
import { warnings } from "../../src/model/warnings.js";
import { reportData, shown, smallBags, smallModel } from "./make-report-data.js";

const BAG: TopBag = {
  rank: 1,
  bag: "m17",
  score: 2.5,
  probability: 0.91,
  range: { low: 0.12, high: 0.98 },
  heldOut: false,
  own: 2.5,
  positive: true,
  size: 4,
  witness: { instance: 2, name: "line 12", contribution: 1.25, tied: false, decides: true },
  texts: [{ name: "text", text: "Hello <there>" }],
  scoresInstances: false,
  keyDecides: false,
  passages: null,
  features: [
    { name: "f3", value: 4.2, direction: "high", beside: "others −1 to 0.5", effect: 1.1 },
    { name: "f1", value: -0.3, direction: "low", beside: "", effect: -0.22 },
  ],
};

describe("topBagsData", () => {
  it("gives each probability the range that train and rank print", async () => {
    const [model, bags] = [await smallModel(), smallBags(2)];
    const ranges = { probabilities: [0, 1], low: [0, 0.5], high: [0.5, 1] };
    const prior = { value: 0.3, low: 0.1, high: 0.5, method: "held-out scores", clipped: false, ranges };
    const known = new Model({ ...model.parts(), card: { ...model.card, prior } });
    const top = await topBagsData(known, bags, { top: 3 });
    for (const { probability, range } of top)
      expect(range).toEqual(probability === null ? null : probabilityRange(probability, prior));
    expect(top[0].range?.low).toBeLessThan(top[0].range?.high ?? 0);
    const unknown = new Model({ ...model.parts(), card: { ...model.card, prior: null } });
    expect((await topBagsData(unknown, bags, { top: 1 }))[0].range).toBeNull();
  });

  it("gives the first unlabeled bags of the ranking with the witness of each", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    const top = await topBagsData(model, bags, { top: 7, features: 2 });
    const ranked = model.rank(bags, { top: 7, among: (i) => bags.labelOf(i) === "unlabeled", heldOut: true });
    expect(top.map(({ bag, rank, score, probability }) => ({ bag, rank, score, probability }))).toEqual(
      ranked.map(({ bag, rank, score, probability }) => ({ bag, rank, score, probability })),
    );
    for (const [k, { witness, size, features }] of top.entries()) {
      expect(size).toBe(bags.sizeOf(ranked[k].index));
      expect(features.length).toBeLessThanOrEqual(2);
      if (size < 2) continue;
      // By hand: the bag without each instance in turn.
      const bag = bags.bag(ranked[k].index);
      const losses = Array.from({ length: size }, (_, out) => {
        const rest = [...bag.values].filter((_, at) => Math.floor(at / 4) !== out);
        return top[k].own - scoreOf(model, bags.features, rest);
      });
      expect(losses[witness.instance]).toBeCloseTo(Math.max(...losses), 8);
      expect(witness.contribution).toBeCloseTo(Math.max(...losses), 8);
    }
  });

  it("gives fewer where there are fewer, and none where all bags are labelled", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    expect(await topBagsData(model, bags.positive())).toEqual([]);
    expect(await topBagsData(model, bags, { top: 1000 })).toHaveLength(bags.unlabeled().size);
  });
});

/** The score of one bag with these values. */
function scoreOf(model: Model, features: readonly string[], data: number[]): number {
  const parts = {
    data,
    offsets: [0, data.length / features.length],
    ids: ["x"],
    labels: ["unlabeled"] as const,
    features,
  };
  return model.scores(BagSet.from(parts))[0];
}

describe("the cards of the likeliest bags", () => {
  it("name rank, bag, score, probability, the witness by its place in the file, what it says, and each feature with direction, value and effect", async () => {
    const { text } = shown(whyTopBags(await reportData({ top: [BAG] })));
    for (const part of [
      "m17",
      "Hello &lt;there&gt;",
      "Score 2.5",
      "probability 0.910",
      "line 12",
      "would be 1.25 instead of 2.5",
      "f3",
      "▲ 4.2",
      "+1.1",
      "▼ −0.3",
      "−0.22",
      "others −1 to 0.5",
    ])
      expect(text).toContain(part);
  });

  it.each([
    [{ size: 1 }, "only one instance"],
    [{ scoresInstances: true }, "line 12"],
    [{ witness: { instance: 0, name: "line 2", contribution: 0, tied: true, decides: true } }, "No single instance"],
    [{ witness: { instance: 0, name: "line 2", contribution: 1, tied: true, decides: true } }, "Another"],
    [
      { witness: { instance: 1, name: "line 2", contribution: 3, tied: false, decides: true } },
      /Because of line 2 .*: .* would be −0.5 instead/,
    ],
    [{ witness: { ...BAG.witness, decides: false } }, "No single instance decides: line 12"],
    [{ heldOut: true, score: 0.4 }, /Score 0.4 \(held out\).* instead of 2.5 by the model itself/],
    [{ positive: false }, "Score 2.5, below the threshold"],
  ])("say it another way for %j", async (changes, said) => {
    expect(shown(whyTopBags(await reportData({ top: [{ ...BAG, ...changes }] }))).text).toMatch(said);
  });

  it("leave out the probability of a model that has none, and escape names", async () => {
    for (const section of [topBags, whyTopBags]) {
      const { text } = shown(section(await reportData({ top: [{ ...BAG, bag: "<b>", probability: null }] })));
      expect(text).not.toContain("probability");
      expect(text).toContain("&lt;b&gt;");
      expect(text).not.toContain("<b>");
    }
  });

  it("say no probability where nothing tells the bags apart", async () => {
    for (const section of [topBags, whyTopBags])
      expect(shown(section(await reportData({ top: [BAG], useless: true }))).text).not.toMatch(/probab|0\.910/);
  });

  it("say when bags are not those of the training, when there are none, and when all are labelled", async () => {
    const [own, others] = await Promise.all(
      [true, false].map(async (trainedOn) => shown(topBags(await reportData({ top: [BAG], trainedOn }))).text),
    );
    expect(others).toContain("not trained on");
    expect(own).not.toContain("not trained on");
    expect(own).toContain('href="#curves"');
    expect(topBags(await reportData({ bags: null }))).toBeInstanceOf(LeftOut);
    expect(shown(topBags(await reportData({ top: [] }))).text).toContain("labelled");
  });
});

describe("the bars of features", () => {
  const drawnAs = (effects: readonly number[]) => {
    const { text } = featureBars(
      effects.map((effect) => ({ ...BAG.features[0], effect })),
      { label: "x" },
    );
    const bars = text.matchAll(/class="(up|down)" style="margin-left:([\d.]+)%;width:([\d.]+)%"/g);
    return [...bars].map(([, side, from, width]) => [side, Number(from), Number(width)]);
  };

  it("are as wide as their effects, from the left where all are added", () => {
    expect(drawnAs([2, 1])).toEqual([
      ["up", 0, 100],
      ["up", 0, 50],
    ]);
  });

  it("go to the other side for what is taken away, in the same scale", () => {
    expect(drawnAs([3, -1, -0.5])).toEqual([
      ["up", 25, 75],
      ["down", 0, 25],
      ["down", 12.5, 12.5],
    ]);
    expect(drawnAs([-2, -1])).toEqual([
      ["down", 0, 100],
      ["down", 50, 50],
    ]);
  });

  it("stand for effects that are all 0, and are a sentence for none", () => {
    expect(featureBars([{ ...BAG.features[0], effect: 0 }], { label: "x" }).text).toContain("width:0%");
    expect(featureBars([], { label: "x" }).text).toContain("No single feature");
  });
});

describe("the warnings", () => {
  it("have the message, the cause and the remedy of the catalogue", async () => {
    const { text } = warnings(await reportData({ notes: [{ code: "nothing-held-out", message: "too few <bags>" }] }));
    expect(text).toContain("Too few &lt;bags&gt;.");
    expect(text).toContain("Cause.");
    expect(text).toContain("What to do.");
  });

  it("show commands and flags as code", async () => {
    const { text } = warnings(
      await reportData({ notes: [{ code: "alike", message: "run `bagwise audit` or give --prior, not a-b--c" }] }),
    );
    expect(text).toContain("Run <code>bagwise audit</code> or give <code>--prior</code>, not a-b--c.");
  });

  it("have the message alone for a code that nobody knows, and are left out when there is none", async () => {
    const { text } = warnings(
      await reportData({ notes: [{ code: "of-a-newer-version" as NoteCode, message: "something" }] }),
    );
    expect(text).toContain("Something.");
    expect(text).not.toContain("Cause.");
    expect(warnings(await reportData()).text).toBe("");
  });
});

describe("the picture of a bag", () => {
  const picture = {
    image: "data:image/jpeg;base64,AAAA",
    width: 40,
    height: 30,
    outline: "M1 1H3V3Z",
    words: 'a "b".jpg, with region 2 outlined',
  };

  it("is on its card, with the witness outlined, and loads nothing", async () => {
    const { text } = shown(whyTopBags(await reportData({ top: [{ ...BAG, picture }] })));
    expect(text).toContain('viewBox="0 0 40 30" role="img" aria-label="a &quot;b&quot;.jpg, with region 2 outlined"');
    expect(text).toContain('<image href="data:image/jpeg;base64,AAAA" width="40" height="30"/>');
    expect(text.match(/d="M1 1H3V3Z"/g)).toHaveLength(2);
    const without = shown(whyTopBags(await reportData({ top: [{ ...BAG, picture: { ...picture, outline: null } }] })));
    expect(without.text).not.toContain("<path");
    expect(shown(whyTopBags(await reportData({ top: [BAG] }))).text).not.toContain("<svg");
  });

  it("is asked for the witness of each bag", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    const asked: [number, number][] = [];
    const pictureOf = async (i: number, instance: number) => {
      asked.push([i, instance]);
      return asked.length === 1 ? picture : undefined;
    };
    const top = await topBagsData(model, bags, { top: 3, pictureOf });
    expect(asked.map(([i, instance]) => [bags.idOf(i), instance])).toEqual(
      top.map(({ bag, witness }) => [bag, witness.instance]),
    );
    expect(top.map((each) => each.picture)).toEqual([picture, undefined, undefined]);
  });
});
