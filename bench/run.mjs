// npm run bench -- NAME [OPTIONS]: runs bench/NAME/run.mjs, after installing the peers it is
// measured against.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "../scripts/setup.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(here).filter((name) => existsSync(join(here, name, "run.mjs")));
const [name, ...options] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- ${names.join("|")} [--json]`);
  process.exit(2);
}

const stamp = join(here, "node_modules", ".bagwise-lock-hash");
const hash = createHash("sha256")
  .update(readFileSync(join(here, "package-lock.json")))
  .digest("hex");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) {
  console.error("Installing the peers (once) ...");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--prefix", here, "--no-audit", "--no-fund", "--loglevel=error"];
  if (npm?.endsWith("js")) run(process.execPath, [npm, ...args]);
  else run("npm", args, { shell: process.platform === "win32" });
  writeFileSync(stamp, hash);
}

const { run: bench } = await import(pathToFileURL(join(here, name, "run.mjs")).href);
await bench({ json: options.includes("--json"), options });
