// Brings a clone into working order: packages as the lock file says, and a build of the sources as
// they are now. Every step that is already done costs a few milliseconds.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command with its output shown; ends this process with its exit code when it fails. */
export function run(command, args, { env = {}, shell = false } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell,
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs npm itself: by the path npm gives to its scripts, or by name when this script was called by
 * hand.
 */
function npm(...args) {
  const path = process.env.npm_execpath;
  if (path?.endsWith("js")) run(process.execPath, [path, ...args]);
  else run("npm", args, { shell: process.platform === "win32" });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `bagwise needs Node 20.19 or newer; this is ${process.versions.node}. Install one from https://nodejs.org.`,
  );
  process.exit(2);
}

/** Installs from the lock file unless what is installed came from the same lock file. */
function installPackages() {
  const stamp = join(root, "node_modules", ".bagwise-lock-hash");
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.error("Installing packages (once; a minute or less) ...");
  npm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  writeFileSync(stamp, hash);
}

/** Does what is still to be done, with the workbench or without. */
export async function setUp({ workbench = true } = {}) {
  checkNode();
  installPackages();
  // Imported only now, because it needs the packages.
  const { build } = await import("./build.mjs");
  await build({ workbench });
}
