// Speed of the linear algebra against its peers, in one run and on one thread: bagwise's two back
// ends, ml-matrix and numpy. node bench/speed/linalg/run.mjs [--json]
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { linearAlgebra, matrix } from "bagwise/linalg";
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { startNumpy } from "./numpy-peer.mjs";

/**
 * Other programs share the machine. So processor time is measured, which equals elapsed time on an
 * idle machine because all work is on one thread; everything is measured in turns, and the best
 * turn counts.
 */
const ROUNDS = 4;
/** Seconds for one measurement. */
const BUDGET = 0.4;
/** How often the two that are compared in the targets do even the longest work in each turn. */
const LEAST = 3;

const TARGETS = [
  { title: "gemm at least 0.35 of numpy on one thread", peer: "numpy", wanted: 0.35 },
  { title: "gemm at least 20 times ml-matrix", peer: "ml-matrix", wanted: 20 },
];
const TARGET_CASES = ["gemm 200 x 332", "gemm 2000"];

function random(rows, cols) {
  const next = () => Math.random() - 0.5;
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, next));
}

function mlMatrix({ rows, cols, data }) {
  return Matrix.from1DArray(rows, cols, data);
}

/**
 * The cases: operations that the result needs, and the work itself for bagwise and for ml-matrix
 * (`share`: the part done).
 */
function makeCases() {
  const cases = [gemm("gemm 200 x 332", 200, 332, 200), gemm("gemm 2000", 2000, 2000, 100)];

  const a = random(200, 332);
  const ml = mlMatrix(a);
  const mlTransposed = ml.transpose();
  cases.push({
    name: "syrk 200 x 332",
    flops: 200 * 200 * 332,
    ours: (la) => () => la.syrk(a),
    peer: () => ml.mmul(mlTransposed),
    share: 1,
  });

  const tall = random(20000, 200);
  const weights = Float64Array.from({ length: 20000 }, () => Math.random());
  const part = mlMatrix(matrix(1000, 200, tall.data.slice(0, 1000 * 200)));
  const partWeights = Array.from(weights.subarray(0, 1000));
  cases.push({
    name: "weighted syrk 20000 x 200",
    flops: 20000 * 200 * 200,
    ours: (la) => () => la.weightedSyrk(tall, weights),
    peer: () => part.transpose().mmul(part.clone().mulColumnVector(partWeights)),
    share: 1 / 20,
  });
  for (const n of [180, 1000]) {
    const k = linearAlgebra().syrk(random(n, n + 20));
    const mlK = mlMatrix(k);
    cases.push({
      name: `cholesky ${n}`,
      flops: n ** 3 / 3,
      ours: (la) => {
        const factor = la.cholesky(k);
        return () => la.cholesky(k, { reuse: factor });
      },
      peer: () => new CholeskyDecomposition(mlK),
      share: 1,
    });
  }
  return cases;
}

/**
 * A B' with `size` rows each. ml-matrix works column by column of B', so some `columns` of them
 * tell its speed.
 */
function gemm(name, size, depth, columns) {
  const a = random(size, depth);
  const b = random(size, depth);
  const mlA = mlMatrix(a);
  const mlB = mlMatrix(matrix(columns, depth, b.data.slice(0, columns * depth))).transpose();
  return {
    name,
    flops: 2 * size * size * depth,
    ours: (la) => () => la.gemmNT(a, b),
    peer: () => mlA.mmul(mlB),
    share: columns / size,
  };
}

/**
 * The best processor seconds of `work` within the budget; short work is repeated, so that the
 * clock's steps do not matter.
 */
function time(work, budget = BUDGET, least = 1) {
  const once = processorSeconds(work);
  const repeats = Math.max(1, Math.round(0.005 / once));
  let best = once;
  const begin = performance.now();
  for (let done = 0; done < least || performance.now() - begin < 1000 * budget; done++) {
    const seconds = processorSeconds(() => {
      for (let i = 0; i < repeats; i++) work();
    });
    best = Math.min(best, seconds / repeats);
  }
  return best;
}

function processorSeconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1e-6, (user + system) / 1e6);
}

/**
 * Measures all cases, prints a table (or JSON, with `json`) and returns `{ machine, numpy, cases,
 * targets }`.
 */
export async function run({ json = false } = {}) {
  const numpy = await startNumpy();
  const cases = makeCases();
  const engines = [linearAlgebra({ backend: "simd" }), linearAlgebra({ backend: "plain" })];
  const rows = cases.map(({ name }) => ({ name, gflops: {} }));
  const ours = cases.map((item) => engines.map((la) => item.ours(la)));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { name, flops, peer, share }] of cases.entries()) {
      const keep = (who, seconds) => {
        rows[i].gflops[who] = Math.max(rows[i].gflops[who] ?? 0, flops / seconds / 1e9);
      };
      for (const [e, la] of engines.entries()) keep(la.name, time(ours[i][e], BUDGET, la.name === "simd" ? LEAST : 1));
      if (numpy !== undefined) keep("numpy", await numpy.time(name, BUDGET, LEAST));
      // The slow one is measured in two turns only.
      if (round < 2) keep("ml-matrix", time(peer, BUDGET / 2) / share);
    }
  }
  numpy?.stop();

  const targets = TARGETS.map(({ title, peer, wanted }) => {
    const ratios = Object.fromEntries(
      rows
        .filter(({ name, gflops }) => TARGET_CASES.includes(name) && gflops[peer] !== undefined)
        .map(({ name, gflops }) => [name, gflops.simd / gflops[peer]]),
    );
    const found = Object.values(ratios);
    const verdict =
      found.length === 0 ? "not measured" : found.every((ratio) => ratio >= wanted) ? "PASS" : "below target";
    return { title, wanted, ratios, verdict };
  });
  const result = {
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    numpy: numpy?.about ?? null,
    cases: rows,
    targets,
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function print({ machine, numpy, cases, targets }) {
  console.log(
    `Linear algebra, GFlop/s of processor time on one thread, best of ${ROUNDS} turns. ${machine.cpu}, Node.js ${machine.node}.`,
  );
  console.log(
    numpy === null
      ? "No Python with numpy was found, so that column is empty (Debian: apt install python3-numpy libopenblas0-pthread)."
      : `numpy ${numpy.version} of ${numpy.python}, ${numpy.blas}.`,
  );
  const head = ["", "simd", "plain", "ml-matrix", "numpy", "simd/numpy", "simd/ml-matrix"];
  const lines = cases.map(({ name, gflops }) => [
    name,
    ...["simd", "plain", "ml-matrix", "numpy"].map((who) => gflops[who]?.toFixed(2) ?? "-"),
    ...["numpy", "ml-matrix"].map((who) => (gflops[who] === undefined ? "-" : (gflops.simd / gflops[who]).toFixed(2))),
  ]);
  for (const [name, ...cells] of [head, ...lines]) {
    console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(15)).join(""));
  }
  for (const { title, ratios, verdict } of targets) {
    const found = Object.entries(ratios).map(([name, ratio]) => `${name}: ${ratio.toFixed(2)}`);
    console.log(`${verdict}: ${title} (${found.join(", ") || "the peer is missing"})`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json") });
}
