// One training of one method on synthetic bags, in a process of its own so that its peak memory is its
// own: node one.mjs METHOD BAGS INSTANCES prints processor seconds, peak memory and status as JSON.
import { readFileSync } from "node:fs";
import { synthesise } from "bagwise";
import { learnerByName } from "../../../packages/core/dist/learners/registry.js";

const [method, ...counts] = process.argv.slice(2);
const [bags, instances] = counts.map(Number);
const entry = learnerByName(method);
const unlabeled = entry.description.learnsFrom === "positive and unlabeled";

/**
 * Bags of the labels that the method is made for: half of them positive and all labelled, or a quarter
 * labelled positive and 3 in 10 of the others positive.
 */
function draw(size, seed) {
  const shape = { bags: size, bagSize: [instances, instances], dimensions: 10, distance: 3, seed };
  return synthesise(
    unlabeled
      ? { ...shape, labeled: Math.ceil(size / 4), prior: 0.3 }
      : { ...shape, labeled: 1, prior: 0.5, reveal: true },
  ).bags;
}

/** Without what the parent had when it started this process, see bench/speed/auto/many-bags-one.mjs. */
function peakMb() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

const learner = entry.create({});
// Loading and compiling the code is no part of the growth.
await learner.fit(draw(20, 2));
const training = draw(bags, 1);
const before = process.cpuUsage();
const { card } = await learner.fit(training);
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ method, bags, instances, seconds, peakMb: peakMb(), status: card.certificate.status }));
