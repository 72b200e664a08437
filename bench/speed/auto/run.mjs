// What `auto` costs: one training with everything, prior from the data and measures with intervals,
// against PU-SKC with the paper's cross-validation, which is told the prior and gives no intervals;
// on 20 positive and 180 unlabeled bags of each of the paper's data sets, and on many synthetic
// bags. node bench/speed/auto/run.mjs [--data FOLDER] [--turns 9] [--small] [--json]
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dataFolder, trainingSets } from "../pu-skc/training-sets.mjs";
import { crossValidateAndFit } from "../pu-skc/with-bagwise.mjs";
import { secondsSince, timed } from "./methods.mjs";

const PAPER = "pu-skc, the paper's";
/** Goal: at most so many times the time of PU-SKC. */
const LIMIT = 3;
const SEED = 1;
const MANY = { bags: 20_000, labeled: 200 };
const one = join(dirname(fileURLToPath(import.meta.url)), "many-bags-one.mjs");

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * All contestants in turn, so that other work on the machine meets all; after one turn that does
 * not count, because the engine compiles then. `alone` is the cross-validation and the fit of
 * bench/speed/pu-skc, from bag statistics on, without measures and card.
 */
async function compare(sets, turns, note) {
  const rows = [];
  for (const set of sets) {
    const spent = { auto: [], paper: [], alone: [] };
    for (let turn = 0; turn <= turns; turn++) {
      note(`${set.name}, turn ${turn} of ${turns}`);
      spent.auto[turn] = (await timed("auto", set.bags)).seconds;
      spent.paper[turn] = (await timed(PAPER, set.bags)).seconds;
      const before = process.cpuUsage();
      crossValidateAndFit(set);
      spent.alone[turn] = secondsSince(before);
    }
    const [auto, paper, alone] = [spent.auto, spent.paper, spent.alone].map((each) => median(each.slice(1)));
    const best = Object.fromEntries(Object.entries(spent).map(([who, each]) => [who, Math.min(...each.slice(1))]));
    rows.push({ name: set.name, auto, paper, alone, best, ratio: auto / paper, ratioAlone: auto / alone });
  }
  return rows;
}

function manyBags(method, note) {
  note(`${MANY.bags.toLocaleString("en-US")} bags, ${method}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [one, method, `${MANY.bags}`, `${MANY.labeled}`], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`many-bags-one.mjs failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Measures everything and prints it (or JSON, with `json`); returns `{ machine, rows, many, targets
 * }`. `--small` leaves out the many bags.
 */
export async function run({ json = false, options = [] } = {}) {
  const at = options.indexOf("--turns");
  const turns = at >= 0 ? Number(options[at + 1]) : 9;
  if (!(Number.isInteger(turns) && turns >= 1)) throw new Error("--turns takes a whole number from 1 on");
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const rows = await compare(await trainingSets(dataFolder(options), { seed: SEED }), turns, note);
  const many = options.includes("--small") ? [] : ["auto", "pu-skc"].map((method) => manyBags(method, note));
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const most = (key) => Math.max(...rows.map((row) => row[key]));
  const result = {
    benchmark: "auto",
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    turns,
    rows,
    many,
    targets: [
      {
        text: `at most ${most("ratio").toFixed(2)} x the time of PU-SKC with the paper's cross-validation (limit ${LIMIT})`,
        reached: most("ratio") <= LIMIT,
      },
      {
        text: `at most ${most("ratioAlone").toFixed(2)} x its cross-validation and fit alone (limit ${LIMIT})`,
        reached: most("ratioAlone") <= LIMIT,
      },
    ],
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function table(lines) {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  for (const line of lines) {
    console.log(`  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`);
  }
}

function print({ machine, turns, rows, many, targets }) {
  console.log(`\n${machine.cpu}, Node.js ${machine.node}. Processor seconds.`);
  console.log(
    `\nOne training on 20 positive and 180 unlabeled bags: auto with prior, measures and intervals, and PU-SKC with the paper's kernel and cross-validation, prior given, no intervals; median of ${turns} turns, the best in brackets.\n`,
  );
  const seconds = (row, who) => `${row[who].toFixed(3)} (${row.best[who].toFixed(3)})`;
  table([
    ["", "auto", "PU-SKC, the paper's", "auto / PU-SKC", "its 46 problems alone", "auto / problems"],
    ...rows.map((row) => [
      row.name,
      seconds(row, "auto"),
      seconds(row, "paper"),
      row.ratio.toFixed(2),
      seconds(row, "alone"),
      row.ratioAlone.toFixed(2),
    ]),
  ]);
  if (many.length > 0) {
    console.log(
      `\n${many[0].bags.toLocaleString("en-US")} synthetic bags, ${MANY.labeled} of them labelled, both as a user runs them: prior from the data, measures with intervals; each in a process of its own.\n`,
    );
    table([
      ["", "seconds", "elapsed", "peak MB", "centres", "certificate"],
      ...many.map(({ method, seconds: spent, elapsed, peakMb, centres, status }) => [
        method,
        spent.toFixed(1),
        elapsed.toFixed(1),
        peakMb.toFixed(0),
        `${centres}`,
        status,
      ]),
    ]);
  }
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
