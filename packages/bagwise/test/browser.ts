import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "./require-all.js";

/** Chromium without a window, as root too, that asks nothing of the network by itself. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: chromiumPath() ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Opens a file; gives back what it complained of and what it asked for besides itself. */
export async function openFile(
  browser: Browser,
  file: string,
  { width, colorScheme }: { width: number; colorScheme: "light" | "dark" },
) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  // A busy machine takes its time.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  return { page, complaints, requests: requests.filter((url) => url !== address && !url.startsWith("data:")) };
}
