import { learnerByName } from "@bagwise/core/learners";
import { describe, expect, it } from "vitest";
import { dataSetByName, METHODS, type MethodContext, methodByName } from "../../../bagwise/src/entries/lab.js";

const context: MethodContext = {
  dataset: dataSetByName("musk1"),
  truePrior: 0.3,
  priorEstimate: "as-printed",
  centres: 500,
  seed: 9,
};

describe("METHODS", () => {
  it("have names of their own, start with the name of their learner and have the paper's setting first", () => {
    expect(new Set(METHODS.map(({ name }) => name)).size).toBe(METHODS.length);
    for (const { name, learner, column } of METHODS) {
      expect(name.split(":")[0]).toBe(learner);
      expect(METHODS.find((each) => each.column === column)?.name).toBe(column);
    }
  });

  it.each(METHODS.map(({ name }) => name))("%s gives its learner options that exist", (name) => {
    const method = methodByName(name);
    const { description, create } = learnerByName(method.learner);
    for (const priorEstimate of ["as-printed", "true", "ratio"]) {
      const options = method.options({ ...context, priorEstimate });
      const names = description.options.map((option) => option.name);
      for (const option of Object.keys(options)) expect(names).toContain(option);
      expect(create(method.options({ ...context, priorEstimate })).name).toBe(method.learner);
      expect(options.seed).toBe(9);
    }
  });

  it("pu-skc is told the true prior, or an estimator with the data set's eta", () => {
    const { options } = methodByName("pu-skc");
    expect(options(context)).toMatchObject({ prior: "as-printed", eta: 1e5, kernel: "minimax-polynomial" });
    expect(options({ ...context, priorEstimate: "true" })).toMatchObject({ prior: 0.3 });
    expect(options({ ...context, priorEstimate: "true" })).not.toHaveProperty("eta");
    expect(options({ ...context, priorEstimate: "ratio" })).toMatchObject({ prior: "ratio" });
  });

  it("pu-skc:default estimates the prior in its own way where the paper's formula is asked for", () => {
    const { options } = methodByName("pu-skc:default");
    expect(options(context)).toEqual({ bootstrap: 0, seed: 9 });
    expect(options({ ...context, priorEstimate: "true" })).toEqual({ prior: 0.3, bootstrap: 0, seed: 9 });
    expect(options({ ...context, priorEstimate: "bbe" })).toEqual({ prior: "bbe", bootstrap: 0, seed: 9 });
  });

  it("are listed where a name is unknown", () => {
    expect(() => methodByName("svm")).toThrow(
      /no method "svm"\. Choose among pu-skc, pu-skc:given, pu-skc:default, lsdd/,
    );
  });
});
