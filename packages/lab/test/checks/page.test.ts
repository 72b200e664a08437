import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECK_SIZES, CHECKS } from "../../../bagwise/src/entries/lab.js";
import { root } from "../../../bagwise/test/require-all.js";
import { BAG_SIZE, CHECK_FEATURES, INSTANCES } from "../../src/checks/instances.js";
import { BREAKS, LEARNED, RESPECTS } from "../../src/checks/verdict.js";

const page = readFileSync(join(root, "docs", "research", "checks.md"), "utf8").replace(/\s+/g, " ");

describe("docs/research/checks.md", () => {
  it("states the instances, sizes and limits that the code has", () => {
    for (const [kind, { centre, spread }] of Object.entries(INSTANCES))
      expect(page).toContain(`| ${kind === "witness" ? "positive" : kind} | (${centre.join(", ")}) | ${spread} |`);
    const { positive, negative, unlabeled, prior, test } = CHECK_SIZES;
    for (const part of [
      `All instances have ${CHECK_FEATURES} features`,
      `A bag has ${BAG_SIZE.join(" to ")} instances`,
      `${positive} bags labelled 1 and ${negative} labelled -1`,
      `${unlabeled} unlabeled ones, ${100 * prior} % of which are positive`,
      `${test} positive and ${test} negative test bags`,
      `the AUC is at least ${RESPECTS}`,
      `the lowest of these AUCs is at most ${BREAKS}`,
      `is below ${LEARNED}`,
    ])
      expect(page).toContain(part);
    for (const { title, changed } of CHECKS) {
      expect(page).toContain(`| ${title} |`);
      for (const each of changed) expect(page).toContain(`| | ${each.title} |`);
    }
  });
});
