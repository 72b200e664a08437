// One size of the growth measurement, in a process of its own so that its peak memory is its own:
// node growth-one.mjs UNLABELED LANDMARKS KERNEL LAMBDA
import { readFileSync } from "node:fs";
import { synthesise } from "bagwise";
import { random } from "bagwise/bags";
import { gram, parseKernel, represent, resolveKernel, subsetRepresentation } from "bagwise/kernels";
import { runPuSkcJob } from "../../../packages/core/dist/learners/pu-skc/fit.js";

const POSITIVES = 200;
const PRIOR = 0.3;
const [unlabeled, landmarks, lambda] = [2, 3, 5].map((k) => Number(process.argv[k]));

const { bags } = synthesise({ bags: POSITIVES + unlabeled, labeled: POSITIVES, prior: PRIOR, seed: 1 });
const numbers = Array.from({ length: bags.size }, (_, i) => i);
const rows = (label) => Uint32Array.from(numbers.filter((i) => bags.labelOf(i) === label));
const kernel = resolveKernel(parseKernel(process.argv[4]), bags, { seed: 1 });
const representation = represent(kernel, bags);
const centreRows = random(1).sample(bags.size, landmarks).sort();

/**
 * On Linux `maxRSS` counts what the parent process had when it started this one, so the kernel's
 * own peak is taken there.
 */
function peakMb() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

const begin = performance.now();
const before = process.cpuUsage();
const values = gram(kernel, representation, subsetRepresentation(representation, centreRows));
const [{ solution }] = runPuSkcJob({
  gram: values,
  positive: rows("positive"),
  unlabeled: rows("unlabeled"),
  centres: Uint32Array.from({ length: landmarks }, (_, j) => j),
  centreRows,
  validation: new Uint32Array(0),
  prior: PRIOR,
  lambdas: [lambda],
  loss: "double-hinge",
  penalty: "ridge",
});
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    unlabeled,
    landmarks,
    seconds: (user + system) / 1e6,
    elapsed: (performance.now() - begin) / 1000,
    peakMb: peakMb(),
    status: solution.status,
    iterations: solution.iterations,
    relativeGap: solution.relativeGap,
  }),
);
