// npm run mutants [-- ROOM ...] [--sample N] [--seed S]: makes small mistakes, one at a time, in the rooms that
// promise something, and counts those that a test notices.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { mutantsOf, parse } from "./mutants/instrument.mjs";
import { chosenRooms, home, ROOMS, root, sourcesOf, testsOf } from "./mutants/rooms.mjs";
import { startWorker } from "./mutants/run.mjs";

const RESULT = join(root, "bench", "attacks", "mutants.json");
/** Mutants that somebody has looked at: each with its reason. Only those that change nothing are left out. */
const REVIEWED = JSON.parse(readFileSync(join(root, "scripts", "mutants", "reviewed.json"), "utf8"));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
    // Tests that take longer, in milliseconds, are not run for each mutant.
    longest: { type: "string", default: "2000" },
    // Only this file of the room, such as bootstrap.
    file: { type: "string" },
    dry: { type: "boolean", default: false },
  },
});
const rooms = chosenRooms(positionals);

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `size` of the values, each as likely as another, in their order. */
function sampled(values, size, seed) {
  const next = generator(seed);
  const drawn = values.map((value, place) => ({ value, place, key: next() }));
  const first = drawn.sort((a, b) => a.key - b.key).slice(0, size);
  return first.sort((a, b) => a.place - b.place).map(({ value }) => value);
}

const reviewOf = ({ name, text, code, what }) =>
  REVIEWED.find((one) => one.file === name && one.line === text && one.code === code && one.what === what);

async function judge(room) {
  const files = sourcesOf(ROOMS[room]).filter((file) => values.file === undefined || file.includes(values.file));
  const all = files.flatMap((file, number) =>
    mutantsOf(parse(file)).map(({ node, make, ...rest }) => ({
      ...rest,
      number,
      name: relative(home, file),
    })),
  );
  const counted = all.filter((mutant) => reviewOf(mutant)?.equivalent !== true);
  const chosen = sampled(counted, Number(values.sample), Number(values.seed)).map((mutant, id) => ({ ...mutant, id }));
  const imports = files.map((file) => readFileSync(file, "utf8"));
  const users = (number) => {
    const stem = `/${files[number].split("/").at(-1).replace(/\.ts$/, ".js")}"`;
    return [number, ...files.keys()].filter(
      (other, k) => k === 0 || (other !== number && imports[other].includes(stem)),
    );
  };
  const task = {
    changed: files.map((file, number) => ({
      file,
      ids: chosen.filter((one) => one.number === number).map(({ index, id }) => [index, id]),
    })),
    tests: testsOf(ROOMS[room]),
    mutants: chosen.map(({ id }) => id),
    branches: 0,
  };
  const start = () => startWorker(task);
  let worker = await start();
  for (const { file, name, message } of worker.ready.failures)
    console.log(`fails without a mutant: ${relative(home, file)} ${name}: ${message.slice(0, 300)}`);
  const survivors = [];
  let noAnswer = 0;
  for (const mutant of chosen) {
    const { id, fixed, number } = mutant;
    const answer = await worker.ask({
      mutant: { id, fixed, users: fixed ? users(number) : [] },
      longest: Number(values.longest),
    });
    if (answer === undefined) {
      noAnswer++;
      worker = await start();
    } else if (!answer.killed) {
      const looked = reviewOf(mutant);
      survivors.push({ ...mutant, looked });
      const { name, line, column, code, what, text } = mutant;
      const short = code.length > 60 ? `${code.slice(0, 57)}...` : code;
      console.log(
        `survives${looked ? " (looked at)" : ""}: ${name}:${line}:${column} [${what}] in ${short.replace(/\s+/g, " ")}   (${answer.of} tests)\n    ${text}`,
      );
    }
  }
  worker.stop();
  const killed = chosen.length - survivors.length;
  const row = {
    room,
    of: all.length,
    equivalent: all.length - counted.length,
    mutants: chosen.length,
    killed,
    score: Number((killed / chosen.length).toFixed(3)),
    seed: Number(values.seed),
  };
  console.log(
    `${room}: ${killed} of ${chosen.length} mutants killed (${(100 * row.score).toFixed(1)} %), ${noAnswer} without end`,
  );
  return { ...row, notLookedAt: survivors.filter(({ looked }) => looked === undefined).length };
}

const rows = [];
for (const room of rooms) rows.push(await judge(room));
if (!values.dry && values.file === undefined) {
  const before = existsSync(RESULT) ? JSON.parse(readFileSync(RESULT, "utf8")).rooms : [];
  const stored = Object.keys(ROOMS).flatMap(
    (room) => rows.find((row) => row.room === room) ?? before.find((row) => row.room === room) ?? [],
  );
  const sum = (key) => stored.reduce((total, row) => total + row[key], 0);
  mkdirSync(dirname(RESULT), { recursive: true });
  const result = {
    attack: "small mistakes in the sources of the rooms that promise something, one at a time",
    tried: sum("mutants"),
    killed: sum("killed"),
    failures: sum("notLookedAt"),
    command: `npm run mutants -- --sample ${values.sample} --seed ${values.seed}`,
    seed: Number(values.seed),
    rooms: stored,
  };
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
}
