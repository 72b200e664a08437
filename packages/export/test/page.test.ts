import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registerBaselines } from "@bagwise/baselines";
import { LEARNERS } from "@bagwise/core/learners";
import { expect, it } from "vitest";
import { root } from "../../bagwise/test/require-all.js";
import { EXPORTABLE, NOT_EXPORTABLE } from "./models.js";

registerBaselines();

const page = readFileSync(join(root, "docs", "reference", "export.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|"));

it("the page on exports names every method that can be exported, and the kernel that cannot", () => {
  for (const { description } of LEARNERS) {
    expect(EXPORTABLE).toContain(`learner-${description.name}`);
    const own = rows.filter((row) => row.includes(`\`${description.name}\``));
    expect(own.length, description.name).toBeGreaterThan(0);
    for (const row of own) expect(row).not.toContain("✗");
  }
  expect(NOT_EXPORTABLE).toEqual(["kernel-normalised-edge-graph-gaussian", "kernel-dissimilarity-gaussian"]);
  for (const kernel of ["`edge-graph`", "`dissimilarity`"])
    expect(rows.find((row) => row.includes(kernel))).toContain("✗ | ✗ | ✗");
});
