import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bestPublished, DATA_SETS, publishedFor } from "../../../bagwise/src/entries/lab.js";
import { root } from "../../../bagwise/test/require-all.js";

const names = DATA_SETS.map(({ name }) => name);

describe("published accuracies", () => {
  it("are shares on the paper's data sets, under the names of our methods", () => {
    expect(names.map((name) => publishedFor(name, "svm")?.accuracy)).toEqual([0.88, 0.893, 0.843, 0.603, 0.842]);
    expect(publishedFor("musk1", "ki-svm:bag")).toMatchObject({ accuracy: 0.88, title: "KI-SVM, bags" });
    expect(publishedFor("fox", "ki-svm:instance")?.accuracy).toBe(0.634);
    expect(publishedFor("musk2", "network")).toEqual(publishedFor("musk2", "network:attention"));
  });

  it("are null where nothing is published", () => {
    expect(publishedFor("tiger", "miss-svm")).toBeNull();
    expect(publishedFor("musk2", "miss-svm")?.accuracy).toBe(0.8);
    expect(publishedFor("musk1", "auto")).toBeNull();
    expect(publishedFor("wolf", "svm")).toBeNull();
    expect(bestPublished("wolf")).toBeNull();
  });

  it("have a best method on each data set, which need not be one of ours", () => {
    expect(names.map((name) => [bestPublished(name)?.title, bestPublished(name)?.accuracy])).toEqual([
      ["MIGraph", 0.9],
      ["miGraph", 0.903],
      ["miGraph", 0.868],
      ["KI-SVM, instances", 0.634],
      ["miGraph", 0.86],
    ]);
  });

  it("are those that the page of the docs shows", () => {
    const page = readFileSync(join(root, "docs", "research", "cv.md"), "utf8");
    const [, table] = page.split("## The published figures");
    const rows = table
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1)
      .map((line) => line.split("|").map((field) => field.trim()))
      .filter(([, , method]) => method !== "");
    expect(rows).toHaveLength(11);
    for (const [, title, method, paper, ...figures] of rows)
      for (const [k, name] of names.entries()) {
        const found = publishedFor(name, method.replaceAll("`", ""));
        const accuracy = figures[k] === "" ? null : Number(figures[k]);
        expect(found && Math.round(1000 * found.accuracy) / 10, `${title} on ${name}`).toBe(accuracy);
        if (found !== null) expect(found).toMatchObject({ title, paper });
      }
  });
});
