import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    testTimeout: 60_000,
    // One more than the two cores of CI: some tests wait for a browser or a child process.
    maxWorkers: 3,
    // Files of a worker share what they import, since no module keeps state that a test could see.
    // What a test stubs is taken back after it.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    reporters: ["default", "./scripts/closing-line.mjs"],
  },
});
