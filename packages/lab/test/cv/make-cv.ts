import { compareData, type RunInfo, summariseCv } from "../../../bagwise/src/entries/lab.js";
import { originals } from "../make.js";
import { cvRecord, publishedData } from "./make.js";

const ACCURACIES = { svm: 0.87, "mi-svm": 0.83, auto: 0.91 };
const methods = Object.keys(ACCURACIES);

/** Invented folds of three methods on a data set of the literature and on another one. */
const records = ["musk1", "wolf & <cub>"].flatMap((dataset, d) =>
  Object.entries(ACCURACIES).flatMap(([method, accuracy]) =>
    [0, 1].map((repeat) =>
      cvRecord(
        { dataset, method, folds: 10, repeat },
        {
          accuracy: accuracy - 0.01 + 0.02 * repeat - 0.2 * d,
          status: method === "mi-svm" && repeat === 1 ? "inaccurate" : "solved",
        },
      ),
    ),
  ),
);

export const summary = summariseCv(records, {
  data: [publishedData("musk1", "Musk1"), compareData("wolf & <cub>", originals())],
  grid: { methods, folds: 10, repeats: 2, seed: 1 },
});

export const timings: RunInfo["timings"] = [
  { dataset: "musk1", method: "svm", trainings: 20, seconds: { mean: 1.5, sd: 0.1 } },
  { dataset: "musk1", method: "auto", trainings: 20, seconds: { mean: 0.25, sd: 0.1 } },
];
