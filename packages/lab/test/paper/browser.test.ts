import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { experimentReport } from "../../../bagwise/src/entries/lab.js";
import { launchChromium, openFile } from "../../../bagwise/test/browser.js";
import { chromiumPath, missing } from "../../../bagwise/test/require-all.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { fakeOther, fakeRun, fakeSummary, SMALL } from "../report/make.js";

const path = chromiumPath();

describe.skipIf(missing("Chromium", path))("the report in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-report-"));
  const file = join(folder, "report.html");
  let browser: Browser;

  beforeAll(async () => {
    const page = await experimentReport(
      fakeSummary({ methods: ["pu-skc", "pu-skc:default", "lsdd", "dsdd", "pu-mil", "pu-mil:1-epoch"] }),
      fakeRun(),
      {
        document: emptyDocument(),
        also: [
          fakeSummary({ experiment: "labels", methods: ["pu-skc"], priors: [0.7], labeled: [20, 60, 100, 160] }),
          fakeSummary({ experiment: "time", priors: [0.1], protocols: ["paper"] }),
        ].map((each) => fakeOther(each)),
      },
    );
    writeFileSync(file, page);
    browser = await launchChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (width: number, colorScheme: "light" | "dark") => openFile(browser, file, { width, colorScheme });

  it.each([
    [1200, "light"],
    [1200, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("at %d px, %s: fits, asks for nothing, complains of nothing", async (width, scheme) => {
    const { page, complaints, requests } = await open(width, scheme);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate("document.querySelectorAll('svg[role=img]').length")).toBeGreaterThan(30);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
    await page.close();
  });

  it("keeps all text of a figure inside its picture, and no two tick labels of an axis overlap", async () => {
    for (const width of [1200, 390]) {
      const { page } = await open(width, "light");
      // The page scales a picture with its texts, so that a small tolerance covers the rounding.
      const offenders = await page.evaluate(`[...document.querySelectorAll("svg[role=img]")].flatMap((svg) => {
        const box = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
        const outside = texts.filter(({ box: b }) => b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1);
        const over = texts.filter((a, i) => texts.slice(i + 1).some((b) =>
          a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 2 && b.box.top < a.box.bottom - 2));
        return [...outside, ...over].map(({ text }) => svg.getAttribute("aria-label").slice(0, 40) + ": " + text);
      })`);
      expect(offenders, `${width} px`).toEqual([]);
      await page.close();
    }
  });

  const colourOf = (page: Page, selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);

  it("is light or dark as the reader wants, with other colours for the methods, and light in print", async () => {
    const { page } = await open(1200, "light");
    const look = async () => [
      await colourOf(page, "body", "backgroundColor"),
      await colourOf(page, "#accuracy-by-prior .panels [aria-label=line] .m0", "stroke"),
    ];
    const light = await look();
    expect(light).toEqual(["rgb(255, 255, 255)", "rgb(0, 114, 178)"]);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await look();
    expect(dark).toEqual(["rgb(21, 24, 27)", "rgb(78, 166, 234)"]);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await look()).toEqual(light);
    await page.close();
  });

  it("hides a method everywhere when its name in a legend is clicked, without a jump, and shows it again", async () => {
    const { page } = await open(1200, "light");
    const shown = () =>
      page.evaluate(
        `[...document.querySelectorAll(".panels .m1")].filter((mark) => mark.getBoundingClientRect().width > 0).length`,
      );
    const before = await shown();
    expect(before).toBeGreaterThan(0);
    const label = page.locator("#auc-by-prior label[for=show-m1]");
    await label.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate("scrollY");
    await label.click();
    expect(await shown()).toBe(0);
    expect(await page.evaluate("scrollY")).toBe(scroll);
    await label.click();
    expect(await shown()).toBe(before);
    await page.close();
  });

  it("is made in a browser just as in Node", async () => {
    const bundle = await rolldown({
      input: decodeURIComponent(new URL("../../src/paper/report/report.ts", import.meta.url).pathname),
      platform: "browser",
      resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "iife", name: "report" });
    await bundle.close();
    // On a coarse screen Plot moves lines by half a pixel, to make them crisp.
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    await page.addScriptTag({ content: output[0].code });
    const [summary, run] = [fakeSummary(SMALL), fakeRun()];
    const inNode = await experimentReport(summary, run, { document: emptyDocument() });
    // The two write attributes in another order, which is not a difference.
    const same = await page.evaluate(`(async ([summary, run, inNode]) => {
      const inBrowser = await report.experimentReport(summary, run, { document });
      const [a, b] = [inBrowser, inNode].map((text) => new DOMParser().parseFromString(text, "text/html"));
      const [own, other] = [a, b].map((document) => [...document.querySelectorAll("*")]);
      const odd = own.findIndex((element, i) => !element.cloneNode(element.childElementCount === 0).isEqualNode(other[i]?.cloneNode(element.childElementCount === 0) ?? null));
      const different = odd < 0 ? [] : [own[odd].outerHTML.slice(0, 300), other[odd]?.outerHTML.slice(0, 300)];
      return { different, equal: a.isEqualNode(b), figures: a.querySelectorAll("figure svg[role=img]").length };
    })(${JSON.stringify([summary, run, inNode])})`);
    expect(same).toEqual({ different: [], equal: true, figures: 2 * 6 });
    await page.close();
  });

  it("keeps data set and prior in view when the table is scrolled on a phone", async () => {
    const { page } = await open(390, "light");
    const left = (selector: string) =>
      page.evaluate(`document.querySelector("${selector}").getBoundingClientRect().left`);
    const heads = [".results th[scope=rowgroup]", ".results th[scope=row]"];
    const before = [await left(heads[0]), await left(heads[1]), await left(".results td")];
    await page.evaluate(`document.querySelector(".scroll:has(.results)").scrollLeft = 150`);
    const after = [await left(heads[0]), await left(heads[1]), await left(".results td")];
    expect(Number(after[2])).toBeCloseTo(Number(before[2]) - 150, 0);
    for (const i of [0, 1]) expect(Math.abs(Number(after[i]) - Number(before[i]))).toBeLessThan(2);
    await page.close();
  });
});
