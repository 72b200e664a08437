import { describe, expect, it } from "vitest";
import {
  CHECKS,
  type CheckRecord,
  checkedChecks,
  checksReport,
  planChecks,
  summariseChecks,
} from "../../../bagwise/src/entries/lab.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { describeCheckMethod } from "../../src/checks/method.js";
import { fakeRun } from "../report/make.js";

const grid = checkedChecks({ methods: ["svm", "auto"], repeats: 2 });

/** Invented results: `svm` respects everything, `auto` nothing but the first check. */
const records = planChecks(grid).map((spec): CheckRecord => {
  const check = CHECKS.find(({ name }) => name === spec.dataset);
  const changed = check?.changed.map(({ name }): [string, number] => [name, spec.method === "svm" ? 0.95 : 0.2]) ?? [];
  return {
    id: JSON.stringify(spec),
    spec,
    result: {
      ...{ accuracy: 0.9, balancedAccuracy: 0.9, auc: 0.97, averagePrecision: 0.9, positiveRate: 0.5 },
      ...{ usedPrior: null, chosen: {}, status: "solved", relativeGap: 0 },
      aucs: { own: 0.97, ...Object.fromEntries(changed) },
      raised: check?.raises ? 0.92 : null,
    },
  };
});
const summary = summariseChecks(records, grid);
const run = fakeRun({
  experiment: "checks",
  options: { checks: grid.checks, methods: grid.methods, repeats: 2 },
  data: [],
  timings: [{ dataset: "poison", method: "svm", trainings: 2, seconds: { mean: 1.5, sd: 0.1 } }],
});
const report = (info = run) => checksReport(summary, info, { document: emptyDocument() });

describe("the report of the checks", () => {
  it("gives the same bytes every time, and differs from run to run in one element only", () => {
    expect(report()).toBe(report());
    const other = report({ ...run, workers: 64, wallSeconds: 9.5, timings: [] });
    const withoutRun = (page: string) => page.replace(/<section id="run">[\s\S]*?<\/section>/, "");
    expect(other).not.toBe(report());
    expect(withoutRun(other)).toBe(withoutRun(report()));
  });

  it("has the headline, the verdicts, the figures and the command, and loads and runs nothing", () => {
    const page = report();
    expect(page).toContain("1 of 2 methods respects that in all 3 checks: svm. 1 breaks it in at least one: auto.");
    for (const id of ["figures", "bags", "methods", "reproduce", "run"]) expect(page).toContain(`id="${id}"`);
    expect(page).toContain(
      "bagwise experiment checks --checks one-instance,poison,frequency --methods svm,auto --repeats 2 --seed 1",
    );
    expect(page).not.toMatch(/<script|<img|<link rel="stylesheet"|src=|NaN|undefined|Infinity/);
  });
});

describe("describeCheckMethod", () => {
  it("says from which bags a method learns, and what it is told", () => {
    expect(describeCheckMethod("svm")).toMatch(/Learns here from positive and negative bags\.$/);
    expect(describeCheckMethod("auto")).toMatch(/positive and unlabeled bags; the prior is known\.$/);
    expect(describeCheckMethod("auto@data")).toMatch(/estimated from the data\.$/);
  });
});
