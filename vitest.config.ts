import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const everything = ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts"];

/** How the workbench names the library. */
const resolve = { alias: { "#lib": fileURLToPath(new URL("packages/bagwise/src", import.meta.url)) } };

/** Tests that start worker threads in the test's own process, or change what a module keeps. */
const apart = [
  "packages/*/test/node/worker-executor.test.ts",
  "packages/*/test/node/describe-molecules.test.ts",
  "packages/*/test/lab/node/**/*.test.ts",
  "packages/*/test/lab/commands/*.test.ts",
  "packages/*/test/cli/commands/learning*.test.ts",
  "packages/*/test/learners/add-a-learner.test.ts",
];

/** Tests that drive a browser, which has processes of its own: beside others they would be starved. */
const browser = ["apps/*/test/e2e.test.ts", "packages/*/test/**/*browser.test.ts"];

const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
};

export default defineConfig({
  test: {
    // Three workers keep two cores busy while a test waits for a program that it started.
    maxWorkers: 3,
    reporters: ["default", "./scripts/closing-line.mjs"],
    projects: [
      // Loading the modules once per worker instead of once per file saves a minute.
      {
        resolve,
        test: { ...shared, name: "shared", include: everything, exclude: [...apart, ...browser], isolate: false },
      },
      // A process of its own: one that others share once died while its threads were ended.
      { test: { ...shared, name: "apart", include: apart } },
      // After the others, two at a time.
      {
        resolve,
        test: { ...shared, name: "browser", include: browser, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
