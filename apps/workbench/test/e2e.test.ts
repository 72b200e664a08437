import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { auto } from "@bagwise/core/learners";
import { encodeModel } from "@bagwise/core/model";
import { parseSession, reviewState } from "@bagwise/core/review";
import { readBags } from "@bagwise/files";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, dataFolder, missing } from "../../../packages/bagwise/test/require-all.js";
import { answerTruly, bagOn, beginLetters, Desk, downloaded, folder, go, quiet, SCREENS } from "./browser.js";

/** The gzipped size of the scripts among these addresses. */
function scriptSize(urls: Iterable<string>): number {
  const names = [...urls].flatMap((url) => /\/assets\/([^/]+\.js)$/.exec(url)?.[1] ?? []);
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, "assets", name))).length, 0);
}

describe.skipIf(missing("Chromium", chromiumPath()))("the workbench in a browser", { timeout: 120_000 }, () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(async () => {
    await desk?.close();
  });

  describe("a review of the letters", () => {
    let page: Page;
    beforeAll(async () => {
      page = await desk.tab();
      await beginLetters(page);
    });
    afterAll(async () => {
      await page?.close();
    });

    it("trains the model of the command line, byte by byte", async () => {
      await go(page, "Keep");
      const { name, bytes } = await downloaded(page, () =>
        page.getByRole("button", { name: "Download the model" }).click(),
      );
      const sample = readFileSync(new URL("../../../packages/bagwise/samples/letters.csv", import.meta.url));
      const model = await auto().fit(await readBags(new Uint8Array(sample), { name: "letters.csv" }));
      expect(name).toBe("letters.model");
      expect(new Uint8Array(bytes)).toEqual(encodeModel(model));
      await go(page, "Review");
    });

    it("marks the witness, and goes on by keyboard", async () => {
      expect(await page.locator(".document .witness").count()).toBe(1);
      const first = await answerTruly(page);
      await page.keyboard.press("u");
      expect(await bagOn(page)).toBe(first);
      for (let k = 0; k < 12; k++) await answerTruly(page);
      await quiet(page);
      expect(await page.locator(".side .big").textContent()).toMatch(/^\d+$/);
      expect(await page.locator(".under").textContent()).toContain("Learned from 12 answers");
      await page.keyboard.press("b");
      expect(await page.locator(".bag-head .badge").count()).toBe(1);
    });

    it("keeps everything when the page is reloaded in the middle", async () => {
      for (let k = 0; k < 3; k++) await answerTruly(page);
      await quiet(page);
      const before = await bagOn(page);
      await page.reload();
      await page.locator(".document").waitFor();
      await expect.poll(() => bagOn(page), { timeout: 30_000 }).toBe(before);
      await page.locator(".bag .chance").waitFor();
      await go(page, "Keep");
      const { name, bytes } = await downloaded(page, () =>
        page.getByRole("button", { name: "Download the session" }).click(),
      );
      expect(name).toBe("letters.review.json");
      const session = parseSession(bytes.toString("utf8"));
      expect(reviewState(session).reviewed.length).toBe(14);
      expect(await page.locator(".history li").count()).toBeGreaterThanOrEqual(14);
    });

    it("says how many are left, ranks, maps and saves tables", async () => {
      await go(page, "How many are left");
      expect(await page.locator(".sentence").textContent()).toMatch(/^(Go on|Stop):/);
      await page.locator(".figure svg").waitFor();
      await go(page, "Results");
      expect(await page.locator(".list-row").count()).toBeGreaterThan(10);
      await page.getByRole("searchbox", { name: "Search the list" }).fill("street lamp");
      await page.locator("text=1 bag").first().waitFor();
      const { name, bytes } = await downloaded(page, () => page.getByRole("button", { name: /as CSV/ }).click());
      expect(name).toBe("letters-ranked.csv");
      const lines = bytes
        .toString("utf8")
        .replace(/^\ufeff/, "")
        .trim()
        .split("\n");
      expect(lines[0]).toContain("rank,bag,score,probability,known,heldOut,answer");
      expect(lines.length).toBe(2);
      await page.getByRole("searchbox", { name: "Search the list" }).fill("");
      await go(page, "Data");
      await page.locator(".map canvas.over").waitFor();
    });

    it("writes the report of the model", async () => {
      await go(page, "Keep");
      const { name, bytes } = await downloaded(page, () =>
        page.getByRole("button", { name: "Make the report" }).click(),
      );
      expect(name).toBe("letters.report.html");
      const text = bytes.toString("utf8");
      expect(text).toContain('<meta name="generator" content="bagwise');
      expect(text).toContain("The most likely bags");
    });

    it("replays a review of the known labels", async () => {
      await go(page, "Simulate");
      await page.getByRole("button", { name: "Simulate a review" }).click();
      await page.getByText("Recall there").waitFor();
      expect(await page.locator(".tile").first().textContent()).toMatch(/Work saved/);
    });

    it("ends a training at once, and goes on", async () => {
      await go(page, "Settings");
      const set = async (bootstrap: string) => {
        await page.locator("#option-bootstrap").fill(bootstrap);
        await page.locator("#option-bootstrap").blur();
      };
      await page.getByText("More options").click();
      // Takes long enough to be ended.
      await set("100000");
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
      await set("");
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
      expect(await page.locator(".problem").count()).toBe(0);
    });

    it("survives the death of its worker", async () => {
      await go(page, "Review");
      await quiet(page);
      const before = await bagOn(page);
      for (const worker of page.workers()) await worker.evaluate("self.close()").catch(() => undefined);
      await page.getByText("had stopped").waitFor();
      await expect.poll(() => bagOn(page), { timeout: 30_000 }).toBe(before);
      await answerTruly(page);
      await page.getByText("Learned from 15 answers").waitFor();
    });

    it("gives a second tab the review only if it is asked to", async () => {
      await page.waitForTimeout(200);
      const other = await desk.tab(page.url());
      await other.getByText("open in another tab").waitFor();
      await other.locator(".document").waitFor();
      const before = await bagOn(other);
      await other.keyboard.press("p");
      expect(await bagOn(other)).toBe(before);
      await other.getByRole("button", { name: "Go on here" }).click();
      await page.getByText("open in another tab").waitFor();
      await other.getByText("open in another tab").waitFor({ state: "detached" });
      await quiet(other);
      await answerTruly(other);
      expect(await bagOn(other)).not.toBe(before);
      await other.close();
    });

    it("asks nothing of any other place, and complains of nothing", () => {
      const origin = new URL(desk.server.url).origin;
      const away = desk.requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url));
      expect(away).toEqual([]);
      expect(desk.requests.length).toBeGreaterThan(20);
      expect(desk.complaints).toEqual([]);
    });
  });

  it("loads little before a file is opened, and less than 400 KB of script on the way through all screens", async () => {
    const page = await desk.tab();
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(request.url()));
    await page.reload();
    await page.locator(".drop").waitFor();
    console.log(`script before a file is opened: ${scriptSize(asked)} bytes gzipped`);
    expect(scriptSize(asked)).toBeGreaterThan(10_000);
    expect(scriptSize(asked)).toBeLessThan(150_000);
    await beginLetters(page);
    for (const screen of SCREENS) {
      await go(page, screen);
      if (screen === "How many are left") await page.locator(".figure svg").waitFor();
      if (screen === "Data") await page.locator(".map canvas.over").waitFor();
    }
    console.log(`script of all screens: ${scriptSize(asked)} bytes gzipped`);
    expect(scriptSize(asked)).toBeLessThan(400_000);
    await page.close();
  });

  it("says what is wrong with a file, in the words of the command line", async () => {
    const page = await desk.tab();
    const choose = async (name: string, text: string) =>
      await page
        .locator('input[aria-label="File to open"]')
        .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    await choose("bad.csv", "bag,label,x\na,1,1\na,1,two\nb,0,3\nb,0,4\n");
    await page.locator(".problem").first().waitFor();
    expect(await page.locator(".problem").first().textContent()).toContain("two");
    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose("empty.csv", "");
    await page.getByText("the file is empty").waitFor();
    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose("broken.parquet", "PAR1 and nothing more");
    await page.locator(".problem").first().waitFor();
    await page.close();
  });

  it("reads and draws molecules in the page", async () => {
    const page = await desk.tab();
    const acids = ["CC(=O)O", "CCC(=O)O", "CCCC(=O)O", "OC(=O)c1ccccc1", "OC(=O)CC(=O)O", "CC(C)C(=O)O"];
    const others = ["CCO", "CCCO", "c1ccccc1", "CCN", "CCCCC", "CCOC", "CC(C)=O", "Cc1ccccc1", "CCCN", "OCCO"];
    const rows = [...acids.map((smiles, k) => `${smiles},${k < 4 ? 1 : ""}`), ...others.map((smiles) => `${smiles},`)];
    const table = ["id,smiles,label", ...rows.map((row, k) => `m${k},${row}`)].join("\n");
    await page
      .locator('input[aria-label="File to open"]')
      .setInputFiles({ name: "acids.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
    await page.getByText("each is a bag of conformers").waitFor();
    await page.locator("button.primary:enabled", { hasText: "Begin the review" }).click();
    await page.locator(".bag svg.drawing").waitFor();
    expect(await page.locator(".bag svg.drawing line").count()).toBeGreaterThan(1);
    await page.keyboard.press("p");
    await page.getByText("Learned from 1 answer").waitFor();
    await page.close();
  });

  const musk = dataFolder();
  it.skipIf(missing("musk1.csv", musk))("reviews bags of measurements whose labels are hidden", async () => {
    const [head, ...lines] = readFileSync(join(musk ?? "", "musk1.csv"), "utf8")
      .trim()
      .split("\n");
    const at = head.split(",").indexOf("label");
    const kept = new Set<string>();
    const hidden = lines.map((line) => {
      const cells = line.split(",");
      const positive = Number(cells[at]) === 1;
      if (positive && kept.size < 10) kept.add(cells[0]);
      cells[at] = kept.has(cells[0]) ? "1" : "0";
      return cells.join(",");
    });
    const page = await desk.tab();
    await page
      .locator('input[aria-label="File to open"]')
      .setInputFiles({ name: "musk.csv", mimeType: "text/csv", buffer: Buffer.from([head, ...hidden].join("\n")) });
    await page.locator("button.primary:enabled", { hasText: "Begin the review" }).click();
    await page.locator(".instances tr.witness").waitFor();
    for (const key of "pppnpppnpppnpppnpppn") {
      // A person who is faster than the machine waits for the next bag.
      await page.locator(".answers").waitFor();
      await page.keyboard.press(key);
    }
    await page.getByText("Learned from 20 answers").waitFor();
    expect(await page.locator(".side .big").textContent()).toBe("15");
    await page.close();
  });
});
