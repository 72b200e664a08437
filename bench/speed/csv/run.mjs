// Reading a numeric CSV of a million rows and a hundred columns: bagwise, DuckDB on one thread,
// pandas. Each in a process of its own, so that its peak memory is its own; best of the
// repetitions.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "bagwise/bags";
import { pythonWith } from "../../python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const COLUMNS = 100;
const TARGETS = { duckdb: 2, pandas: 5, memory: 128 };

/** Writes the file once: bags of five rows, values with five decimals, or all seventeen digits. */
async function makeFile(path, rows, { digits }) {
  if (existsSync(path)) return;
  console.error(`Making ${path} (${rows} x ${COLUMNS}) ...`);
  mkdirSync(dirname(path), { recursive: true });
  const out = createWriteStream(path);
  const generator = random(1);
  out.write(`bag,label,${Array.from({ length: COLUMNS }, (_, k) => `f${k + 1}`).join(",")}\n`);
  let lines = "";
  for (let row = 0; row < rows; row++) {
    const bag = Math.floor(row / 5);
    lines += `${bag},${bag % 10 === 0 ? 1 : 0}`;
    for (let k = 0; k < COLUMNS; k++) {
      const value = 6 * generator.uniform() - 3;
      lines += `,${digits === "short" ? value.toFixed(5) : value}`;
    }
    lines += "\n";
    if (lines.length > 2 ** 20 || row === rows - 1) {
      if (!out.write(lines)) await once(out, "drain");
      lines = "";
    }
  }
  out.end();
  await once(out, "finish");
}

/** Runs a contestant and takes the last line it prints: seconds, and peak memory in MB. */
function measure([command, ...args]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, OMP_NUM_THREADS: "1" },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/**
 * The best time and the largest peak of each contestant. They take turns, so that whatever else the
 * machine does hits all of them alike.
 */
function compete(contestants, repetitions) {
  const best = {};
  for (let k = 0; k < repetitions; k++) {
    for (const [name, command] of Object.entries(contestants)) {
      const { seconds, peakMb, what } = measure(command);
      const before = best[name] ?? { seconds: Number.POSITIVE_INFINITY, peakMb: 0 };
      best[name] = { seconds: Math.min(before.seconds, seconds), peakMb: Math.max(before.peakMb, peakMb), what };
    }
  }
  return best;
}

export async function run({ json = false, options = [] } = {}) {
  const rows = options.includes("--quick") ? 50_000 : 1_000_000;
  const digits = options.includes("--long") ? "long" : "short";
  const repetitions = options.includes("--once") ? 1 : 3;
  const path = join(here, "..", "..", "data", `${rows}x${COLUMNS}-${digits}.csv`);
  await makeFile(path, rows, { digits });
  const python = pythonWith("pandas");
  const results = compete(
    {
      bagwise: [process.execPath, join(here, "read-bagwise.mjs"), path],
      duckdb: [process.execPath, join(here, "read-duckdb.mjs"), path],
      ...(python && { pandas: [python, join(here, "read-pandas.py"), path] }),
    },
    repetitions,
  );
  const resultMb = (rows * COLUMNS * 8) / 2 ** 20;
  const ratios = {
    duckdb: results.duckdb.seconds / results.bagwise.seconds,
    ...(results.pandas && { pandas: results.pandas.seconds / results.bagwise.seconds }),
    memory: results.bagwise.peakMb - resultMb,
  };
  const report = {
    benchmark: "csv",
    rows,
    columns: COLUMNS,
    digits,
    fileMb: statSync(path).size / 2 ** 20,
    resultMb,
    results,
    ratios,
  };
  if (json) return console.log(JSON.stringify(report, null, 2));
  console.log(
    `\nReading ${rows.toLocaleString("en-US")} x ${COLUMNS} (${report.fileMb.toFixed(0)} MB of ${digits} decimals) into memory, best of ${repetitions}\n`,
  );
  for (const [name, { seconds, peakMb, what }] of Object.entries(results)) {
    console.log(
      `  ${name.padEnd(8)} ${seconds.toFixed(2).padStart(6)} s  peak ${peakMb.toFixed(0).padStart(5)} MB  ${what}`,
    );
  }
  if (!results.pandas) console.log("  pandas   not installed (Debian: python3-pandas)");
  console.log("");
  const line = (text, good) => console.log(`  ${good ? "reached" : "MISSED "}  ${text}`);
  line(
    `${ratios.duckdb.toFixed(2)} x DuckDB on one thread (target ${TARGETS.duckdb})`,
    ratios.duckdb >= TARGETS.duckdb,
  );
  if (ratios.pandas)
    line(`${ratios.pandas.toFixed(2)} x pandas (target ${TARGETS.pandas})`, ratios.pandas >= TARGETS.pandas);
  line(
    `memory: the result and ${ratios.memory.toFixed(0)} MB (target ${TARGETS.memory})`,
    ratios.memory <= TARGETS.memory,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
