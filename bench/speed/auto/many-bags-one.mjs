// One training on many synthetic bags, in a process of its own so that its peak memory is its own:
// node many-bags-one.mjs METHOD BAGS LABELED
import { readFileSync } from "node:fs";
import { synthesise } from "bagwise";
import { PRIOR } from "../pu-skc/training-sets.mjs";
import { timed } from "./methods.mjs";

const [method, ...counts] = process.argv.slice(2);
const [size, labeled] = counts.map(Number);
const { bags } = synthesise({ bags: size, labeled, prior: PRIOR, seed: 1 });

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

const bagsMb = peakMb();
const begin = performance.now();
const { model, seconds } = await timed(method, bags);
const { prior, certificate, training } = model.card;
console.log(
  JSON.stringify({
    method,
    bags: size,
    instances: training.instances,
    centres: training.centres,
    seconds,
    elapsed: (performance.now() - begin) / 1000,
    bagsMb,
    peakMb: peakMb(),
    status: certificate.status,
    prior: { value: prior.value, low: prior.low, high: prior.high },
  }),
);
