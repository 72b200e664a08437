// Makes the pictures of the workbench in docs/images/workbench/: every screen in light, dark and phone width, and
// a short animation of a review: `npm run workbench-pictures`. Needs Chromium and sharp.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { serveWorkbench } from "../packages/bagwise/dist/node/workbench/server.js";
import { root } from "./setup.mjs";

const out = join(root, "docs", "images", "workbench");
const executablePath = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path),
);
const truth = new Map(
  readFileSync(join(root, "packages", "bagwise", "samples", "letters-truth.csv"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(",")),
);

/** What the pictures are taken of: a look and a width. */
const LOOKS = [
  { name: "light", colorScheme: "light", width: 1180, height: 760 },
  { name: "dark", colorScheme: "dark", width: 1180, height: 760 },
  { name: "phone", colorScheme: "light", width: 360, height: 740 },
];
const SCREENS = [
  ["left", "How many are left"],
  ["results", "Results"],
  ["data", "Data"],
  ["settings", "Settings"],
  ["keep", "Keep"],
  ["simulate", "Simulate"],
];

async function saved(page, name) {
  const picture = await page.screenshot();
  writeFileSync(join(out, `${name}.webp`), await sharp(picture).webp({ quality: 82 }).toBuffer());
}

async function answer(page) {
  const bag = await page.locator(".bag h1").textContent();
  await page.keyboard.press(truth.get(bag) === "1" ? "p" : "n");
  await page.locator(".under .pulse:not(.busy)").waitFor();
  await page.waitForTimeout(120);
}

async function toReview(page) {
  await page.getByRole("button", { name: /Letters to a landlord/ }).click();
  await page.locator("button.primary:enabled", { hasText: "Begin the review" }).waitFor();
}

async function begin(page) {
  await page.locator("button.primary", { hasText: "Begin the review" }).click();
  await page.locator(".bag .chance").waitFor();
  await page.locator(".under .pulse:not(.busy)").waitFor();
}

async function screens(browser, url, { name, colorScheme, width, height }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(".drop").waitFor();
  await saved(page, `start-${name}`);
  await toReview(page);
  await saved(page, `preview-${name}`);
  await begin(page);
  for (let k = 0; k < 14; k++) await answer(page);
  await page.waitForTimeout(1500);
  await saved(page, `review-${name}`);
  for (const [file, title] of SCREENS) {
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: title, exact: true }).click();
    if (file === "simulate") {
      await page.getByRole("button", { name: "Simulate a review" }).click();
      await page.getByText("Recall there").waitFor();
    }
    if (file === "data") await page.locator(".map canvas.over").waitFor();
    await page.waitForTimeout(700);
    await saved(page, `${file}-${name}`);
  }
  await context.close();
}

/** Twelve answers, one picture each. */
async function animation(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 600 }, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(url);
  await toReview(page);
  await begin(page);
  const frames = [await page.screenshot()];
  for (let k = 0; k < 12; k++) {
    await answer(page);
    await page.waitForTimeout(250);
    frames.push(await page.screenshot());
  }
  const small = await Promise.all(frames.map((frame) => sharp(frame).resize(800).png().toBuffer()));
  const moving = sharp(small, { join: { animated: true } });
  writeFileSync(
    join(out, "review.webp"),
    await moving.webp({ quality: 70, loop: 0, delay: small.map(() => 1100) }).toBuffer(),
  );
  await context.close();
}

mkdirSync(out, { recursive: true });
const server = await serveWorkbench({ folder: join(root, "packages", "bagwise", "dist", "workbench") });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
for (const look of LOOKS) await screens(browser, server.url, look);
await animation(browser, server.url);
await browser.close();
await server.close();
