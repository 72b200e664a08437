// Runs tests again and again in one process, each time with another mutant alive. Asked by messages.
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const { changed, tests: files, mutants, branches } = await new Promise((done) => process.once("message", done));

/** What the changed programs read and write. */
const own = {
  at: -1,
  hits: new Uint8Array(mutants.length),
  files: new Uint8Array(changed.length),
  branches: new Uint8Array(branches),
  again: {},
  fuel: Infinity,
  spend() {
    if (--own.fuel < 0) throw new Error("this loop does not end");
  },
};
globalThis.__bagwise = own;
register(new URL("hooks.mjs", import.meta.url), { data: changed });
const { default: fc } = await import("fast-check");
fc.configureGlobal({ endOnFailure: true });
const { collect } = await import("./shim.mjs");
await import("../typed-array-equality.mjs");

/** Enough for each test to make ten times the steps that it usually makes. */
const PATIENCE = 10;

const suites = [];
const indices = (flags) => [...flags.keys()].filter((i) => flags[i] === 1);
const failures = [];
let imports = 0;

/** What ran since the last time: the mutants that were reached, and the files. */
function taken() {
  const found = { hits: indices(own.hits), files: indices(own.files) };
  own.hits.fill(0);
  own.files.fill(0);
  return found;
}

/** Every test once, unchanged: what it reaches and how long it takes. */
async function base() {
  for (const [number, file] of files.entries()) {
    const suite = { number, file, url: pathToFileURL(file).href };
    taken();
    try {
      Object.assign(suite, await collect(suite.url));
      for (const step of suite.beforeAll) await step();
    } catch (error) {
      failures.push({ file, name: "", message: String(error?.stack ?? error) });
      continue;
    }
    suite.loaded = taken();
    for (const [place, test] of suite.tests.entries()) {
      own.fuel = 1e12;
      const start = process.cpuUsage();
      const message = await failureOf(test);
      const { user, system } = process.cpuUsage(start);
      Object.assign(test, { place, suite, ms: (user + system) / 1000, steps: 1e12 - own.fuel, ...taken(), message });
      if (message !== undefined) failures.push({ file, name: test.name, message });
    }
    suites.push(suite);
    process.send({ progress: file, ms: suite.tests.reduce((sum, { ms }) => sum + ms, 0) });
  }
}

async function failureOf({ run }) {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error?.message ?? error);
  }
}

/** Whether some test fails with this mutant. Tests that take long are left to the whole suite. */
async function tryMutant({ id, fixed, users }, longest) {
  const reaches = ({ hits, files: used }) => (fixed ? used.some((n) => users.includes(n)) : hits.includes(id));
  const asked = suites
    .flatMap(({ tests, loaded }) => tests.filter((test) => reaches(test) || reaches(loaded)))
    .filter(({ ms, message }) => ms <= longest && message === undefined)
    .sort((a, b) => a.ms - b.ms);
  let [tried, killer] = [0, undefined];
  const fresh = new Map();
  /** Brings the mutant to life, or ends it. */
  const alive = (is) => {
    own.at = is ? id : -1;
    if (fixed) own.again[users[0]]?.();
  };
  alive(true);
  for (const test of asked) {
    const { suite, place } = test;
    let now = test;
    own.hits[id] = 0;
    tried++;
    own.fuel = PATIENCE * test.steps + 1e5;
    let message = reaches(suite.loaded) ? undefined : await failureOf(test);
    // What a file made when it was loaded was made without the mutant: load it again.
    if (message === undefined && (fixed ? reaches(suite.loaded) : own.hits[id] === 0 || reaches(suite.loaded))) {
      try {
        if (!fresh.has(suite)) {
          own.fuel = 1e9;
          const again = await collect(`${suite.url}?again=${imports++}`);
          for (const step of again.beforeAll) await step();
          fresh.set(suite, again.tests);
        }
        now = fresh.get(suite)[place];
        own.fuel = PATIENCE * test.steps + 1e5;
        message = now === undefined ? "other tests" : await failureOf(now);
      } catch (error) {
        message = String(error?.message ?? error);
      }
    }
    // A test that fails when it runs again says nothing, with a mutant or without.
    if (message !== undefined && !test.steady) {
      alive(false);
      own.fuel = PATIENCE * test.steps + 1e5;
      test.message = await failureOf(test);
      test.steady = test.message === undefined;
      alive(true);
    }
    if (message !== undefined && test.steady) {
      killer = test.name;
      break;
    }
  }
  alive(false);
  return { id, killed: killer !== undefined, killer, tried, of: asked.length };
}

process.on("message", async ({ mutant, longest }) => {
  if (mutant === undefined) process.exit(0);
  process.send({ result: await tryMutant(mutant, longest) });
});
await base();
process.send({
  ready: {
    failures,
    taken: indices(own.branches),
    tests: suites.flatMap(({ file, tests }) => tests.map(({ name, ms }) => ({ file, name, ms }))),
  },
});
