// npm run bench -- NAME [OPTIONS]: runs NAME/run.mjs in bench/speed (how fast) or bench/right (how right), after
// installing the peers it is measured against. What attacks and training on noise have tried is kept in bench/tried.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "../scripts/setup.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const benches = new Map(
  ["speed", "right"]
    .flatMap((kind) => readdirSync(join(here, kind)).map((name) => [name, join(here, kind, name, "run.mjs")]))
    .filter(([, file]) => existsSync(file)),
);
const [name, ...options] = process.argv.slice(2);
const file = benches.get(name);
if (file === undefined) {
  console.error(`Usage: npm run bench -- ${[...benches.keys()].sort().join("|")} [--json]`);
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

const { run: bench } = await import(pathToFileURL(file).href);
await bench({ json: options.includes("--json"), options });
