// The solver of hinge-loss machines against libsvm (scikit-learn's SVC) on the same precomputed
// kernels, in one run: processor seconds, objective, memory. npm run bench -- svm [--quick] [--json].
// With --data DIR also on kernels of the data sets in that folder, CSV files with the columns bag,
// label (1 or -1) and features. Needs Python with its venv module: scikit-learn is installed into bench/.venv
// the first time.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBags, synthesise } from "bagwise";
import { applyScaling, fitScaling } from "bagwise/bags";
import { gram, parseKernel, represent, resolveKernel } from "bagwise/kernels";
import { pythonWithScikit, SCIKIT_LEARN } from "../../python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const SIZES = [200, 1000, 5000];
const COSTS = [1, 10, 100];
/** Kernels of data sets. */
const KERNELS = ["minimax-polynomial", "normalised-set-gaussian"];
/** Processor seconds for the runs of each contestant, of which the best counts. */
const SECONDS = 1;
/** libsvm as people call it, and as exact as it gets: it keeps kernels in single precision. */
const TOLERANCES = [1e-3, 1e-8];

/** The kernel matrix of bags with overlapping classes, and their labels. */
function problem(size) {
  const { bags, truth } = synthesise({ bags: size, labeled: 1, dimensions: 10, distance: 2, prior: 0.4, seed: size });
  const kernel = resolveKernel(parseKernel("min-max-mean-gaussian"), bags);
  const matrix = gram(kernel, represent(kernel, bags));
  return { gram: matrix, signs: Int8Array.from(truth, (each) => (each === "positive" ? 1 : -1)) };
}

/** What a child process prints as JSON. */
function told(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return JSON.parse(stdout);
}

/** bagwise and libsvm on one problem with these costs. */
function measure(peer, folder, { gram: matrix, signs }, report) {
  const files = [join(folder, "gram.f64"), join(folder, "signs.i8")];
  writeFileSync(files[0], new Uint8Array(matrix.data.buffer, matrix.data.byteOffset, matrix.data.byteLength));
  writeFileSync(files[1], signs);
  for (const cost of COSTS) {
    const ours = told(process.execPath, [join(here, "one.mjs"), ...files, String(cost), String(SECONDS)]);
    const theirs =
      peer === undefined
        ? []
        : TOLERANCES.map((tolerance) => ({
            tolerance,
            ...told(peer, [join(here, "peer.py"), ...files, String(cost), String(SECONDS), String(tolerance)]),
          }));
    report({ size: matrix.rows, cost, ours, theirs });
  }
}

/** The kernels of the bags of a file that have a label, after z-scores. */
async function dataProblems(file) {
  const raw = await readBags(file);
  const bags = applyScaling(fitScaling(raw, { method: "z-score" }), raw);
  const signs = Int8Array.from({ length: bags.size }, (_, i) => (bags.bag(i).label === "positive" ? 1 : -1));
  return KERNELS.map((name) => {
    const kernel = resolveKernel(parseKernel(name), bags);
    return { name: `${basename(file, ".csv")}, ${name}`, gram: gram(kernel, represent(kernel, bags)), signs };
  });
}

export async function run({ json, options }) {
  const peer = pythonWithScikit();
  const folder = mkdtempSync(join(tmpdir(), "bagwise-svm-"));
  const data = options.includes("--data") ? options[options.indexOf("--data") + 1] : undefined;
  const rows = [];
  const report = (row) => {
    rows.push(row);
    if (!json) print(row);
  };
  try {
    for (const size of options.includes("--quick") ? SIZES.slice(0, 2) : SIZES)
      measure(peer, folder, problem(size), report);
    for (const file of data === undefined ? [] : readdirSync(data).filter((each) => each.endsWith(".csv")))
      for (const { name, ...each } of await dataProblems(join(data, file)))
        measure(peer, folder, each, (row) => report({ name, ...row }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) console.log(JSON.stringify({ peer: peer === undefined ? null : SCIKIT_LEARN, rows }, null, 2));
  else if (peer === undefined) console.log("Without Python there is no peer: no ratios.");
  else printRatios(rows);
}

/** One line for each problem, and whether libsvm at its best agrees. */
function printRatios(rows) {
  console.log(
    "\n| | C | bagwise ms, MB | libsvm ms, MB | ratio | relative gap | libsvm at 1e-8, ratio | its dual objective below ours |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const { name, size, cost, ours, theirs } of rows) {
    const [usual, exact] = theirs;
    const cell = ({ seconds, megabytes }) => `${(1000 * seconds).toFixed(1)}, ${megabytes.toFixed(0)}`;
    const ratio = ({ seconds }) => (seconds / ours.seconds).toFixed(2);
    const gap = ours.status === "solved" ? ours.relativeGap.toExponential(1) : ours.status;
    console.log(
      `| ${name ?? `n = ${size}`} | ${cost} | ${cell(ours)} | ${cell(usual)} | ${ratio(usual)} | ${gap} | ${ratio(exact)} | ${((ours.dual - exact.dual) / ours.dual).toExponential(1)} |`,
    );
  }
}

const above = (theirs, ours) => ((theirs.objective - ours.objective) / ours.objective).toExponential(1);

function print({ name, size, cost, ours, theirs }) {
  const ms = (seconds) => `${(1000 * seconds).toFixed(1)} ms`;
  console.log(
    `${name === undefined ? "" : `${name}, `}n = ${size}, C = ${cost}: bagwise ${ms(ours.seconds)}, ${ours.status}, relative gap ${ours.relativeGap.toExponential(1)}, ${ours.megabytes.toFixed(0)} MB`,
  );
  for (const { tolerance, seconds, objective, megabytes } of theirs)
    console.log(
      `  libsvm, tolerance ${tolerance}: ${ms(seconds)}, ratio ${(seconds / ours.seconds).toFixed(2)}, objective above ours by ${above({ objective }, ours)}, ${megabytes.toFixed(0)} MB`,
    );
}
