import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, missing } from "../../../packages/bagwise/test/require-all.js";
import { encodeBags } from "../../../packages/files/src/format/write-bags.js";
import { bagOn, Desk, go, quiet } from "./browser.js";

let folder: string;

/** Two thousand documents of two hundred words each, a tenth of them about something. */
function documents(): string {
  const draw = random(5);
  const letters = readFileSync(new URL("../../../packages/bagwise/samples/letters.csv", import.meta.url), "utf8");
  const words = [...new Set(letters.toLowerCase().match(/[a-z]{4,}/g))];
  const rows = ["id,label,text"];
  for (let k = 0; k < 2000; k++) {
    const about = k % 10 === 0;
    const sentences = Array.from({ length: 12 }, () => {
      const picked = Array.from({ length: 14 }, () => words[Math.floor(words.length * draw.uniform() ** 2)]);
      return `${picked.join(" ")}${about && draw.uniform() < 0.4 ? " mould damp wall" : ""}.`;
    });
    rows.push(`d${k},${about && k < 200 ? 1 : ""},${sentences.join(" ")}`);
  }
  return rows.join("\n");
}

async function text(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** By a path: bytes would go through the page. */
async function choose(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  writeFileSync(join(folder, name), bytes);
  await page.locator('input[aria-label="File to open"]').setInputFiles(join(folder, name));
  await page.locator("button.primary:enabled", { hasText: "Begin the review" }).click();
  await page.locator(".bag h1").waitFor();
}

/** Times depend on the machine, so they are measured when somebody asks for it: BAGWISE_PACE=1 npm test -- pace. */
const asked = process.env.BAGWISE_PACE !== undefined;

describe.skipIf(!asked || missing("Chromium", chromiumPath()))("the pace of a person", () => {
  let desk: Desk;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-pace-"));
    desk = await Desk.open();
  });
  afterAll(async () => {
    await desk?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows the next bag at once, and has learned two seconds later, with 2,000 documents", async () => {
    const page = await desk.tab();
    await choose(page, "documents.csv", Buffer.from(documents()));
    await page.locator(".document").waitFor();
    // The first model would take the other core for half a minute.
    await go(page, "Settings");
    await page.getByRole("button", { name: "Cancel" }).click();
    await go(page, "Review");
    await quiet(page);
    const waits: number[] = [];
    const learned: number[] = [];
    for (let k = 0; k < 8; k++) {
      const before = await bagOn(page);
      waits.push(Number(await page.evaluate(nextBag(k % 2 === 0 ? "p" : "n"))));
      expect(await bagOn(page)).not.toBe(before);
      const started = Date.now();
      await page.getByText(`Learned from ${k + 1} answer`).waitFor();
      learned.push(Date.now() - started);
    }
    // The best of eight: on a shared machine other programs disturb some.
    const [next, queue] = [Math.min(...waits), Math.min(...learned)];
    console.log(`answer to next bag: ${next.toFixed(1)} ms; answer to a new queue: ${queue} ms`);
    expect(next).toBeLessThan(50);
    expect(queue).toBeLessThan(2000);
    await page.close();
  }, 180_000);

  it("never blocks the page while it trains on 100,000 instances", async () => {
    const { bags } = synthesise({ bags: 10_000, labeled: 300, dimensions: 10, bagSize: [10, 10], seed: 3 });
    const page = await desk.tab();
    await choose(page, "many.csv", await text(encodeBags(bags, { format: "csv" })));
    await desk.browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
    await quiet(page);
    await page.waitForTimeout(4000);
    for (const key of "pnpn") {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    expectShortTasks("the page", await desk.browser.stopTracing());
    await page.close();
  }, 240_000);

  it("draws a map of 50,000 bags, a lasso and what is under the pointer without a stutter", async () => {
    const { bags } = synthesise({ bags: 50_000, labeled: 300, dimensions: 3, bagSize: [2, 2], seed: 3 });
    const page = await desk.tab();
    await choose(page, "map.csv", await text(encodeBags(bags, { format: "csv" })));
    // A quick method: the map is what is measured.
    await go(page, "Settings");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("select").first().selectOption("bagging");
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    await desk.browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
    await go(page, "Data");
    const over = page.locator(".map canvas.over");
    await over.waitFor();
    await page.waitForTimeout(1500);
    const { x, y } = (await over.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 100, y + 60);
    await page.mouse.down();
    for (let k = 0; k < 60; k++) await page.mouse.move(x + 100 + 8 * k, y + 60 + (k < 30 ? 8 * k : 8 * (60 - k)));
    await page.mouse.up();
    await page.getByText("chosen").waitFor();
    for (let k = 0; k < 20; k++) await page.mouse.move(x + 100 + 10 * k, y + 200);
    await page.waitForTimeout(300);
    expectShortTasks("the map", await desk.browser.stopTracing());
    await page.close();
  }, 300_000);
});

/** No task of the page may hold it for longer than a person notices. */
function expectShortTasks(what: string, trace: Buffer): void {
  const longest = longestTask(trace);
  console.log(`longest task of ${what}: ${longest.toFixed(0)} ms of its processor`);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(50);
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, of the clock and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Milliseconds of processor time of the longest task of a page's main thread. A shared machine stretches the
 * time by the clock.
 */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, pid, tid, tdur }) => ph === "X" && tdur !== undefined && mains.has(`${pid} ${tid}`),
  );
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}
/** A program for the page: presses a key, and measures until another bag is drawn. */
function nextBag(key: string): string {
  return `new Promise((done) => {
    const head = document.querySelector(".bag h1");
    const before = head.textContent;
    const started = performance.now();
    const look = () => document.querySelector(".bag h1")?.textContent !== before ? done(performance.now() - started) : requestAnimationFrame(look);
    dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }));
    look();
  })`;
}
