import { describe, expect, it } from "vitest";
import { applyScaling } from "../../../src/bags/scaling.js";
import { InputError } from "../../../src/base/errors.js";
import { gram } from "../../../src/kernels/gram/gram.js";
import { represent } from "../../../src/kernels/representation.js";
import { viewsOfBags } from "../../../src/kernels/views/bags.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { autoData } from "../../../src/learners/auto/data.js";
import { fitRatios } from "../../../src/learners/auto/fit.js";
import { heldOutRatios } from "../../../src/learners/auto/held-out.js";
import { checkedAutoOptions } from "../../../src/learners/auto/options.js";
import type { Model } from "../../../src/model/model.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { applyLink } from "../../../src/scorers/link.js";
import { expectExplained } from "../../explain/brute-force.js";
import { freshSet, preparedViews, shuffleBags, shuffleFeatures, shuffleInstances, trainingSet } from "../make.js";

const bags = trainingSet();
const fresh = freshSet();
const KERNELS = "affinity-gaussian,normalised-graph-gaussian";
const ALL = `${KERNELS},normalised-conformal-gaussian,edge-graph-gaussian,set-gaussian`;

const viewsIn = (model: Model) => {
  const { scorer } = model.parts();
  const parts = scorer.kind === "average" ? scorer.parts : [scorer];
  const found = parts.find((part) => part.kind === "views");
  if (found === undefined) throw new Error("it has no views");
  return found;
};

describe("further kernels of auto", () => {
  it("count as much as one of the five views each", async () => {
    const options = { kernels: KERNELS, trees: "none", bootstrap: 0 } as const;
    const scorer = viewsIn(await auto(options).fit(bags));
    const { views, further, alpha, beta, link } = scorer;
    if (further === undefined) throw new Error("it has no further kernels");
    const model = await auto(options).fit(bags);
    const five = viewsOfBags(views)(fresh);
    const scaled = applyScaling(further.scaling, fresh);
    const parts = further.kernel.kernels.map((kernel) => gram(kernel, represent(kernel, scaled), further.centres));
    const ratios = Float64Array.from({ length: fresh.size }, (_, i) => {
      let sum = beta;
      for (let l = 0; l < alpha.length; l++) {
        const at = i * alpha.length + l;
        sum += (alpha[l] * (5 * five.data[at] + parts[0].data[at] + parts[1].data[at])) / 7;
      }
      return sum;
    });
    const wanted = applyLink(link, ratios);
    model.scores(fresh).forEach((score, i) => {
      expect(score).toBeCloseTo(wanted[i], 9);
    });
  });

  it("are 1 for a bag with itself, whatever their name", async () => {
    const data = await autoData(bags, checkedAutoOptions({ kernels: "minimax-polynomial:2,set-linear" }));
    const sum = data.further?.sum;
    if (sum === undefined) throw new Error("there are none");
    for (let i = 0; i < bags.size; i++) expect(sum.data[i * sum.cols + i]).toBe(2);
  });

  it("change nothing where they are not asked for", async () => {
    const [one, other] = await Promise.all([auto({}).fit(bags), auto({ kernels: undefined }).fit(bags)]);
    expect(viewsIn(one).further).toBeUndefined();
    expect(other.scores(fresh)).toEqual(one.scores(fresh));
    const changed = await auto({ kernels: KERNELS }).fit(bags);
    expect(changed.scores(fresh)).not.toEqual(one.scores(fresh));
  });

  it("are saved and loaded without a change, and score a bag alike alone and in company", async () => {
    const model = await auto({ kernels: ALL, bootstrap: 0 }).fit(bags);
    for (const form of ["binary", "json"] as const) {
      const bytes = encodeModel(model, { form });
      const loaded = decodeModel(bytes);
      expect(loaded.scores(fresh)).toEqual(model.scores(fresh));
      expect(encodeModel(loaded, { form })).toEqual(bytes);
    }
    const all = model.scores(fresh);
    for (const i of [0, 5, 11]) expect(model.scores(fresh.subset([i]))[0]).toBe(all[i]);
  });

  it("are explained by leaving out each instance, exactly", async () => {
    const model = await auto({ kernels: ALL, bootstrap: 0 }).fit(bags);
    await expectExplained(model, fresh);
  });

  it("do not depend on the order of bags, instances and features", async () => {
    const scores = (await auto({ kernels: KERNELS, bootstrap: 0 }).fit(bags)).scores(fresh);
    const scale = Math.max(...scores.map(Math.abs));
    for (const shuffle of [shuffleBags, shuffleInstances, shuffleFeatures]) {
      const other = (await auto({ kernels: KERNELS, bootstrap: 0 }).fit(shuffle(bags))).scores(fresh);
      other.forEach((score, i) => {
        expect(Math.abs(score - scores[i])).toBeLessThanOrEqual(1e-6 * scale);
      });
    }
  });

  it("hold bags out with landmarks, and where fits use a sample of the bags, as with all of them", async () => {
    const many = trainingSet({ bags: 1100, labeled: 100, bagSize: [1, 3] });
    const options = checkedAutoOptions({ kernels: KERNELS });
    const data = await autoData(many, options, { mostFitted: 500 });
    expect(data.centres.length).toBe(300);
    expect([data.further?.sum.rows, data.further?.sum.cols]).toEqual([500, 300]);
    const known = { weight: 0, prior: 0.5 };
    const [held] = (await heldOutRatios(data, preparedViews(data), [known], {})) ?? [];
    const [{ gram: fitted }] = fitRatios(data, preparedViews(data), data.fitted.rows, [known]);
    expect(fitted.data.every((value) => value >= -1e-12 && value <= 1 + 1e-9)).toBe(true);
    const mean = (list: Float64Array) => list.reduce((sum, value) => sum + value / list.length, 0);
    expect(mean(held.positive)).toBeGreaterThan(mean(held.unlabeled));
  });

  it("are refused by name if there are none such", () => {
    for (const kernels of ["", "nonsense", "set-gaussian,", "set-gaussian,nonsense"]) {
      expect(() => auto({ kernels })).toThrow(InputError);
      expect(() => auto({ kernels })).toThrow(/kernels/);
    }
    expect(() => auto({ kernels: [] })).toThrow(InputError);
  });

  it("say once how to write a kernel if a name is unknown", () => {
    try {
      auto({ kernels: "affinity-gaussian,foo" });
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.complaint).toBe('the option kernels: there is no kernel "foo"');
      expect(error.message.split(error.remedy)).toHaveLength(2);
    }
  });
});
