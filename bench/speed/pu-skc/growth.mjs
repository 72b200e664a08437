// How one fit grows with the number of unlabeled bags.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exponent } from "../../exponent.mjs";

const script = join(dirname(fileURLToPath(import.meta.url)), "growth-one.mjs");

/** Small sizes are repeated: the engine's own start is a part of their time. */
const SIZES = [
  { unlabeled: 1_000, repetitions: 3 },
  { unlabeled: 5_000, repetitions: 3 },
  { unlabeled: 20_000, repetitions: 2 },
  { unlabeled: 100_000, repetitions: 1 },
];
export const LANDMARKS = 200;
/** The learner's usual kernel, with the middle one of the paper's degrees and lambdas. */
export const GROWTH_KERNEL = "normalised-minimax-polynomial:2";
export const GROWTH_LAMBDA = 1e-3;

/**
 * Each size in a process of its own, the best of its repetitions; and the exponents of time against
 * N_U M^2.
 */
export function measureGrowth(onProgress) {
  const rows = SIZES.map(({ unlabeled, repetitions }) => {
    let best;
    for (let k = 0; k < repetitions; k++) {
      onProgress(`${unlabeled.toLocaleString("en-US")} unlabeled bags`);
      const args = [script, `${unlabeled}`, `${LANDMARKS}`, GROWTH_KERNEL, `${GROWTH_LAMBDA}`];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(`growth-one.mjs ${args.slice(1).join(" ")} failed:\n${stderr}`);
      const result = JSON.parse(stdout);
      if (best === undefined || result.seconds < best.seconds) best = result;
    }
    return { ...best, gflops: (best.iterations * unlabeled * LANDMARKS ** 2) / best.seconds / 1e9 };
  });
  return {
    rows,
    exponent: exponentOf(rows, ({ seconds }) => seconds),
    /** Without the sizes at which the engine's own start and compilation matter. */
    exponentOfLargest: exponentOf(rows.slice(-2), ({ seconds }) => seconds),
    exponentPerIteration: exponentOf(rows, ({ seconds, iterations }) => seconds / iterations),
  };
}

/** The slope of log time over log N_U M^2, by least squares. */
function exponentOf(rows, time) {
  return exponent(
    rows.map(({ unlabeled, landmarks }) => unlabeled * landmarks ** 2),
    rows.map(time),
  );
}
