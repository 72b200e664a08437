// The main job end to end, by the commands a user would type.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const main = join(root, "packages", "bagwise", "dist", "cli", "main.js");
const folder = join(root, "demo-output");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

/** Runs a command; ends the demo with its exit code when it fails. */
function bagwise(args, options) {
  const result = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8", ...options });
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result.stdout;
}

/** Says what comes next, shows the command and runs it. */
function step(what, ...args) {
  console.log(`\n${what}\n\n$ bagwise ${args.join(" ")}\n`);
  bagwise(args, { stdio: "inherit" });
}

const PRIOR = 0.3;
const TOP = 20;
const recipe = `--bags 300 --labeled 30 --prior ${PRIOR} --distance 4 --seed 8 --truth truth.csv`.split(" ");

console.log(`A bag is a set of instances: a molecule with its conformers, a photo with its regions. Some bags are known to be
positive; of the others nobody knows. Let us make such bags, forget what we know, and find the positives again.`);
step(
  "1. Make 300 bags: 30 labelled positive, 270 unlabeled of which 30 % are positive in secret.",
  "synth",
  "bags.csv",
  ...recipe,
);
step("2. Look at them.", "inspect", "bags.csv");
step("3. How many positives are hiding? All estimators side by side.", "prior", "bags.csv");
step("4. Train on the positive and unlabeled bags alone.", "train", "bags.csv", "--out", "bags.model");
step("5. Which bags should be looked at first?", "rank", "bags.model", "bags.csv", "--top", String(TOP));
step("6. Why is the first one there?", "explain", "bags.model", "bags.csv", "--top", "1");
step("7. All of it on one page.", "report", "bags.model", "--data", "bags.csv", "--out", "report.html");

const truth = new Map();
for (const line of readFileSync(join(folder, "truth.csv"), "utf8").trim().split("\n").slice(1)) {
  const [bag, , label] = line.split(",");
  truth.set(bag, label);
}
const { bags } = JSON.parse(bagwise(["rank", "bags.model", "bags.csv", "--top", String(TOP), "--json"]));
const right = bags.filter(({ bag }) => truth.get(bag) === "1").length;
console.log(`
The secret: of the top ${TOP}, ${right} are truly positive; a blind choice would have found about ${Math.round(PRIOR * TOP)}.
The files are in demo-output/; open report.html in a browser. Try \`npx bagwise train\` on a file of your own; \`npx bagwise --help\` shows the rest.`);
