// The main job end to end, by the commands a user would type.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const main = join(root, "packages", "bagwise", "dist", "cli", "main.js");
const folder = join(root, "demo-output");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

/** Says what comes next, shows the command and runs it. */
function step(what, ...args) {
  console.log(`\n${what}\n\n$ bagwise ${args.join(" ")}\n`);
  const { status } = spawnSync(process.execPath, [main, ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

console.log(
  "A bag is a set of instances: a molecule with its conformers, a photo with its regions. Some bags are known to be",
);
console.log("positive; of the others nobody knows. Let us make such bags, keep them in a file, and look at them.");
step(
  "1. Make 300 bags: 30 labelled positive, 270 unlabeled of which 30 % are positive in secret.",
  "synth",
  "bags.csv",
  "--bags",
  "300",
  "--labeled",
  "30",
  "--prior",
  "0.3",
  "--seed",
  "1",
  "--truth",
  "truth.csv",
);
step(
  "2. Write them in another format: Parquet, read by DuckDB, pandas and friends.",
  "convert",
  "bags.csv",
  "bags.parquet",
);
step("3. Read them back and look at them.", "inspect", "bags.parquet");
console.log(
  "The files are in demo-output/. Try `npx bagwise inspect` on a file of your own; `npx bagwise --help` shows the rest.",
);
