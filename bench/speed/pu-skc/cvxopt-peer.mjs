// Starts cvxopt-peer.py. The training sets go to it through a temporary folder.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonWith } from "../../python.mjs";
import { DEGREES, FOLDS, LAMBDAS, PRIOR } from "./training-sets.mjs";

const script = join(dirname(fileURLToPath(import.meta.url)), "cvxopt-peer.py");

/** The Python contestants, or undefined when there is no Python with numpy and cvxopt. */
export function startCvxopt(sets) {
  const python = pythonWith("numpy, cvxopt");
  if (python === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bagwise-pu-skc-"));
  const described = sets.map(({ name, positives, statistics, folds }) => {
    const { rows, cols, data } = statistics;
    writeFileSync(join(folder, `${name}.f64`), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return { name, rows, columns: cols, positives, folds: [...folds] };
  });
  const job = { prior: PRIOR, degrees: DEGREES, lambdas: LAMBDAS, folds: FOLDS, sets: described };
  writeFileSync(join(folder, "job.json"), JSON.stringify(job));
  const call = (...args) => {
    const { status, stdout, stderr } = spawnSync(python, [script, folder, ...args], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" },
    });
    if (status !== 0) throw new Error(`${python} ${script} failed:\n${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    about: call("-", "about"),
    /**
     * Seconds, chosen setting and problems of one contestant, `dual`, `primal` or `raw`, on one
     * set.
     */
    run: (name, way, passes) => call(name, way, `${passes}`),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
