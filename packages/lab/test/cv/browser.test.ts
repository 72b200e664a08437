import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cvReport, DATA_SETS, summariseCv } from "../../../bagwise/src/entries/lab.js";
import { launchChromium, openFile } from "../../../bagwise/test/browser.js";
import { chromiumPath, missing } from "../../../bagwise/test/require-all.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { fakeRun } from "../report/make.js";
import { cvRecord, publishedData } from "./make.js";

const path = chromiumPath();
const methods = ["svm", "auto", "auto@data", "pu-skc:given", "lsdd:default", "dsdd", "pu-mil"];

/** Seven methods on the five data sets, some right at the edge of the axis. */
function report(): string {
  const records = DATA_SETS.flatMap(({ name: dataset }, d) =>
    methods.flatMap((method, m) =>
      [0, 1].map((repeat) =>
        cvRecord({ dataset, method, folds: 10, repeat }, { accuracy: 0.99 - 0.03 * m - 0.06 * d + 0.01 * repeat }),
      ),
    ),
  );
  const data = DATA_SETS.map(({ name, title }) => publishedData(name, title));
  const summary = summariseCv(records, { data, grid: { methods, folds: 10, repeats: 2, seed: 1 } });
  return cvReport(summary, fakeRun({ experiment: "cv", timings: [] }), { document: emptyDocument() });
}

describe.skipIf(missing("Chromium", path))("the report of a cross-validation in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-cv-report-"));
  const file = join(folder, "report.html");
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(file, report());
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [1200, "light"],
    [390, "dark"],
  ] as const)(
    "at %d px, %s: fits, asks for nothing, and keeps figures inside their pictures",
    async (width, scheme) => {
      const { page, complaints, requests } = await openFile(browser, file, { width, colorScheme: scheme });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const outside =
        await page.evaluate(`[...document.querySelectorAll("#accuracy-by-method svg[role=img]")].map((svg) => {
      const box = (node) => node.getBoundingClientRect();
      const parts = [...svg.querySelectorAll("text, [aria-label=dot] > *")];
      return parts.filter((node) => box(node).right > box(svg).right + 1 || box(node).left < box(svg).left - 1).length;
    })`);
      expect(outside).toEqual([0, 0, 0, 0, 0]);
      expect(complaints).toEqual([]);
      expect(requests).toEqual([]);
      await page.close();
    },
  );
});
