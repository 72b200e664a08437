// How time and memory grow with the number of bags, on the command line: train, rank, predict and
// explain on files of 5 instances x 10 features per bag, beside pandas and scikit-learn.
// node bench/scale/run.mjs [--full] [--json]; --full adds a million bags, a file of 1 GB.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonWith } from "../python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "..", "data");
const SIZES = [20_000, 100_000];
const FULL = 1_000_000;
/** What issue 13 asks of a million bags: processor seconds, and gigabytes for the training. */
const TARGETS = { train: 120, rank: 30, predict: 30, explain: 30, trainGb: 4 };
const PEERS = ["logistic", "boosting"];

function inProcess(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
  return stdout;
}

/** Runs a command of bagwise; its processor seconds, elapsed seconds and peak memory. */
function bagwise(...command) {
  const result = join(data, "scale-usage.json");
  inProcess(process.execPath, [join(here, "one.mjs"), result, ...command]);
  return JSON.parse(readFileSync(result, "utf8"));
}

/** The commands on one size, each in a process of its own. */
function measure(bags, python, note) {
  const file = join(data, `scale-${bags}.csv`);
  const model = join(data, `scale-${bags}.model`);
  if (!existsSync(file)) {
    note(`making ${file}`);
    bagwise("synth", file, "--bags", `${bags}`, "--labeled", `${bags / 20}`, "--bag-size", "5", "--seed", "1");
  }
  const commands = {
    train: ["train", file, "--out", model],
    rank: ["rank", model, file, "--top", "20"],
    predict: ["predict", model, file, "--out", join(data, `scale-${bags}.predictions.csv`)],
    explain: ["explain", model, file, "--top", "20"],
  };
  const spent = {};
  for (const [name, command] of Object.entries(commands)) {
    note(`${name} of ${bags.toLocaleString("en-US")} bags`);
    spent[name] = bagwise(...command);
  }
  for (const peer of python === undefined ? [] : PEERS) {
    note(`${peer} of ${bags.toLocaleString("en-US")} bags`);
    const threads = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
    spent[peer] = JSON.parse(inProcess(python, [join(here, "peer.py"), file, peer], threads));
  }
  return { bags, fileMb: statSync(file).size / 2 ** 20, modelMb: statSync(model).size / 2 ** 20, spent };
}

/** Measures and prints (or JSON); returns `{ machine, rows, targets }`. */
export async function run({ json = false, options = [] } = {}) {
  mkdirSync(data, { recursive: true });
  const python = pythonWith("sklearn, pandas");
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const sizes = options.includes("--full") ? [...SIZES, FULL] : SIZES;
  const rows = sizes.map((bags) => measure(bags, python, note));
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const result = {
    benchmark: "scale",
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    rows,
    targets: targetsOf(rows.find(({ bags }) => bags === FULL)),
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result, python);
  return result;
}

function targetsOf(row) {
  if (row === undefined) return [];
  const gb = row.spent.train.peakMb / 1024;
  return [
    ...["train", "rank", "predict", "explain"].map((name) => ({
      text: `${name}: ${row.spent[name].seconds.toFixed(1)} processor seconds (limit ${TARGETS[name]})`,
      reached: row.spent[name].seconds <= TARGETS[name],
    })),
    { text: `train: ${gb.toFixed(2)} GB (limit ${TARGETS.trainGb})`, reached: gb <= TARGETS.trainGb },
  ];
}

function print({ machine, rows, targets }, python) {
  console.log(`\n${machine.cpu}, Node.js ${machine.node}. Processor seconds and peak MB; in brackets the exponent`);
  console.log("between two sizes: 1 is linear. Each command in a process of its own, reading its file.\n");
  const names = Object.keys(rows[0].spent);
  console.log(["bags", ...names, "model MB"].join(" | "));
  for (const [k, { bags, spent, modelMb }] of rows.entries()) {
    const cells = names.map((name) => {
      const { seconds, peakMb } = spent[name];
      const before = rows[k - 1];
      const grown =
        before === undefined
          ? ""
          : ` (${(Math.log(seconds / before.spent[name].seconds) / Math.log(bags / before.bags)).toFixed(2)})`;
      return `${seconds.toFixed(1)} s${grown}, ${peakMb.toFixed(0)} MB`;
    });
    console.log([bags.toLocaleString("en-US"), ...cells, modelMb.toFixed(1)].join(" | "));
  }
  if (python === undefined) console.log("\nThe peers need Python with pandas and scikit-learn.");
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
