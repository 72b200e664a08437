import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Where the paper's data sets are: the folder that `BAGWISE_DATA` names, or one beside the
 * repository; undefined when neither is there.
 */
export function dataFolder(): string | undefined {
  return [process.env.BAGWISE_DATA, join(root, "..", "shared", "data")].find(
    (path) => path !== undefined && existsSync(join(path, "musk1.csv")),
  );
}

/** A Chromium of this machine; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return candidates.find((path) => path !== undefined && existsSync(path));
}

/**
 * Whether a test that needs `what` must be skipped. It says so; where everything is required, a
 * missing thing fails the run instead of skipping.
 */
export function missing(what: string, found: unknown): boolean {
  if (found !== undefined && found !== false) return false;
  if (process.env.BAGWISE_REQUIRE_ALL) throw new Error(`${what} is missing, and BAGWISE_REQUIRE_ALL is set`);
  console.warn(`skipped: ${what} is missing`);
  return true;
}
