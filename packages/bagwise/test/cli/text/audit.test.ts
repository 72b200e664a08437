import type { AuditEstimate, AuditPromises } from "@bagwise/core/audit";
import { describe, expect, it } from "vitest";
import { estimateReport } from "../../../src/cli/text/audit.js";

const estimate: AuditEstimate = {
  level: 0.9,
  population: 1900,
  predictedPositive: 1200,
  drawn: 30,
  reviewed: 30,
  notReviewed: 0,
  positive: 8,
  prior: { value: 0.151, low: 0.081, high: 0.254 },
  precision: { value: 0.446, low: 0.203, high: 0.694 },
  recall: { value: 0.7, low: 0.5, high: 0.9 },
  accuracy: { value: 0.9, low: 0.8, high: 0.95 },
  assumed: null,
  evidence: { positive: 5, reviewed: 33 },
  notes: [],
};
const kept = { value: 0.8, low: 0.6, high: 0.9, contradicted: false };
const text = (promised: AuditPromises | null, trainedOn: Parameters<typeof estimateReport>[1]["trainedOn"] = null) =>
  estimateReport(estimate, { promised, trainedOn }).join(" ").replaceAll(/\s+/g, " ");

describe("estimateReport", () => {
  it("writes all large numbers alike", () => {
    expect(text(null, { bags: 1100, predictedPositiveHeldOut: null })).toContain("30 of 1,900 unlabeled bags");
    expect(text(null, { bags: 1100, predictedPositiveHeldOut: null })).toContain("calls 1,200 of the 1,900 positive");
    expect(text(null, { bags: 1100, predictedPositiveHeldOut: 1150 })).not.toMatch(/\d{4}/);
  });

  it("says which promise is contradicted, and to which side", () => {
    const broken = { value: 0.93, low: 0.74, high: 0.98, contradicted: true };
    expect(text({ precision: broken, recall: kept, accuracy: null })).toContain(
      "Promised by held-out bags: precision 0.930 (0.740 to 0.980) is contradicted: the audit finds less; recall 0.800 (0.600 to 0.900)",
    );
    expect(text({ precision: null, recall: kept, accuracy: null })).toContain("does not contradict");
    expect(text({ precision: null, recall: null, accuracy: null })).not.toContain("Promised");
    expect(text(null)).not.toContain("Promised");
  });

  it("says whether the bags were trained on, as far as that is known", () => {
    expect(text(null, null)).not.toContain("trained");
    expect(text(null, { bags: 0, predictedPositiveHeldOut: null })).not.toContain("trained");
    expect(text(null, { bags: 7, predictedPositiveHeldOut: null })).toContain("it was trained on 7 of them");
    expect(text(null, { bags: 1900, predictedPositiveHeldOut: 1300 })).toContain(
      "called 1,300 positive while they were held out",
    );
  });
});
