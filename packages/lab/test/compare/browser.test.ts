import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareReport, parseArm, summariseComparison } from "../../../bagwise/src/entries/lab.js";
import { launchChromium } from "../../../bagwise/test/browser.js";
import { chromiumPath, missing } from "../../../bagwise/test/require-all.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { fakeRun } from "../report/make.js";
import { compareRecord } from "./make.js";
import { data } from "./make-comparison.js";

const path = chromiumPath();
const arms = ["auto", "auto@data", "pu-skc", "lsdd@data"].map(parseArm);

/** Four methods in the same order in every cell, so that one has the last rank. */
function page(cells: number): string {
  const records = Array.from({ length: cells }, (_, p) => p).flatMap((p) =>
    [0, 1].flatMap((trial) =>
      arms.map(({ method, knowledge }, k) =>
        compareRecord(
          { dataset: "family:plain", protocol: "original", prior: 0.1 + 0.02 * p, trial, method, knowledge },
          { accuracy: 0.8 - 0.03 * k + 0.01 * trial },
        ),
      ),
    ),
  );
  const comparison = summariseComparison(records, { arms, reference: arms[0].name, data });
  return compareReport(comparison, fakeRun({ experiment: "compare", timings: [] }), { document: emptyDocument() });
}

describe.skipIf(missing("Chromium", path))("the report of a comparison in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser?.close());

  it.each([
    [2, 1200],
    [2, 390],
    [8, 1200],
    [30, 390],
  ])("has ranks of %d cells at %d px whose numbers no joining bar covers, and all inside", async (cells, width) => {
    const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: "dark" });
    await tab.setContent(page(cells));
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const found =
      await tab.evaluate(`[...document.querySelectorAll("#critical-difference svg[role=img]")].map((svg) => {
      const box = (node) => node.getBoundingClientRect();
      const texts = [...svg.querySelectorAll("text")];
      const bars = [...svg.querySelectorAll("[aria-label=link][stroke-width='4'] path")];
      const within = [...texts, ...bars].every((node) => box(node).right <= box(svg).right + 1 && box(node).left >= box(svg).left - 1);
      // The box of a path leaves out the width of its stroke.
      const covered = texts.filter((text) => bars.some((bar) =>
        box(bar).left - 3 < box(text).right && box(text).left < box(bar).right + 3 &&
        box(bar).top < box(text).bottom && box(text).top < box(bar).bottom));
      return { bars: bars.length, within, covered: covered.map((text) => text.textContent) };
    })`);
    const panels = found as { bars: number; within: boolean; covered: string[] }[];
    expect(panels.length).toBeGreaterThan(0);
    for (const panel of panels) expect(panel).toEqual({ bars: expect.any(Number), within: true, covered: [] });
    if (cells < 10) expect(panels[0].bars).toBeGreaterThan(0);
    await tab.close();
  });
});
