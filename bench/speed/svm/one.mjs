// node one.mjs GRAM SIGNS COST SECONDS: the best processor seconds of bagwise on one problem, in runs of
// so many seconds together, as JSON.
import { existsSync, readFileSync } from "node:fs";
import { solveMachine } from "bagwise/solver";

const [gramFile, signsFile, cost, enough] = process.argv.slice(2);
const signs = new Int8Array(readFileSync(signsFile));
const size = signs.length;
const bytes = readFileSync(gramFile);
const gram = { rows: size, cols: size, data: new Float64Array(bytes.buffer, bytes.byteOffset, size * size) };
const problem = { gram, signs, costs: new Float64Array(size).fill(Number(cost)) };
const before = peak();
const solution = solveMachine(problem);
const megabytes = (peak() - before) / 1024;
let seconds = Infinity;
// Seconds of processor time, not of the clock: on a busy machine a second may hold few runs.
for (let [runs, total] = [0, 0]; runs < 7 || total < Number(enough); runs++) {
  const start = process.cpuUsage();
  solveMachine(problem);
  const { user, system } = process.cpuUsage(start);
  const taken = (user + system) / 1e6;
  total += taken;
  seconds = Math.min(seconds, taken);
}
const { status, primalObjective: objective, dualObjective: dual, relativeGap } = solution;
console.log(JSON.stringify({ seconds, status, objective, dual, relativeGap, megabytes }));

/** The peak memory in KB. On Linux, that of resourceUsage would count the parent process, too. */
function peak() {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
}
