import { describe, expect, it } from "vitest";
import { DATA_SETS, type GridOptions, planGrid, type TrialSpec } from "../../../bagwise/src/entries/lab.js";

describe("planGrid", () => {
  it("is the paper's table by default", () => {
    const specs = planGrid("paper");
    expect(specs.length).toBe(5 * 7 * 20 * 4);
    expect(specs[0]).toEqual({
      experiment: "paper",
      dataset: "musk1",
      protocol: "paper",
      prior: 0.1,
      labeled: 20,
      unlabeled: 180,
      test: 200,
      noise: "reference",
      trial: 0,
      seed: 1,
      method: "pu-skc",
      priorEstimate: "as-printed",
      centres: null,
    });
  });

  it("goes through data set, protocol, prior, labelled bags, trial and method", () => {
    const specs = planGrid("paper", {
      datasets: ["tiger", "fox", "fox"],
      protocols: ["leak-free", "paper"],
      priors: [0.5, 0.3, 0.5],
      labeled: [10, 5],
      trials: 2,
      methods: ["dsdd", "pu-skc"],
    });
    const expected = ["fox", "tiger"].flatMap((dataset) =>
      ["paper", "leak-free"].flatMap((protocol) =>
        [0.3, 0.5].flatMap((prior) =>
          [5, 10].flatMap((labeled) =>
            [0, 1].flatMap((trial) =>
              ["pu-skc", "dsdd"].map((method) => [dataset, protocol, prior, labeled, trial, method]),
            ),
          ),
        ),
      ),
    );
    const listed = ({ dataset, protocol, prior, labeled, trial, method }: TrialSpec) => [
      dataset,
      protocol,
      prior,
      labeled,
      trial,
      method,
    ];
    expect(specs.map(listed)).toEqual(expected);
  });

  it("has every trial once", () => {
    const specs = planGrid("paper", { trials: 3, protocols: ["paper", "leak-free"] });
    expect(new Set(specs.map((spec) => JSON.stringify(spec))).size).toBe(specs.length);
  });

  it("does both protocols over the whole table: there are bags enough", () => {
    expect(planGrid("paper", { protocols: ["paper", "leak-free"], trials: 1, methods: ["lsdd"] }).length).toBe(70);
  });

  it("sweeps the labelled bags as far as a data set has them", () => {
    const labeled = (options: GridOptions) => [...new Set(planGrid("labels", options).map((spec) => spec.labeled))];
    for (const datasets of [["musk1"], ["elephant"], ["fox"], ["tiger"]])
      expect(labeled({ datasets })).toEqual([20, 40, 60, 80, 100, 120, 140, 160]);
    expect(labeled({ datasets: ["musk2"] })).toEqual([20, 40, 60, 80]);
    expect(planGrid("labels").every(({ prior, method }) => prior === 0.7 && method === "pu-skc")).toBe(true);
    expect(() => labeled({ datasets: ["musk2"], labeled: [20, 160] })).toThrow(
      /musk2 .*\b390 positive .*\b160 .*\b426\b/,
    );
  });

  it("times the four methods, and PU-SKC with a given setting, at a prior of 0.1", () => {
    const specs = planGrid("time", { trials: 1 });
    expect(specs.length).toBe(DATA_SETS.length * 5);
    expect(specs.every(({ prior, experiment }) => prior === 0.1 && experiment === "time")).toBe(true);
  });

  it.each<[GridOptions, RegExp]>([
    [{ datasets: ["wolf"] }, /"wolf".* musk1/],
    [{ datasets: [] }, /datasets is \[\].* musk1/],
    [{ methods: ["svm"] }, /"svm".* pu-skc/],
    [{ protocols: ["leaky" as "paper"] }, /protocols is "leaky".* paper, leak-free/],
    [{ noise: "loud" as "printed" }, /noise is "loud".* printed, reference/],
    [{ priorEstimate: "guess" }, /priorEstimate is "guess".* true, ratio/],
    [{ priors: [0.1, 1] }, /priors is 1\./],
    [{ priors: [0] }, /option priors is 0/],
    [{ priors: [Number.NaN] }, /priors is NaN/],
    [{ priors: [] }, /option priors is \[\]/],
    [{ trials: 0 }, /option trials is 0/],
    [{ trials: 1.5 }, /option trials is 1\.5/],
    [{ labeled: [] }, /option labeled is \[\]/],
    [{ labeled: 0 }, /option labeled is 0/],
    [{ unlabeled: 0 }, /option unlabeled is 0/],
    [{ test: 1 }, /option test is 1/],
    [{ centres: 0 }, /option centres is 0/],
    [{ seed: -1 }, /option seed is -1/],
    [{ priors: [0.1], datasets: ["musk1"], test: 400 }, /musk1 .*\b450 negative/],
    [
      { priors: [0.7], datasets: ["fox"], test: 350, protocols: ["leak-free"], unlabeled: 20 },
      /fox .*\b250 positive test/,
    ],
    [{ datasetes: ["fox"] } as GridOptions, /datasetes .* datasets, methods/],
  ])("refuses %o", (options, message) => {
    expect(() => planGrid("paper", options)).toThrow(message);
  });

  it("refuses a kind of experiment that there is not, and takes undefined for not given", () => {
    expect(() => planGrid("figure" as "paper")).toThrow(/experiment is "figure".* paper, labels, time/);
    expect(planGrid("time", { trials: undefined, datasets: undefined })).toEqual(planGrid("time"));
  });
});
