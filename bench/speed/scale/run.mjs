// How time and memory grow with the number of bags, on the command line: train, predict, rank and explain on
// Parquet files of 20 instances x 50 features per bag, beside DuckDB doing only the GROUP BY, and pandas with
// scikit-learn. node bench/speed/scale/run.mjs [--full] [--small] [--method NAME] [--json]; --full adds a million bags,
// a file of 4 GB, and --small leaves out 100,000.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonWithParquet } from "../../python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "..", "..", "data");
const SIZES = [10_000, 100_000];
const FULL = 1_000_000;
/** Goals: processor seconds and gigabytes to train on a million, predict against the GROUP BY, and growth. */
const TARGETS = { trainSeconds: 120, trainGb: 4, predictToGroups: 1.5, exponent: 1.05 };

function inProcess(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
  return stdout;
}

/** Runs a command of bagwise; its processor seconds in all threads, elapsed seconds and peak memory. */
function bagwise(...command) {
  const result = join(data, "scale-usage.json");
  inProcess(process.execPath, [join(here, "one.mjs"), result, ...command]);
  return JSON.parse(readFileSync(result, "utf8"));
}

/** The commands on one size, each in a process of its own. */
function measure(bags, { python, method }, note) {
  const file = join(data, `scale-${bags}.parquet`);
  const model = join(data, `scale-${bags}.model`);
  if (!existsSync(file)) {
    note(`making ${file}`);
    inProcess(process.execPath, [join(here, "make.mjs"), `${bags}`, `${file}.part`]);
    renameSync(`${file}.part`, file);
  }
  // Training reads all bags where they fit in memory; of a million a sample, through DuckDB.
  const training = bags < FULL ? file : `duckdb:${file}`;
  const out = (name) => ["--out", join(data, `scale-${bags}.${name}.csv`), "--force"];
  const commands = {
    train: ["train", training, "--out", model, "--force", ...(method === undefined ? [] : ["--method", method])],
    predict: ["predict", model, file, ...out("predictions")],
    rank: ["rank", model, file, "--top", "100"],
    explain: ["explain", model, file, "--top", "100", ...out("contributions")],
  };
  const spent = {};
  for (const [name, command] of Object.entries(commands)) {
    note(`${name} of ${bags.toLocaleString("en-US")} bags`);
    spent[name] = bagwise(...command);
  }
  note("DuckDB");
  spent["GROUP BY"] = JSON.parse(inProcess(process.execPath, [join(here, "groups.mjs"), file]));
  if (python !== undefined) {
    note("scikit-learn");
    const threads = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
    spent["scikit-learn"] = JSON.parse(inProcess(python, [join(here, "peer.py"), file], threads));
  }
  return { bags, fileMb: statSync(file).size / 2 ** 20, modelMb: statSync(model).size / 2 ** 20, spent };
}

/** Measures and prints (or JSON); returns `{ machine, rows, targets }`. */
export async function run({ json = false, options = [] } = {}) {
  mkdirSync(data, { recursive: true });
  const python = pythonWithParquet();
  const at = options.indexOf("--method");
  const method = at === -1 ? undefined : options[at + 1];
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const sizes = [
    ...(options.includes("--small") ? SIZES.slice(0, 1) : SIZES),
    ...(options.includes("--full") ? [FULL] : []),
  ];
  const rows = sizes.map((bags) => measure(bags, { python, method }, note));
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const result = {
    benchmark: "scale",
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    method: method ?? "auto",
    rows,
    targets: targetsOf(rows),
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result, python);
  return result;
}

/** How the processor time grew from the row before. */
function exponent(rows, k, name) {
  const [before, row] = [rows[k - 1], rows[k]];
  if (before?.spent[name] === undefined) return undefined;
  return Math.log(row.spent[name].seconds / before.spent[name].seconds) / Math.log(row.bags / before.bags);
}

function targetsOf(rows) {
  const last = rows.length - 1;
  const { bags, spent } = rows[last];
  const ratio = spent.predict.seconds / spent["GROUP BY"].seconds;
  const grown = ["train", "predict", "rank", "explain"].map((name) => exponent(rows, last, name) ?? 0);
  const gb = spent.train.peakMb / 1024;
  return [
    {
      text: `predict takes ${ratio.toFixed(2)} x the processor time of the GROUP BY (goal ${TARGETS.predictToGroups})`,
      reached: ratio <= TARGETS.predictToGroups,
    },
    ...(last === 0
      ? []
      : [
          {
            text: `the largest exponent is ${Math.max(...grown).toFixed(2)} (goal ${TARGETS.exponent})`,
            reached: Math.max(...grown) <= TARGETS.exponent,
          },
        ]),
    ...(bags < FULL
      ? []
      : [
          {
            text: `train: ${spent.train.seconds.toFixed(1)} processor seconds (goal ${TARGETS.trainSeconds})`,
            reached: spent.train.seconds <= TARGETS.trainSeconds,
          },
          { text: `train: ${gb.toFixed(2)} GB (goal ${TARGETS.trainGb})`, reached: gb <= TARGETS.trainGb },
        ]),
  ];
}

function print({ machine, method, rows, targets }, python) {
  console.log(
    `\n${machine.cpu}, Node.js ${machine.node}, method ${method}. Processor seconds of all threads, peak MB, and`,
  );
  console.log("in brackets the exponent between two sizes: 1 is linear. Each command in a process of its own.\n");
  const names = Object.keys(rows[0].spent);
  console.log(["bags", ...names, "model MB"].join(" | "));
  for (const [k, { bags, spent, modelMb }] of rows.entries()) {
    const cells = names.map((name) => {
      const grown = exponent(rows, k, name);
      const { seconds, peakMb } = spent[name];
      return `${seconds.toFixed(1)} s${grown === undefined ? "" : ` (${grown.toFixed(2)})`}, ${peakMb.toFixed(0)} MB`;
    });
    console.log([bags.toLocaleString("en-US"), ...cells, modelMb.toFixed(1)].join(" | "));
  }
  if (python === undefined) console.log("\nThe peer needs Python with pandas, pyarrow and scikit-learn.");
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
