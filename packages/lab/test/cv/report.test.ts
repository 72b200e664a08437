import { describe, expect, it } from "vitest";
import { cvReport } from "../../../bagwise/src/entries/lab.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { cvHeadline } from "../../src/cv/report.js";
import { fakeRun } from "../report/make.js";
import { summary, timings } from "./make-cv.js";

const options = { datasets: ["musk1"], methods: summary.methods, folds: 10, repeats: 2 };
const run = fakeRun({ experiment: "cv", options, timings: timings.filter(({ method }) => method === "auto") });
// The learners of these names may not be there yet; what they are called does not matter here.
const known = {
  ...summary,
  methods: ["auto"],
  cells: summary.cells.filter(({ method }) => method === "auto"),
};
const report = (info = run, of: typeof summary = known) => cvReport(of, info, { document: emptyDocument() });
const textOf = (of: typeof summary) => cvHeadline(of).text.replace(/<[^>]+>/g, "");

describe("the report of a cross-validation", () => {
  it("gives the same bytes every time, and differs from run to run in one element only", () => {
    expect(report()).toBe(report());
    const other = report({ ...run, workers: 64, wallSeconds: 9.5, timings: [] });
    const withoutRun = (page: string) => page.replace(/<section id="run">[\s\S]*?<\/section>/, "");
    expect(other).not.toBe(report());
    expect(withoutRun(other)).toBe(withoutRun(report()));
  });

  it("has the tables, the figures and the command, and loads and runs nothing", () => {
    const page = report();
    for (const id of ["accuracy-by-method", "best", "datasets", "methods", "time-per-method", "reproduce"])
      expect(page).toContain(`id="${id}"`);
    expect(page).not.toMatch(/<script|<img|<link rel="stylesheet"|src=|NaN|undefined|Infinity/);
    expect(page).toContain(
      "bagwise experiment cv --datasets musk1 --methods svm,mi-svm,auto --folds 10 --repeats 2 --seed 1",
    );
  });

  it("escapes the names of data sets", () => {
    expect(report()).toContain("wolf &amp; &lt;cub&gt;");
    expect(report()).not.toContain("<cub>");
  });

  it("says nothing of the literature where nothing is published", () => {
    const [, wolf] = known.datasets;
    const own = { ...known, datasets: [wolf], cells: known.cells.filter(({ dataset }) => dataset === wolf.name) };
    const page = report(run, own);
    expect(page).not.toMatch(/id="best"|hollow: |<th[^>]*>published</);
    expect(page).not.toContain("reaches the best published");
  });
});

describe("the headline of a cross-validation", () => {
  it("says how often the best is reached, and which methods are far below what is published for them", () => {
    expect(textOf(summary)).toMatch(/any method on 1 of 1 data set\..*91\.0 on Musk1 \(auto\), 71\.0 on wolf/);
    expect(textOf(summary)).toMatch(/In 1 of 2 comparisons.*3 points.*: mi-svm on Musk1\./);
    const good = { ...summary, cells: summary.cells.map((cell) => ({ ...cell, below: false })) };
    expect(textOf(good)).toMatch(/In 2 comparisons, no method is more than 3 points/);
  });

  it("asks for more repeats where there are few", () => {
    expect(textOf(summary)).toContain("--repeats 5");
    expect(textOf({ ...summary, repeats: 5 })).not.toContain("--repeats");
  });
});
