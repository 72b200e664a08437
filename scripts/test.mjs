// The whole test: types, style, behaviour. Arguments go to vitest, for example `npm test -- csv`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root, run } from "./setup.mjs";

const bin = (...path) => join(root, "node_modules", ...path);
const filters = process.argv.slice(2);

const CHECKS = [
  [bin("typescript", "bin", "tsc"), "-p", join(root, "packages", "bagwise", "tsconfig.test.json")],
  [bin("typescript", "bin", "tsc"), "-p", join(root, "apps", "workbench", "tsconfig.test.json")],
  [bin("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."],
];

/** Runs a check; its exit code. */
const checked = (args) =>
  new Promise((done, fail) => {
    spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
      .on("error", fail)
      .on("exit", (status) => done(status ?? 1));
  });

// Side by side: each keeps one core busy.
const failed = (await Promise.all(CHECKS.map(checked))).find((status) => status !== 0);
if (failed !== undefined) process.exit(failed);
run(process.execPath, [bin("vitest", "vitest.mjs"), "run", ...filters]);
