// One process of the fuzzer. It is watched by fuzz.mjs, because it may not come back.
//   child.mjs run SEED FROM STATUS ENDING     judges inputs from number FROM on, and writes to the
//                                             file STATUS which one it is at
//   child.mjs one NAME FILE                   judges one file
//   child.mjs shrink NAME FILE KIND MESSAGE   makes a file smaller that is wrong in this way
// A line of JSON is printed for every finding.
import { openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { input, loadAll } from "./inputs.mjs";
import { judge } from "./judge.mjs";
import { minimised } from "./minimise.mjs";

/** Seconds of computing, and bytes, that no input may take. */
const SLOWEST = 5;
const LARGEST = 512 * 2 ** 20;

const [mode, ...rest] = process.argv.slice(2);
const { library, seeds } = await loadAll(mode === "run" ? rest[3] : "");
let current = 0;
const tell = (finding) => writeSync(1, `${JSON.stringify({ number: current, ...finding })}\n`);
for (const event of ["unhandledRejection", "uncaughtException"]) {
  process.on(event, (error) =>
    tell({ kind: "unhandled", message: String(error).slice(0, 100).replaceAll(/\d+/g, "N") }),
  );
}

/** Judges one input, and what it cost. */
async function examine(name, bytes) {
  const before = process.cpuUsage();
  const wrong = await judge(name, bytes, library);
  // Rejections that nobody handles show up after a turn.
  await new Promise(setImmediate);
  if (wrong !== undefined) tell(wrong);
  const { user, system } = process.cpuUsage(before);
  if (user + system > SLOWEST * 1e6) tell({ kind: "slow", message: "" });
  if (process.resourceUsage().maxRSS * 1024 > LARGEST) {
    tell({ kind: "memory", message: "" });
    // The peak stays, so the next input needs a new process.
    process.exit(0);
  }
}

if (mode === "one") {
  const [name, file] = rest;
  await examine(name, new Uint8Array(readFileSync(file)));
} else if (mode === "shrink") {
  const [name, file, kind, message] = rest;
  const same = async (bytes) => {
    const wrong = await judge(name, bytes, library);
    return wrong?.kind === kind && wrong.message === message;
  };
  writeFileSync(file, await minimised(new Uint8Array(readFileSync(file)), same, 3000));
} else {
  const [seed, from, status] = rest;
  const file = openSync(status, "w");
  for (current = Number(from); ; current++) {
    writeSync(file, String(current).padStart(12), 0);
    const { name, bytes } = input(Number(seed), current, seeds, library);
    await examine(name, bytes);
  }
}
