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

const TOP = 12;

console.log(`A bag is a set of instances: a document with its passages, a molecule with its conformers. Some bags are known
to be positive; of the others nobody knows. Here the bags are letters from tenants to their landlord. Somebody marked
twelve that complain about damp walls. There are more of these among the rest.`);
step("1. Get the letters.", "sample", "letters", "--truth", "truth.csv");
step("2. Look at them.", "inspect", "letters.csv");
step("3. Train on the marked letters and the rest.", "train", "letters.csv", "--out", "letters.model");
step(
  "4. Which letters should be read first?",
  "rank",
  "letters.model",
  "letters.csv",
  "--top",
  String(TOP),
  "--witness",
);
step("5. Why is the first one there?", "explain", "letters.model", "letters.csv", "--top", "1");
step("6. All of it on one page.", "report", "letters.model", "--data", "letters.csv", "--out", "report.html");

const lines = readFileSync(join(folder, "truth.csv"), "utf8").trim().split("\n").slice(1);
const truth = new Map(lines.map((line) => line.split(",")));
const { bags, ranked } = JSON.parse(bagwise(["rank", "letters.model", "letters.csv", "--top", String(TOP), "--json"]));
const right = bags.filter(({ bag }) => truth.get(bag) === "1").length;
console.log(`
The truth: of the first ${TOP} letters, ${right} are about damp walls. Among all ${ranked} that nobody marked there are ${TOP}.
The files are in demo-output/; open report.html in a browser. Try \`npx bagwise train\` on a file of your own; \`npx bagwise --help\` shows the rest.`);
