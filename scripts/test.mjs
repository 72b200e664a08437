// The whole test: types, style, behaviour. Arguments go to vitest, for example `npm test -- csv`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./setup.mjs";

const bin = (...path) => join(root, "node_modules", ...path);
const filters = process.argv.slice(2);

const CHECKS = [
  [bin("typescript", "bin", "tsc"), "-p", join(root, "tsconfig.tests.json")],
  [bin("typescript", "bin", "tsc"), "-p", join(root, "apps", "workbench", "tsconfig.test.json")],
  [bin("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."],
];

/** Starts a program; `ended` has its exit code, and `printed` what it said if that is not to be shown at once. */
function start(args, { shown = false } = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: shown ? "inherit" : ["ignore", "pipe", "pipe"] });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => pieces.push(piece));
  const ended = new Promise((done, fail) => child.on("error", fail).on("close", (status) => done(status ?? 1)));
  return { child, ended, printed: () => Buffer.concat(pieces) };
}

// The checks run beside the tests, where they fill what the tests leave of the cores. One that fails ends the tests.
const tests = start([bin("vitest", "vitest.mjs"), "run", ...filters], { shown: true });
const checks = CHECKS.map(async (args) => {
  const check = start(args);
  const status = await check.ended;
  if (status !== 0) {
    tests.child.kill("SIGINT");
    await tests.ended;
    process.stderr.write(check.printed());
  }
  return status;
});
process.exitCode = (await Promise.all([...checks, tests.ended])).find((status) => status !== 0) ?? 0;
