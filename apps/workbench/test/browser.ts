import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { serveWorkbench, type WorkbenchServer } from "../../../packages/bagwise/src/node/workbench/server.js";
import { launchChromium } from "../../../packages/bagwise/test/browser.js";

/** The screens of an opened file, by the names of their links. */
export const SCREENS = ["Review", "How many are left", "Results", "Data", "Settings", "Keep", "Simulate"];

/** The built pages. */
export const folder = fileURLToPath(new URL("../../../packages/bagwise/dist/workbench/", import.meta.url));

const sample = (name: string) =>
  readFileSync(new URL(`../../../packages/bagwise/samples/${name}`, import.meta.url), "utf8");

/** What each letter of the sample really is. */
export const truth: ReadonlyMap<string, string> = new Map(
  sample("letters-truth.csv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",") as [string, string]),
);

/** Milliseconds to wait for something: a machine that many share is slow. */
const PATIENCE = 120_000;

/** A browser with the workbench on a server of its own. */
export class Desk {
  readonly complaints: string[] = [];
  readonly requests: string[] = [];

  private constructor(
    readonly server: WorkbenchServer,
    readonly browser: Browser,
    readonly context: BrowserContext,
  ) {}

  static async open(options: { file?: string } = {}): Promise<Desk> {
    const server = await serveWorkbench({ folder, ...options });
    const browser = await launchChromium();
    return new Desk(
      server,
      browser,
      await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true }),
    );
  }

  /** Another tab. What it complains of, and what it asks for, is remembered. */
  async tab(url = this.server.url): Promise<Page> {
    const page = await this.context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("request", (request) => this.requests.push(request.url()));
    await page.goto(url);
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Opens the sample and begins a review; waits for the first model too. */
export async function beginLetters(page: Page, { model = true }: { model?: boolean } = {}): Promise<void> {
  await page.getByRole("button", { name: /Letters to a landlord/ }).click();
  await page.locator("button.primary:enabled", { hasText: "Begin the review" }).click();
  await page.locator(".document").waitFor();
  if (model) await page.locator(".bag .chance").waitFor();
}

/** The bag on the screen. */
export async function bagOn(page: Page): Promise<string> {
  return (await page.locator(".bag h1").textContent()) ?? "";
}

/** Waits until nothing is learned any more. */
export async function quiet(page: Page): Promise<void> {
  await page.locator(".under .pulse:not(.busy)").waitFor();
}

/** Answers the bag on the screen by this key. */
export async function answerAs(page: Page, key: string): Promise<string> {
  const bag = await bagOn(page);
  await page.keyboard.press(key);
  return bag;
}

/** Answers the bag on the screen as it really is, by keyboard. */
export async function answerTruly(page: Page): Promise<string> {
  return await answerAs(page, truth.get(await bagOn(page)) === "1" ? "p" : "n");
}

/** Goes to a screen by its tab. */
export async function go(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: title, exact: true }).click();
}

/** The bytes of what a click downloads. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), bytes: readFileSync(path) };
}
