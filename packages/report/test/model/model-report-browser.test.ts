import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { auto } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, openFile } from "../../../bagwise/test/browser.js";
import { chromiumPath, missing } from "../../../bagwise/test/require-all.js";
import { modelReport } from "../../src/model/model-report.js";
import { emptyDocument } from "../empty-document.js";
import { BELIEVED, fakeHeldOut, fakeModel, fakeRisks } from "./make-model.js";

const path = chromiumPath();
const long = "an-identifier-without-any-blank-that-is-far-longer-than-a-phone-is-wide-".repeat(3);

describe.skipIf(missing("Chromium", path))("the report of a model in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-model-report-"));
  let browser: Browser;

  beforeAll(async () => {
    const { bags } = synthesise({ bags: 60, labeled: 15, dimensions: 6, bagSize: [1, 6], seed: 5 });
    const write = async (name: string, model: Model, options = {}) =>
      writeFileSync(
        join(folder, `${name}.html`),
        await modelReport(model, { document: emptyDocument(), bootstrap: 60, ...options }),
      );
    await write("auto", await auto({}).fit(bags), {
      bags,
      title: "molecules.csv: 45 unlabeled bags ranked",
      sources: { model: `${long}.model`, data: `${long}.csv`, commands: [`bagwise train ${long}`] },
      notes: [{ code: "nothing", message: long }],
    });
    const heldOut = fakeHeldOut({ negative: 15 });
    await write(
      "grid",
      await fakeModel({ heldOut, card: { prior: BELIEVED, risks: fakeRisks(), chosen: { degree: 2, lambda: 1e-3 } } }),
    );
    await write("bare", await fakeModel({ heldOut: null, card: { prior: null } }), { title: long });
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (name: string, width: number, colorScheme: "light" | "dark") =>
    openFile(browser, join(folder, `${name}.html`), { width, colorScheme });

  it.each(["auto", "grid", "bare"])(
    "%s fits at any width, light and dark, asks for nothing, complains of nothing",
    async (name) => {
      const { page, complaints, requests } = await open(name, 1200, "light");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1200, 700, 360]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate("document.documentElement.scrollWidth"), `${width} px, ${colorScheme}`).toBe(
            width,
          );
        }
      }
      expect(complaints).toEqual([]);
      expect(requests).toEqual([]);
      await page.close();
    },
  );

  it("has the likeliest bags within the first two screens of a desktop and of a phone", async () => {
    const { page } = await open("auto", 1200, "light");
    for (const [width, height] of [
      [1200, 800],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      const end = await page.evaluate(`document.querySelector("#top tbody").getBoundingClientRect().bottom + scrollY`);
      expect(end, `${width} px`).toBeLessThan(2 * height);
    }
    expect(await page.evaluate(`document.querySelectorAll("#top tbody tr").length`)).toBe(10);
    await page.close();
  });

  it("shows one of the two drawings of a figure, whichever fits", async () => {
    const shown = `["for-wide", "for-narrow"].map((kind) => [...document.querySelectorAll("." + kind)].filter((box) => box.getBoundingClientRect().width > 0).length)`;
    const count = `document.querySelectorAll(".for-wide").length`;
    for (const [width, which] of [
      [1200, 0],
      [360, 1],
    ]) {
      const { page } = await open("grid", width, "light");
      const found = (await page.evaluate(shown)) as number[];
      expect(found[which]).toBe(await page.evaluate(count));
      expect(found[which]).toBeGreaterThan(1);
      expect(found[1 - which]).toBe(0);
      await page.close();
    }
  });

  it.each(["auto", "grid"])(
    "%s keeps all text of a figure inside its picture, and no two labels overlap",
    async (name) => {
      const { page } = await open(name, 1200, "light");
      for (const width of [1200, 700, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const offenders =
          await page.evaluate(`[...document.querySelectorAll("figure svg[role=img]")].filter((svg) => svg.getBoundingClientRect().width > 0).flatMap((svg) => {
        const box = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
        const outside = texts.filter(({ box: b }) => b.left < box.left - 2 || b.right > box.right + 2 || b.top < box.top - 2 || b.bottom > box.bottom + 2);
        const over = texts.filter((a, i) => texts.slice(i + 1).some((b) =>
          a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 2 && b.box.top < a.box.bottom - 2));
        return [...outside, ...over].map(({ text }) => svg.getAttribute("aria-label").slice(0, 40) + ": " + text);
      })`);
        expect(offenders, `${width} px`).toEqual([]);
      }
      await page.close();
    },
  );

  it("has text on every cell of the heat map that stands out, light and dark", async () => {
    for (const scheme of ["light", "dark"] as const) {
      const { page } = await open("grid", 1200, scheme);
      const least = await page.evaluate(`(() => {
        const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
        const style = getComputedStyle(document.body);
        const [page, ink] = [rgb(style.backgroundColor), rgb(style.color)];
        const lum = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        return Math.min(...[...document.querySelectorAll("#risk-heat-map .for-wide rect[fill-opacity]")].map((cell) => {
          const s = getComputedStyle(cell); const f = rgb(s.fill); const o = Number(s.fillOpacity);
          const mixed = f.slice(0, 3).map((v, i) => o * v + (1 - o) * page[i]);
          const [a, b] = [lum(mixed), lum(ink)].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05);
        }));
      })()`);
      expect(Number(least), scheme).toBeGreaterThan(4.5);
      // Without any cell it would be infinite.
      expect(Number(least), scheme).toBeLessThan(22);
      await page.close();
    }
  });

  it("prints light, on pages without anything cut off at the side", async () => {
    const { page } = await open("auto", 1200, "dark");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(718);
    expect(await page.evaluate(`getComputedStyle(document.querySelector(".for-narrow")).display`)).toBe("none");
    // Tables behind figures are open on paper, but for the long one of the map.
    const heights = (await page.evaluate(
      `[...document.querySelectorAll("figure")].map(({ id, children }) => [id, [...children].at(-1).querySelector("table").getBoundingClientRect().height])`,
    )) as [string, number][];
    for (const [id, height] of heights)
      if (id === "bag-map") expect(height).toBe(0);
      else expect(height, id).toBeGreaterThan(20);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
    await page.close();
  });
});
