// Is `solved` ever false? 3,000 problems on which a solver may fool itself, each solved and its
// duality gap recomputed with 420 digits; and the share of ordinary problems that are solved: those
// of the paper's grid on its five data sets. node bench/right/certificates/run.mjs [--problems N]
// [--data FOLDER] [--json]
import { pathToFileURL } from "node:url";
import { gramFamily } from "../../../packages/bagwise/dist/entries/kernels.js";
import { runPuSkcJob } from "../../../packages/core/dist/learners/pu-skc/fit.js";
import { prepare } from "../../../packages/core/dist/solver/prepare.js";
import { solveRatio, solveRatioWithLandmarks } from "../../../packages/core/dist/solver/ratio.js";
import { solve } from "../../../packages/core/dist/solver/solve.js";
import { solveSvm } from "../../../packages/core/dist/solver/svm.js";
import { DEGREES, dataFolder, FOLDS, KERNEL, trainingSets } from "../../speed/pu-skc/training-sets.mjs";
import { jobFor } from "../../speed/pu-skc/with-bagwise.mjs";
import { exactGap, exactRatioGap, exactSvmGap } from "./exact-gap.mjs";
import { FAMILIES, problemOf, ratioOf, svmOf } from "./problems.mjs";

/** The largest relative gap that counts as `solved`. */
const ACCEPT = 1e-8;
/** What landmarks add to the diagonal of the penalty. */
const JITTER = 1e-9;

/** For each family, from a seed to a solution and its exact gap. */
const CASES = {
  ...Object.fromEntries(
    Object.keys(FAMILIES).map((family) => [
      family,
      (seed) => {
        const { phiP, phiU, prior, weights, lambda, loss } = problemOf(family, seed);
        const found = solve(prepare(phiP, phiU, { prior, weights }), { lambda, loss });
        return [found, () => exactGap({ phiP, phiU, prior, weights, lambda, loss }, found)];
      },
    ]),
  ),
  svm: (seed) => {
    const problem = svmOf(seed);
    const found = solveSvm(problem.features, problem.labels, { cost: problem.cost });
    return [found, () => exactSvmGap(problem, found)];
  },
  ratio: (seed) => {
    const problem = ratioOf(seed, { landmarks: false });
    const found = solveRatio(problem);
    return [found, () => exactRatioGap(problem, found)];
  },
  "ratio with landmarks": (seed) => {
    const problem = ratioOf(seed, { landmarks: true });
    const found = solveRatioWithLandmarks(problem);
    return [found, () => exactRatioGap(problem, found, JITTER)];
  },
};

/** Solves the first problems of a family and counts. */
function check(family, problems) {
  const row = { family, problems, solved: 0, falselySolved: 0, understated: 0, worst: 0 };
  for (let seed = 0; seed < problems; seed++) {
    const [found, exact] = CASES[family](seed);
    if (found.status !== "solved") continue;
    row.solved++;
    const { gap, relative } = exact();
    if (!(relative <= ACCEPT)) row.falselySolved++;
    if (!(found.gap === undefined ? relative <= found.relativeGap : gap <= found.gap)) row.understated++;
    row.worst = Math.max(row.worst, relative);
  }
  return row;
}

/** The paper's grid on its five data sets: how many of the problems are solved. */
async function grid(options) {
  const sets = await trainingSets(dataFolder(options), { seed: 1 });
  const statuses = sets.flatMap(({ representation, positives, folds }) => {
    const family = gramFamily(KERNEL, representation);
    return DEGREES.flatMap((degree) =>
      Array.from({ length: FOLDS + 1 }, (_, k) => jobFor(family, degree, { positives, folds, fold: k - 1 })),
    ).flatMap((job) => runPuSkcJob(job).map(({ solution }) => solution.status));
  });
  return { problems: statuses.length, solved: statuses.filter((status) => status === "solved").length };
}

/** Measures and prints everything (or JSON, with `json`). */
export async function run({ json = false, options = [] } = {}) {
  const at = options.indexOf("--problems");
  const each = Math.ceil((at >= 0 ? Number(options[at + 1]) : 3000) / Object.keys(CASES).length);
  const rows = Object.keys(CASES).map((family) => check(family, each));
  const result = { benchmark: "certificates", rows, grid: await grid(options) };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  if (rows.some(({ falselySolved }) => falselySolved > 0)) process.exitCode = 1;
  return result;
}

function print({ rows, grid }) {
  const total = (of) => rows.reduce((sum, row) => sum + row[of], 0);
  const line = (name, ...cells) =>
    console.log(`  ${name.padEnd(22)}${cells.map((cell) => `${cell}`.padStart(16)).join("")}`);
  line("", "problems", "solved", "falsely solved", "understated", "largest gap");
  for (const { family, problems, solved, falselySolved, understated, worst } of rows)
    line(family, problems, solved, falselySolved, understated, worst.toExponential(1));
  line("all", total("problems"), total("solved"), total("falselySolved"), total("understated"), "");
  console.log(`\n  The paper's grid on its five data sets: ${grid.solved} of ${grid.problems} problems solved.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
