import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { safeCell } from "@bagwise/files/lists";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBags } from "../../../bagwise/src/node/files/read-bags.js";
import { launchChromium, openFile } from "../../../bagwise/test/browser.js";
import { chromiumPath, missing } from "../../../bagwise/test/require-all.js";
import { html } from "../../src/page/html.js";
import { page as pageOf, pageScript } from "../../src/page/page.js";
import { sortedTable } from "../../src/page/sorted-table.js";
import { TABLE_SCRIPT } from "../../src/page/table-script.js";

const HOSTILE = [
  `</script><script>window.broken = 1</script>`,
  `<img src=x onerror="window.broken = 1">`,
  `=HYPERLINK("http://x")`,
  `a "quoted", name`,
  "-1+2",
  "-12.5",
  "＝1",
  "<!--",
  "line\nbreak",
];
const SIZE = 20_000;
const ids = Array.from({ length: SIZE }, (_, i) => HOSTILE[i] ?? `bag ${i}`);

describe.skipIf(missing("Chromium", chromiumPath()))("the table of all bags in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-bag-table-"));
  let browser: Browser;
  let page: Page;
  let opened: Awaited<ReturnType<typeof openFile>>;

  beforeAll(async () => {
    const scores = ids.map((_, i) => (i * 7919) % SIZE);
    const columns = [
      { name: "bag", values: ids },
      { name: "rank", values: ids.map((_, i) => (i < SIZE - 100 ? i + 1 : null)), lowFirst: true },
      { name: "score", values: scores.map((score) => score / 1000), shown: scores.map((score) => `s${score}`) },
      { name: "known", values: ids.map((_, i) => (i < SIZE - 100 ? "unlabeled" : "positive")), choices: true },
      { name: "text", values: ids.map((_, i) => (i % 2 ? `Über ${i}` : "")), text: true },
    ];
    const content = sortedTable(columns, { label: "All bags", noun: "bag", file: "x-bags" });
    const text = pageOf({
      title: "t",
      kicker: "",
      subtitle: "",
      lead: html``,
      sections: [{ id: "bags", title: "All bags", content }],
      last: { id: "run", title: "", content: html`` },
      rules: "",
      script: await pageScript(TABLE_SCRIPT),
    });
    writeFileSync(join(folder, "table.html"), text);
    browser = await launchChromium();
    opened = await openFile(browser, join(folder, "table.html"), { width: 1200, colorScheme: "light" });
    page = opened.page;
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const column = (k: number) =>
    page.evaluate(`[...document.querySelectorAll("#table tbody tr")].map((row) => row.children[${k}].textContent)`);
  const status = () => page.textContent("#table-status");
  const sortBy = (name: string) => page.click(`#table th button:text-is("${name}")`);

  it("shows what a file says as text, runs none of it, and asks for nothing", async () => {
    expect(await column(0)).toEqual(ids.slice(0, 25));
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(opened.complaints).toEqual([]);
    expect(opened.requests).toEqual([]);
  });

  it("lets no other script run, wherever it comes from", async () => {
    await page.evaluate(
      `document.body.insertAdjacentHTML("beforeend", '<img src="data:,x" onerror="window.broken = 1">')`,
    );
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("script"), { textContent: "window.broken = 1" }))`,
    );
    await page.waitForTimeout(50);
    expect(await page.evaluate("window.broken")).toBeUndefined();
  });

  it("sorts by each column in both directions, blanks last, and tells screen readers", async () => {
    await sortBy("score");
    expect((await column(2)) as string[]).toEqual(Array.from({ length: 25 }, (_, k) => `s${SIZE - 1 - k}`));
    expect(await page.getAttribute("#table th:nth-child(3)", "aria-sort")).toBe("descending");
    await page.keyboard.press("Enter");
    expect(((await column(2)) as string[])[0]).toBe("s0");
    expect(await page.evaluate(`document.querySelectorAll("[aria-sort]").length`)).toBe(1);
    await sortBy("text");
    expect(((await column(4)) as string[])[0]).toBe("Über 1");
    await sortBy("rank");
    await sortBy("rank");
    expect(((await column(1)) as string[])[0]).toBe(String(SIZE - 100));
    await sortBy("rank");
    expect(((await column(1)) as string[])[0]).toBe("1");
  });

  it("turns pages, searches without regard to case, and filters, each within a blink", async () => {
    expect(await status()).toBe("1 to 25 of 20,000 bags");
    await page.click("#table-next");
    expect(await status()).toBe("26 to 50 of 20,000 bags");
    await page.fill("#table-search", "ÜBER 199");
    expect(await status()).toMatch(/^1 to 25 of \d+ bags$/);
    await page.selectOption("#table-filter", "positive");
    const took = await page.evaluate(`(() => {
      const start = performance.now();
      document.getElementById("table-search").dispatchEvent(new Event("input"));
      return performance.now() - start;
    })()`);
    expect(took).toBeLessThan(300);
    expect(await status()).toBe("1 to 25 of 50 bags");
    await page.fill("#table-search", "nothing like it");
    expect(await status()).toBe("No bag matches.");
    expect(await page.isDisabled("#table-csv")).toBe(true);
    await page.fill("#table-search", "");
    await page.selectOption("#table-filter", "");
    expect(await status()).toBe("1 to 25 of 20,000 bags");
  });

  it("downloads what is shown as a CSV that no spreadsheet runs and bagwise reads", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#table-csv")]);
    expect(download.suggestedFilename()).toBe("x-bags.csv");
    const path = join(folder, "x.csv");
    await download.saveAs(path);
    const bytes = readFileSync(path);
    // Because there are letters beyond ASCII.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const read = await readBags(path, { bag: "bag", label: "known", ignore: ["rank", "text"] });
    expect(read.size).toBe(SIZE);
    expect(read.ids().slice(0, HOSTILE.length)).toEqual(HOSTILE.map(safeCell));
    expect(read.positive().size).toBe(100);
  });
});
