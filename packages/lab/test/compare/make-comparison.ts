import {
  compareData,
  familyByName,
  familyData,
  parseArm,
  summariseComparison,
} from "../../../bagwise/src/entries/lab.js";
import { reliabilityCounts } from "../../src/compare/reliability-counts.js";
import { originals } from "../make.js";
import { compareRecord } from "./make.js";

export const arms = ["pu-skc", "pu-skc@data"].map(parseArm);
const places = [
  { dataset: "wolf & <cub>", protocol: "leak-free", prior: 0.3 },
  { dataset: "wolf & <cub>", protocol: "leak-free", prior: 0.6 },
  { dataset: "family:plain", protocol: "original", prior: 0.3 },
] as const;
/** Invented trials of two arms in three settings. */
export const records = places.flatMap((place, p) =>
  [0, 1, 2].flatMap((trial) =>
    arms.map(({ method, knowledge }, k) =>
      compareRecord(
        { ...place, trial, method, knowledge },
        {
          accuracy: 0.72 - 0.05 * k + 0.01 * trial + 0.01 * p,
          ...(k === 0 ? {} : { usedPrior: 0.4, priorLow: 0.1, priorHigh: 0.8 }),
        },
      ),
    ),
  ),
);
export const data = [compareData("wolf & <cub>", originals()), familyData(familyByName("plain"))];
export const comparison = summariseComparison(records, { arms, reference: "pu-skc@true", data });
/** The same trials with probabilities of the first arm, that are too high. */
export const withProbabilities = summariseComparison(
  records.map((record, k) => {
    if (record.spec.knowledge !== "true") return record;
    const bags = Array.from({ length: 40 }, (_, i) => ({
      probability: (i + 0.5) / 40,
      positive: (i * 7 + k) % 40 < (i * i) / 40,
    }));
    return { ...record, result: { ...record.result, reliability: reliabilityCounts(bags) } };
  }),
  { arms, reference: "pu-skc@true", data },
);
