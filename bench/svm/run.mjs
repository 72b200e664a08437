// The solver of hinge-loss machines against libsvm (scikit-learn's SVC) on the same precomputed
// kernels, in one run: processor seconds, objective, memory. npm run bench -- svm [--quick] [--json].
// Needs Python with its venv module: scikit-learn is installed into bench/.venv the first time.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { synthesise } from "bagwise";
import { gram, parseKernel, represent, resolveKernel } from "bagwise/kernels";

const here = dirname(fileURLToPath(import.meta.url));
const SCIKIT_LEARN = "scikit-learn==1.9.1";
const SIZES = [200, 1000, 5000];
const COSTS = [1, 10, 100];
/** libsvm as people call it, and as exact as it gets: it keeps kernels in single precision. */
const TOLERANCES = [1e-3, 1e-8];

/** A Python of our own with scikit-learn; undefined if there is no Python. */
function python() {
  const folder = join(here, "..", ".venv");
  const own = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const has = () => existsSync(own) && spawnSync(own, ["-c", "import sklearn"]).status === 0;
  if (has()) return own;
  console.error("Installing scikit-learn (once) ...");
  spawnSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  spawnSync(own, ["-m", "pip", "install", "--quiet", SCIKIT_LEARN], { stdio: "inherit" });
  return has() ? own : undefined;
}

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

export async function run({ json, options }) {
  const peer = python();
  const folder = mkdtempSync(join(tmpdir(), "bagwise-svm-"));
  const rows = [];
  try {
    for (const size of options.includes("--quick") ? SIZES.slice(0, 2) : SIZES) {
      const { gram: matrix, signs } = problem(size);
      const files = [join(folder, "gram.f64"), join(folder, "signs.i8")];
      writeFileSync(files[0], new Uint8Array(matrix.data.buffer, matrix.data.byteOffset, matrix.data.byteLength));
      writeFileSync(files[1], signs);
      for (const cost of COSTS) {
        const ours = told(process.execPath, [join(here, "one.mjs"), ...files, String(cost)]);
        const theirs =
          peer === undefined
            ? []
            : TOLERANCES.map((tolerance) => ({
                tolerance,
                ...told(peer, [join(here, "peer.py"), ...files, String(cost), String(tolerance)]),
              }));
        rows.push({ size, cost, ours, theirs });
        if (!json) print(rows[rows.length - 1]);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) console.log(JSON.stringify({ peer: peer === undefined ? null : SCIKIT_LEARN, rows }, null, 2));
  else if (peer === undefined) console.log("Without Python there is no peer: no ratios.");
}

function print({ size, cost, ours, theirs }) {
  const ms = (seconds) => `${(1000 * seconds).toFixed(1)} ms`;
  console.log(
    `n = ${size}, C = ${cost}: bagwise ${ms(ours.seconds)}, ${ours.status}, relative gap ${ours.relativeGap.toExponential(1)}, ${ours.megabytes.toFixed(0)} MB`,
  );
  for (const { tolerance, seconds, objective, megabytes } of theirs)
    console.log(
      `  libsvm, tolerance ${tolerance}: ${ms(seconds)}, ratio ${(seconds / ours.seconds).toFixed(2)}, objective above ours by ${((objective - ours.objective) / ours.objective).toExponential(1)}, ${megabytes.toFixed(0)} MB`,
    );
}
