import { expect, it } from "vitest";
import { cvRecord } from "../../../../lab/test/cv/make.js";
import { summary, timings } from "../../../../lab/test/cv/make-cv.js";
import { cvLines, cvPicture } from "../../../src/cli/experiment/cv-summary.js";

it("shows the mean accuracy so far, a row for each method and a column for each data set", () => {
  const records = [
    cvRecord({ method: "svm" }, { accuracy: 0.5 }),
    cvRecord({ method: "svm", fold: 1 }, { accuracy: 0.75 }),
    cvRecord({ method: "svm", dataset: "musk1" }, { accuracy: 1 }),
    cvRecord({ method: "dd" }, { accuracy: 0.25 }),
  ];
  const progress = { done: 4, total: 8, before: 0, records, timings: new Map(), notes: [] };
  expect(cvPicture(progress, 2)).toEqual([
    "4 of 8 trials (50 %), 2.0 a second, 2 s left",
    "",
    expect.any(String),
    "       wolf  Musk1",
    "  svm  62.5  100.0",
    "  dd   25.0",
  ]);
  expect(cvPicture({ ...progress, done: 0, records: [] }, 0)).toEqual(["0 of 8 trials (0 %)"]);
});

it("sets each method against what is published for it, marks what is far below, and names the best", () => {
  const lines = cvLines(summary, timings);
  const musk = lines.findIndex((line) => line.startsWith("Musk1"));
  expect(lines.slice(musk, musk + 6).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["Musk1: 47 positive and 45 negative bags, constant guess 51.1"],
    ["method", "accuracy", "AUC", "seconds", "solved", "published", "difference"],
    ["svm", "87.0 (1.4)", "0.800", "1.50", "100 %", "88.0", "-1.0"],
    ["mi-svm", "83.0 (1.4)", "0.800", "-", "50 %", "87.4", "-4.4 †"],
    ["auto", "91.0 (1.4)", "0.800", "0.250", "100 %"],
    ["Best: auto 91.0; best published: MIGraph 90.0 (+1.0)"],
  ]);
  expect(lines.join("\n")).toMatch(/†: more than 3 points/);
});
