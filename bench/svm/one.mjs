// node one.mjs GRAM SIGNS COST: the best processor seconds of bagwise on one problem, as JSON.
import { readFileSync } from "node:fs";
import { solveMachine } from "bagwise/solver";

const [gramFile, signsFile, cost] = process.argv.slice(2);
const signs = new Int8Array(readFileSync(signsFile));
const size = signs.length;
const bytes = readFileSync(gramFile);
const gram = { rows: size, cols: size, data: new Float64Array(bytes.buffer, bytes.byteOffset, size * size) };
const problem = { gram, signs, costs: new Float64Array(size).fill(Number(cost)) };
const before = process.resourceUsage().maxRSS;
const solution = solveMachine(problem);
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
let seconds = Infinity;
const begin = performance.now();
for (let runs = 0; runs < 5 || performance.now() - begin < 1000; runs++) {
  const start = process.cpuUsage();
  solveMachine(problem);
  const { user, system } = process.cpuUsage(start);
  seconds = Math.min(seconds, (user + system) / 1e6);
}
const { status, primalObjective: objective, relativeGap } = solution;
console.log(JSON.stringify({ seconds, status, objective, relativeGap, megabytes }));
