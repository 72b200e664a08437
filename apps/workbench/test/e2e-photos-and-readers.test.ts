import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../../../packages/bagwise/test/cli/run-cli.js";
import { writeScenes } from "../../../packages/bagwise/test/node/raw/photo-files.js";
import { chromiumPath, missing } from "../../../packages/bagwise/test/require-all.js";
import { answerAs, bagOn, beginLetters, Desk, downloaded, go, quiet, SCREENS } from "./browser.js";

// Apart from the rest of the way through the workbench, so that both run at the same time.
describe.skipIf(missing("Chromium", chromiumPath()))("the workbench in a browser", { timeout: 120_000 }, () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(async () => {
    await desk?.close();
  });

  describe("photos", () => {
    let place: string;
    beforeAll(async () => {
      place = mkdtempSync(join(tmpdir(), "bagwise-photos-"));
      await writeScenes(join(place, "photos"), { photos: 16 });
    });
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    it("reads a folder of PNGs as the command line does, and outlines the region that matters", async () => {
      const page = await desk.tab();
      await page.locator('input[aria-label="Folder to open"]').setInputFiles(join(place, "photos"));
      await page.getByText("each is a bag of regions").waitFor();
      expect(await page.getByText("The folders are the labels").count()).toBe(1);
      await page.locator("button.primary:enabled", { hasText: "Begin the review" }).click();
      await page.locator(".bag .picture path.line").waitFor();
      expect(await page.locator(".bag .picture image").getAttribute("href")).toMatch(/^data:image\/jpeg;base64,/);
      await page.locator(".bag .chance").waitFor();
      await go(page, "Keep");
      const model = await downloaded(page, () => page.getByRole("button", { name: "Download the model" }).click());
      const trained = await cliHere(["train", "photos", "--out", "photos.model", "--quiet"], { cwd: place });
      expect(trained.status).toBe(0);
      expect(model.name).toBe("photos.model");
      // The same bytes: so every pixel, region and feature is the same.
      expect(Buffer.compare(model.bytes, readFileSync(join(place, "photos.model")))).toBe(0);
      await go(page, "Review");
      const before = await answerAs(page, "p");
      await quiet(page);
      await page.reload();
      await page.locator(".bag .picture path.line").waitFor();
      expect(await bagOn(page)).not.toBe(before);
      await go(page, "How many are left");
      await page.getByRole("button", { name: "Begin an audit" }).click();
      await page.locator(".panel .picture image").waitFor();
      expect(await page.locator(".panel .picture path").count()).toBe(0);
      await page.close();
    }, 240_000);

    it("takes photos beside a table, and names one that is missing or broken", async () => {
      const page = await desk.tab();
      const names = readdirSync(join(place, "photos", "unlabeled")).slice(0, 3);
      const files = names.map((name) => ({
        name,
        mimeType: "image/png",
        buffer: readFileSync(join(place, "photos", "unlabeled", name)),
      }));
      const table = (rows: readonly string[]) => ({
        name: "photos.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["photo,label", ...rows.map((name, k) => `${name},${k === 0 ? 1 : ""}`)].join("\n")),
      });
      const choose = async (...chosen: readonly (typeof files)[number][]) =>
        await page.locator('input[aria-label="File to open"]').setInputFiles([...chosen]);
      await choose(table(names), ...files);
      await page.getByText("each is a bag of regions").waitFor();
      await page.getByRole("button", { name: "Choose another file" }).click();
      await choose(table([...names, "gone.png"]), ...files);
      await page.getByText('the photo "gone.png" was not chosen').first().waitFor();
      await page.getByRole("button", { name: "Choose another file" }).click();
      await choose(table(names), ...files.slice(1), { ...files[0], buffer: files[0].buffer.subarray(0, 60) });
      await page.getByText(`the photo "${names[0]}" is no picture, or broken`).first().waitFor();
      await page.close();
    });
  });

  it.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("has no serious fault for screen readers and no overflow: %s, %i pixels", async (colorScheme, width) => {
    const context = await desk.browser.newContext({ viewport: { width, height: 780 }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(desk.server.url);
    await page.locator(".drop").waitFor();
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const faults = async (screen: string) => {
      await page.evaluate(axe);
      const found = (await page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).slice(0, 3).join(' ')))",
      )) as string[];
      const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      return [...found.map((each) => `${screen}: ${each}`), ...(wide ? [`${screen}: wider than the page`] : [])];
    };
    const all = await faults("Start");
    await beginLetters(page);
    for (const screen of SCREENS) {
      await go(page, screen);
      await page.waitForTimeout(150);
      all.push(...(await faults(screen)));
    }
    expect(all).toEqual([]);
    await context.close();
  });
});
