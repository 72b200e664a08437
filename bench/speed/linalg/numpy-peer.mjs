import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("numpy-peer.py", import.meta.url));
// Every common BLAS is told to use one thread.
const ENV = {
  ...process.env,
  OPENBLAS_NUM_THREADS: "1",
  OMP_NUM_THREADS: "1",
  MKL_NUM_THREADS: "1",
  VECLIB_MAXIMUM_THREADS: "1",
};

/** Starts a Python that has numpy, the system's first; `undefined` when there is none. */
export async function startNumpy() {
  const python = ["/usr/bin/python3", "python3", "python"].find(
    (name) => spawnSync(name, ["-c", "import numpy"], { stdio: "ignore" }).status === 0,
  );
  if (python === undefined) return undefined;
  const child = spawn(python, [SCRIPT], { env: ENV, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("bench/linalg: the numpy process ended early");
    return JSON.parse(value);
  };
  return {
    about: { python, ...(await answer()) },
    /**
     * The best processor seconds of a case, measured for about `budget` seconds and at least
     * `least` times.
     */
    time(name, budget, least) {
      child.stdin.write(`${name}\t${budget}\t${least}\n`);
      return answer();
    },
    stop() {
      child.stdin.end();
    },
  };
}
