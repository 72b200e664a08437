import { describe, expect, it } from "vitest";
import { compareReport, summariseComparison } from "../../../bagwise/src/entries/lab.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { cliques } from "../../src/compare/figures/critical-difference.js";
import { fakeRun } from "../report/make.js";
import { arms, comparison, data, records, withProbabilities } from "./make-comparison.js";

const run = fakeRun({
  experiment: "compare",
  options: { methods: ["pu-skc@true", "pu-skc@data"], seeds: [1] },
  timings: [],
});
const report = (info = run) => compareReport(comparison, info, { document: emptyDocument() });

describe("the report of a comparison", () => {
  it("gives the same bytes every time, and differs from run to run in one element only", () => {
    expect(report()).toBe(report());
    const other = report({ ...run, workers: 64, wallSeconds: 9.5 });
    const withoutRun = (page: string) => page.replace(/<section id="run">[\s\S]*?<\/section>/, "");
    expect(other).not.toBe(report());
    expect(withoutRun(other)).toBe(withoutRun(report()));
  });

  it("has the figures, and loads and runs nothing", () => {
    const page = report();
    for (const id of ["critical-difference", "gain-leak-free", "gain-families", "prior-leak-free", "reproduce"])
      expect(page).toContain(`id="${id}"`);
    expect(page).not.toMatch(/<script|<img|<link rel="stylesheet"|src=/);
    expect(page).toContain("bagwise experiment compare --methods pu-skc@true,pu-skc@data --seeds 1");
    expect(page).not.toContain("--seed 1<");
    expect(page).not.toContain("NaN");
  });

  it("escapes the names of data sets", () => {
    expect(report()).toContain("wolf &amp; &lt;cub&gt;");
    expect(report()).not.toContain("<cub>");
  });

  it("has no place, hash or folder for families, which are drawn fresh", () => {
    const families = summariseComparison(
      records.filter(({ spec }) => spec.dataset === "family:plain"),
      { arms, reference: "pu-skc@true", data: data.slice(1) },
    );
    const only = { ...run, data: [{ name: "family:plain", hash: "drawn", file: "" }] };
    const page = compareReport(families, only, { document: emptyDocument() });
    expect(page).not.toMatch(/<dt>Data<|--data<|family:|Hashes of the data/);
    expect(page).toContain("bags of families");
    const both = { ...run, data: [...only.data, { name: "wolf", hash: "abc", file: "/tmp/wolf.csv" }] };
    const mixed = compareReport(comparison, both, { document: emptyDocument() });
    expect(mixed).toContain("<dt>Data</dt><dd>/tmp/wolf.csv</dd>");
    expect(mixed).toContain("--data<");
  });

  it("has a reliability diagram for each method with probabilities, and no such section without them", () => {
    expect(report()).not.toContain('id="probabilities"');
    const page = compareReport(withProbabilities, run, { document: emptyDocument() });
    expect(page).toContain('id="probabilities"');
    for (const group of ["leak-free", "families"]) expect(page).toContain(`id="reliability-${group}"`);
    const [figure] = page.match(/<figure id="reliability-leak-free">[\s\S]*?<\/figure>/) ?? [""];
    expect([...figure.matchAll(/<h4>(.*?) <span>(.*?)<\/span>/g)].map(([, method, note]) => [method, note])).toEqual([
      ["pu-skc@true", "true prior 0.3, 120 test bags"],
      ["pu-skc@true", "true prior 0.6, 120 test bags"],
    ]);
  });

  it("says what a method does once, however many arms it has", () => {
    expect(report().split("minimax polynomial kernel")).toHaveLength(2);
    expect(report()).toContain("<code>pu-skc@data</code>: ");
  });

  it("does without ranks where there is one method", () => {
    const alone = summariseComparison(
      records.filter(({ spec }) => spec.knowledge === "true"),
      { arms: arms.slice(0, 1), reference: "pu-skc@true", data },
    );
    expect(compareReport(alone, run, { document: emptyDocument() })).not.toContain('id="critical-difference"');
  });
});

describe("cliques", () => {
  it("joins runs that no critical difference separates, none inside another", () => {
    expect(cliques([1, 1.5, 2.4, 4], 1)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(cliques([1, 1.2, 1.4], 1)).toEqual([[0, 2]]);
    expect(cliques([1, 3, 5], 1)).toEqual([]);
  });
});
