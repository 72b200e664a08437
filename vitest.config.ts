import { dirname, resolve as resolvePath } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./scripts/longest-first.mjs";

const everything = ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts"];

/**
 * Tests run the built library, which `npm test` makes before: Node loads it itself, in a fraction of the time
 * that transforming the sources takes. One test replaces a package, which only works with the sources.
 */
const packages = fileURLToPath(new URL("packages/", import.meta.url));
const inSources = (path: string) => path.startsWith(packages) && /^[^/]+\/src\//.test(path.slice(packages.length));
const plugins = [
  {
    name: "the built library",
    enforce: "pre" as const,
    resolveId(name: string, importer: string | undefined) {
      if (importer === undefined || !name.startsWith(".") || importer.endsWith("molecule-encoder.test.ts")) return null;
      const path = resolvePath(dirname(importer), name);
      if (!inSources(path) || inSources(importer)) return null;
      return packages + path.slice(packages.length).replace("/src/", "/dist/");
    },
  },
];
const server = { deps: { external: [/packages\/[^/]+\/dist\//] } };

/** Tests that start worker threads in the test's own process, or change what a module keeps. */
const apart = [
  "packages/*/test/node/threads/worker-executor.test.ts",
  "packages/*/test/node/raw/describe-molecules.test.ts",
  "packages/*/test/experiment/**/*.test.ts",
  "packages/*/test/cli/experiment/*.test.ts",
  "packages/*/test/cli/commands/learning*.test.ts",
  "packages/*/test/learners/add-a-learner.test.ts",
  "packages/*/test/learners/learner-elsewhere.test.ts",
];

/** Tests that drive a browser, which has processes of its own: beside others they would be starved. */
const browser = ["apps/*/test/e2e*.test.ts", "packages/*/test/**/*browser.test.ts"];

/** Tests on a Trino cluster. They mostly wait for its three servers, so others run beside them. */
const cluster = ["packages/*/test/**/cluster.test.ts"];

const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
  setupFiles: [fileURLToPath(new URL("scripts/typed-array-equality.mjs", import.meta.url))],
};

export default defineConfig({
  test: {
    // Four workers keep two cores busy while one waits for the cluster, and another for a program that it started.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./scripts/closing-line.mjs"],
    globalSetup: "./scripts/build-before-tests.mjs",
    projects: [
      // Loading the modules once per worker instead of once per file saves a minute.
      {
        plugins,
        test: {
          ...shared,
          server,
          name: "shared",
          include: everything,
          exclude: [...apart, ...browser, ...cluster],
          isolate: false,
        },
      },
      // A process of its own: one that others share once died while its threads were ended.
      { plugins, test: { ...shared, server, name: "apart", include: apart } },
      // With the others: alone it leaves almost a core idle for three minutes. It comes after those apart, when its
      // download is there.
      { plugins, test: { ...shared, server, name: "cluster", include: cluster } },
      // After the others, two at a time.
      {
        plugins,
        test: { ...shared, server, name: "browser", include: browser, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
