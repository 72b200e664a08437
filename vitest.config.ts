import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    // Two cores are what CI has; more workers only take memory.
    maxWorkers: 2,
    // Files of a worker share what they import, since no module keeps state that a test could see.
    // What a test stubs is taken back after it.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    reporters: ["default", "./scripts/closing-line.mjs"],
  },
});
