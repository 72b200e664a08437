// How the training time of every method of the registry grows with the number of bags and with that of
// instances, beside `svm` in the same run: npm run bench -- methods [--quick] [--json] [--methods a,b]
// [--turns N]. Each training has a process of its own.
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEARNERS, learnerByName } from "../../../packages/bagwise/dist/learners.js";
import { growthOf, tableOf } from "./growth.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** The one that all others are compared with. */
const PEER = "svm";
/** [bags, instances of a bag] */
const BASE = [100, 5];
const BY_BAGS = [50, 100, 200, 400].map((bags) => [bags, 5]);
const BY_INSTANCES = [5, 10, 20, 40].map((instances) => [100, instances]);
/** A method that takes more processor seconds than this is not measured on larger sets of the same row. */
const LONG = 60;

function measure(method, [bags, instances]) {
  const args = [join(here, "one.mjs"), method, `${bags}`, `${instances}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${method} on ${bags} bags of ${instances} instances failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/** The fastest of some turns. */
function best(method, size, turns) {
  const all = Array.from({ length: turns }, () => measure(method, size));
  return all.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

export async function run({ json, options }) {
  const given = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const quick = options.includes("--quick");
  const turns = Number(given("--turns") ?? (quick ? 1 : 2));
  const asked = given("--methods")?.split(",") ?? LEARNERS.map(({ description }) => description.name);
  for (const name of asked) learnerByName(name);
  const methods = [PEER, ...asked.filter((name) => name !== PEER)];
  const [byBags, byInstances] = [BY_BAGS, BY_INSTANCES].map((sizes) => (quick ? sizes.slice(0, 2) : sizes));

  const rows = [];
  for (const method of methods) {
    for (const sizes of [byBags, byInstances]) {
      let last = 0;
      for (const size of sizes) {
        const known = rows.find((row) => row.method === method && [row.bags, row.instances].join() === size.join());
        if (known === undefined && last > LONG) break;
        const row = known ?? best(method, size, turns);
        if (known === undefined) {
          rows.push(row);
          console.error(`${method}, ${size[0]} bags of ${size[1]}: ${row.seconds.toFixed(2)} s, ${row.status}`);
        }
        last = row.seconds;
      }
    }
  }
  const shape = { byBags, byInstances, base: BASE, peer: PEER };
  const growth = methods.map((method) => growthOf(rows, { ...shape, method }));
  const machine = { cpu: cpus()[0]?.model.trim(), cores: cpus().length, node: process.version };
  if (json) console.log(JSON.stringify({ machine, turns, peer: PEER, rows, growth }, null, 2));
  else {
    console.log(`Processor seconds of one training, the best of ${turns}, on ${machine.cpu}, Node ${machine.node}.`);
    console.log(`Columns of bags have 5 instances each, columns of instances 100 bags; 10 features.\n`);
    console.log(tableOf(rows, growth, shape));
  }
}
