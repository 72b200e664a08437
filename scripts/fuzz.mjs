// npm run fuzz -- MINUTES [SEED] [ENDING] [--record]: damages files and models in every way it knows, and looks for one
// that bagwise does not read or refuse in an orderly way. Findings are made small and stored in
// fuzz-findings/. Copy a file from there to packages/bagwise/test/fuzz/corpus/ to have it tested for
// ever.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { input, loadAll } from "./fuzz/inputs.mjs";
import { minimised } from "./fuzz/minimise.mjs";
import { RECORD, store } from "./fuzz/record.mjs";
import { root } from "./setup.mjs";

/** Attacks that damage no files are programs of their own, each with options of its own. */
const KINDS = {
  train: async () => (await import("./fuzz/train/command.mjs")).train,
  parts: async () => (await import("./fuzz/parts.mjs")).parts,
  databases: async () => (await import("./fuzz/databases.mjs")).databases,
};
if (Object.hasOwn(KINDS, process.argv[2] ?? "")) {
  const run = await KINDS[process.argv[2]]();
  process.exit(await run(process.argv.slice(3)));
}

/** Milliseconds without progress after which a process is ended. Generous: other work may run. */
const PATIENCE = 20_000;
/** Milliseconds between two looks at the process, and between two lines of progress. */
const LOOK = 500;
const TELL = 60_000;
/** Findings that a process may not survive. */
const ENDINGS = new Set(["abort", "hang", "memory", "slow", "unhandled"]);

const [first = 5, second = Math.floor(Date.now() / 1000), ending = ""] = process.argv
  .slice(2)
  .filter((each) => each !== RECORD);
const [minutes, seed] = [Number(first), Number(second)];
const { library, seeds } = await loadAll(ending);
if (!(minutes > 0) || !Number.isSafeInteger(seed) || seeds.length === 0) {
  console.error("npm run fuzz -- MINUTES [SEED] [ENDING] [--record], for example: npm run fuzz -- 10 7 .parquet");
  process.exit(2);
}
const folder = join(root, "fuzz-findings");
const status = join(tmpdir(), `bagwise-fuzz-${process.pid}`);
const started = Date.now();
const end = started + minutes * 60_000;
const seen = new Map();
let finished = 0;

/** Runs a process until it ends, `deadline` or no progress. Returns its findings. */
function watch(args, { deadline = Number.POSITIVE_INFINITY, onProgress = () => {} } = {}) {
  const child = spawn(
    process.execPath,
    ["--max-old-space-size=400", join(root, "scripts", "fuzz", "child.mjs"), ...args],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const findings = [];
  let rest = "";
  child.stdout.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    findings.push(...lines.map((line) => JSON.parse(line)));
  });
  let last = "";
  let since = Date.now();
  let how = "ended";
  const timer = setInterval(() => {
    const now = existsSync(status) ? readFileSync(status, "utf8") : "";
    if (now !== last) {
      last = now;
      since = Date.now();
      onProgress(Number(now));
    }
    if (Date.now() - since > PATIENCE) how = "hang";
    else if (Date.now() < deadline) return;
    else how = "deadline";
    child.kill("SIGKILL");
  }, LOOK);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearInterval(timer);
      resolve({ findings, how: how === "ended" && code !== 0 ? "abort" : how });
    });
  });
}

/** The findings of one file in a process of its own. */
async function alone(name, bytes) {
  const file = `${status}-one`;
  writeFileSync(file, bytes);
  rmSync(status, { force: true });
  const { findings, how } = await watch(["one", name, file]);
  rmSync(file, { force: true });
  return how === "ended" ? findings : [...findings, { kind: how, message: "" }];
}

const signature = ({ kind, message }) => `${kind} ${message}`;

/** What is only judged wrong is quickly made small; what ends a process needs a process each time. */
async function shrunk(name, bytes, { kind, message }, same) {
  // Any cut would only break the checksum of a model.
  if (name.endsWith(".model")) return bytes;
  if (ENDINGS.has(kind)) return await minimised(bytes, same, 12);
  const file = `${status}-shrink`;
  writeFileSync(file, bytes);
  rmSync(status, { force: true });
  await watch(["shrink", name, file, kind, message]);
  const small = new Uint8Array(readFileSync(file));
  rmSync(file, { force: true });
  return (await same(small)) ? small : bytes;
}

/** Confirms a finding, makes it small and stores it. */
async function record(finding) {
  const { name, bytes } = input(seed, finding.number, seeds, library);
  const key = `${name} ${signature(finding)}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
  if (seen.get(key) > 1) return;
  const same = async (candidate) =>
    (await alone(name, candidate)).some((each) => signature(each) === signature(finding));
  if (!(await same(bytes))) {
    console.log(`  input ${finding.number} (${name}): ${signature(finding)}, but not alone: ignored`);
    seen.delete(key);
    return;
  }
  const small = await shrunk(name, bytes, finding, same);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `seed-${seed}-input-${finding.number}-${name}`);
  writeFileSync(path, small);
  console.log(`FINDING input ${finding.number} (${name}): ${signature(finding)}\n  ${small.length} bytes: ${path}`);
}

const tell = () => {
  const seconds = (Date.now() - started) / 1000;
  const rate = (finished / seconds).toFixed(0);
  console.log(`${finished} inputs in ${seconds.toFixed(0)} s (${rate} per second), ${seen.size} findings`);
};
console.log(`Seed ${seed}: ${seeds.length} seed files, ${minutes} minutes`);
const ticking = setInterval(tell, TELL);
for (let from = 0; Date.now() < end; from = finished) {
  let at = from;
  rmSync(status, { force: true });
  const onProgress = (number) => {
    at = Math.max(at, number);
    finished = at;
  };
  const { findings, how } = await watch(["run", seed, from, status, ending], { deadline: end, onProgress });
  if (existsSync(status)) at = Math.max(at, Number(readFileSync(status, "utf8")));
  if (how === "hang" || how === "abort") findings.push({ number: at, kind: how, message: "" });
  for (const finding of findings) await record(finding);
  finished = how === "deadline" ? at : at + 1;
}
clearInterval(ticking);
rmSync(status, { force: true });
tell();
for (const [key, times] of seen) console.log(`${times} x ${key}`);
if (process.argv.includes(RECORD))
  store(`files${ending.replace(".", "-")}`, {
    attack:
      ending === ""
        ? "damaged files, models, sessions, lists, labels, journals, texts and series"
        : `damaged files that end in ${ending}`,
    tried: `${finished.toLocaleString("en")} inputs in ${minutes} minutes`,
    failures: seen.size,
    command: ["npm run fuzz --", minutes, seed, ending].join(" ").trim(),
  });
process.exitCode = seen.size === 0 ? 0 : 1;
