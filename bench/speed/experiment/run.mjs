// The trainings of the paper's experiment on Elephant, 20 positive and 180 unlabeled bags: seconds
// of processor time of bagwise, against a Python script in the same run and against what the
// authors' own program was measured to need. node bench/speed/experiment/run.mjs [--data FOLDER] [--json]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { learnerByName, readBags } from "bagwise";
import { dataSetByName, drawBags, methodByName, planGrid } from "bagwise/lab";
import { pythonWith } from "../../python.mjs";
import { dataFolder } from "../pu-skc/training-sets.mjs";

const DATASET = "elephant";
/**
 * Seconds that the authors' program was measured to need on a machine with two cores: not of this
 * run.
 */
const AUTHORS = { "pu-skc": 76, dsdd: 68, "pu-mil:1-epoch": 53 };
const WORK = {
  "pu-skc": "PU-SKC: 45 problems of cross-validation, and the fit",
  lsdd: "LSDD: nine settings by cross-validation, and the fit",
  dsdd: "DSDD: up to 11 convex problems",
  "pu-mil:1-epoch": "puMIL: one epoch of 100 confidence vectors",
  "pu-mil": "puMIL: until the best vector no longer changes",
};
/** The best of so many turns counts, after one to warm up. */
const TURNS = 4;

function specOf(method) {
  const [spec] = planGrid("paper", { datasets: [DATASET], methods: [method], priors: [0.1], trials: 1 });
  return spec;
}

async function secondsOf(method, training) {
  const { learner, options } = methodByName(method);
  const context = {
    dataset: dataSetByName(DATASET),
    truePrior: 0.1,
    priorEstimate: "as-printed",
    centres: null,
    seed: 1,
  };
  const fit = () => learnerByName(learner).create(options(context)).fit(training);
  await fit();
  let best = Infinity;
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage();
    await fit();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

/** The same bags for the Python script, the positive ones first. */
function writeJob(folder, training) {
  const order = [...training.positive().ids(), ...training.unlabeled().ids()];
  const sorted = training.subset(order.map((id) => training.ids().indexOf(id)));
  const sizes = Array.from({ length: sorted.size }, (_, i) => sorted.sizeOf(i));
  writeFileSync(join(folder, "rows.f64"), new Uint8Array(sorted.toMatrix().buffer));
  const job = { features: sorted.dimension, positives: training.positive().size, sizes };
  writeFileSync(join(folder, "job.json"), JSON.stringify(job));
}

function startPeer(training) {
  const python = pythonWith("cvxopt, scipy, sklearn");
  if (python === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bagwise-bench-"));
  writeJob(folder, training);
  const env = { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
  const ask = (what) => {
    const { status, stdout, stderr } = spawnSync(python, [new URL("peer.py", import.meta.url).pathname, folder, what], {
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the Python script failed: ${stderr}`);
    return JSON.parse(stdout);
  };
  return { ask, stop: () => rmSync(folder, { recursive: true }) };
}

/** Measures everything and prints it (or JSON, with `json`); returns `{ machine, peer, rows }`. */
export async function run({ json = false, options = [] } = {}) {
  const bags = await readBags(join(dataFolder(options), `${DATASET}.csv`));
  const { training } = drawBags(bags, specOf("pu-skc"));
  const peer = startPeer(training);
  const rows = [];
  try {
    for (const method of Object.keys(WORK)) {
      const seconds = await secondsOf(method, training);
      const script = { dsdd: "dsdd", "pu-mil:1-epoch": "pu-mil" }[method];
      const python = peer !== undefined && script !== undefined ? peer.ask(script).seconds : null;
      rows.push({ method, work: WORK[method], seconds, python, authors: AUTHORS[method] ?? null });
    }
  } finally {
    peer?.stop();
  }
  const machine = { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform };
  const result = {
    benchmark: "experiment",
    machine,
    training: { bags: training.size, instances: training.instances },
    rows,
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function print({ machine, training, rows }) {
  console.log(
    `One training on ${DATASET}: ${training.bags} bags, ${training.instances} instances. ${machine.cpu}, Node ${machine.node}`,
  );
  console.log(
    "Processor seconds; Python: numpy, scipy, scikit-learn and cvxopt in this run; authors: their program, measured before, not in this run.\n",
  );
  const cell = (seconds, own) => (seconds === null ? "-" : `${seconds.toFixed(1)} (${(seconds / own).toFixed(0)} x)`);
  const table = [
    ["work", "bagwise", "Python", "authors"],
    ...rows.map(({ work, seconds, python, authors }) => [
      work,
      seconds.toFixed(2),
      cell(python, seconds),
      cell(authors, seconds),
    ]),
  ];
  const widths = table[0].map((_, c) => Math.max(...table.map((row) => row[c].length)));
  for (const row of table)
    console.log(row.map((text, c) => (c === 0 ? text.padEnd(widths[c]) : text.padStart(widths[c]))).join("  "));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
