// npm run coverage [-- ROOM ...]: runs the tests of the rooms that promise something, and counts the branches that
// they take: both sides of every condition, what follows `&&`, `||` and `??`, each case, each loop, each catch.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parse, withBranches } from "./mutants/instrument.mjs";
import { chosenRooms, home, ROOMS, root, sourcesOf, testsOf } from "./mutants/rooms.mjs";
import { startWorker } from "./mutants/run.mjs";

const RESULT = join(root, "bench", "attacks", "coverage.json");

const rows = [];
for (const room of chosenRooms(process.argv.slice(2))) {
  const all = [];
  const changed = sourcesOf(ROOMS[room]).map((file) => {
    const first = all.length;
    for (const branch of withBranches(parse(file), first).branches) all.push({ ...branch, name: relative(home, file) });
    return { file, first };
  });
  const worker = await startWorker({ changed, tests: testsOf(ROOMS[room]), mutants: [], branches: all.length });
  worker.stop();
  for (const { file, name, message } of worker.ready.failures)
    console.log(`fails: ${relative(home, file)} ${name}: ${message.slice(0, 300)}`);
  const taken = new Set(worker.ready.taken);
  for (const [number, { name, line, column, what }] of all.entries())
    if (!taken.has(number)) console.log(`not taken: ${name}:${line}:${column} ${what}`);
  const share = Number((taken.size / all.length).toFixed(3));
  console.log(`${room}: ${taken.size} of ${all.length} branches taken (${(100 * share).toFixed(1)} %)`);
  rows.push({ room, branches: all.length, taken: taken.size, share });
}
const before = existsSync(RESULT) ? JSON.parse(readFileSync(RESULT, "utf8")).rooms : [];
const rooms = Object.keys(ROOMS).flatMap(
  (room) => rows.find((row) => row.room === room) ?? before.find((row) => row.room === room) ?? [],
);
const sum = (key) => rooms.reduce((total, row) => total + row[key], 0);
mkdirSync(dirname(RESULT), { recursive: true });
const result = {
  attack: "branches that no test of the rooms takes",
  tried: sum("branches"),
  failures: sum("branches") - sum("taken"),
  command: "npm run coverage",
  rooms,
};
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
