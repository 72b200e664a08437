import { LABEL_CODE } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { drawBags, FAMILIES, runCompareTrial, runTrial } from "../../../bagwise/src/entries/lab.js";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";
import { audit, withReviewed } from "../../src/compare/audit.js";
import { originals, readPaperData, specOf } from "../make.js";
import { compareSpec } from "./make.js";

const bags = originals();

describe("audit", () => {
  const spec = compareSpec();
  const drawn = drawBags(bags, spec, spec);

  it("reviews unlabeled bags, the same ones for every method, and more of them when asked for more", () => {
    const small = audit(drawn, spec, 7);
    const large = audit(drawn, { ...spec }, 20);
    expect(small.bags).toHaveLength(7);
    expect(large.bags.slice(0, 7)).toEqual(small.bags);
    expect(new Set(large.bags).size).toBe(20);
    for (const i of large.bags) expect(drawn.training.labelOf(i)).toBe("unlabeled");
    expect(large.positive).toBe(large.bags.filter((i) => drawn.truth[i] === 1).length);
    expect(audit(drawn, { ...spec, trial: 1 }, 7).bags).not.toEqual(small.bags);
  });

  it("reviews four in five of the unlabeled bags when there are fewer than asked for, so that some are left", () => {
    expect(audit(drawn, spec, 1000).bags).toHaveLength(24);
    expect(withReviewed(drawn, audit(drawn, spec, 1000)).unlabeled().size).toBe(6);
  });

  it("labels the reviewed bags as they are, and no other", () => {
    const reviewed = audit(drawn, spec, 12);
    const training = withReviewed(drawn, reviewed);
    for (let i = 0; i < training.size; i++) {
      if (reviewed.bags.includes(i)) expect(LABEL_CODE[training.labelOf(i)]).toBe(drawn.truth[i]);
      else expect(training.labelOf(i)).toBe(drawn.training.labelOf(i));
    }
  });
});

describe("runCompareTrial", () => {
  it("says how the constant guess does on the same test bags, and how many bags there were", async () => {
    for (const prior of [0.3, 0.5, 0.7]) {
      const spec = compareSpec({ prior });
      const { test } = drawBags(bags, spec, spec);
      const { result, timing } = await runCompareTrial(bags, spec);
      const positive = test.positive().size / test.size;
      expect(result.constantAccuracy).toBe(prior < 0.5 ? test.negative().size / test.size : positive);
      expect(result).toMatchObject({ labeled: 5, unlabeled: 30, test: 40, usedPrior: prior, audited: null });
      expect(result).toMatchObject({ priorLow: prior, priorHigh: prior });
      expect(timing.train).toBeGreaterThan(0);
    }
  });

  it("gives the same result twice, and the same bags to every arm", async () => {
    const first = await runCompareTrial(bags, compareSpec());
    expect((await runCompareTrial(bags, compareSpec())).result).toEqual(first.result);
    const other = await runCompareTrial(bags, compareSpec({ method: "lsdd:default" }));
    expect(other.result.constantAccuracy).toBe(first.result.constantAccuracy);
    expect(other.result).toMatchObject({ usedPrior: null, priorLow: null, priorHigh: null });
  });

  it("tells an audited arm what the hidden labels say", async () => {
    const spec = compareSpec({ knowledge: "audit:10" });
    const { positive } = audit(drawBags(bags, spec, spec), spec, 10);
    const { result } = await runCompareTrial(bags, spec);
    expect(result).toMatchObject({ audited: `${positive}/10`, usedPrior: (positive + 1) / 12, unlabeled: 30 });
    const labelled = await runCompareTrial(bags, { ...spec, knowledge: "labels:10" });
    expect(labelled.result).toMatchObject({ audited: `${positive}/10`, unlabeled: 30, labeled: 5 });
    expect(labelled.result.auc).not.toBe(result.auc);
  });

  it("has no interval where the estimate has none", async () => {
    const { result } = await runCompareTrial(bags, compareSpec({ knowledge: "bbe" }));
    expect(result.usedPrior).toEqual(expect.any(Number));
    expect(result).toMatchObject({ priorLow: null, priorHigh: null });
  });

  it("draws fresh bags of a family for every trial", async () => {
    const [{ name }] = FAMILIES;
    const spec = compareSpec({ dataset: `family:${name}`, protocol: "original", multiple: 1 });
    const first = await runCompareTrial(undefined, spec);
    expect(first.result).toMatchObject({ labeled: 5, unlabeled: 30, test: 40 });
    expect((await runCompareTrial(undefined, { ...spec, trial: 1 })).result.auc).not.toBe(first.result.auc);
    await expect(runCompareTrial(undefined, { ...spec, dataset: "family:wolves" })).rejects.toThrow(
      /no family "wolves"/,
    );
  });

  const folder = dataFolder();
  it.skipIf(missing("the paper's data", folder))(
    "gives what the paper's experiment gives for the same bags",
    async () => {
      const musk = readPaperData(folder ?? "", "musk1");
      for (const protocol of ["paper", "leak-free"] as const) {
        const place = { dataset: "musk1", protocol, prior: 0.4, labeled: 20, unlabeled: 180, test: 200, trial: 3 };
        const paper = await runTrial(musk, specOf({ ...place, method: "pu-skc:given" }));
        const spec = compareSpec({ ...place, scaling: "z-score", multiple: 10, eta: 1e5 });
        expect((await runCompareTrial(musk, spec)).result).toMatchObject(paper.result);
      }
    },
  );
});
