import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    testTimeout: 60_000,
    // Two cores are what CI has. Each test file has modules and a process of its own: with shared ones
    // the suite is a minute faster, but a process once died while worker threads were ended.
    maxWorkers: 2,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    reporters: ["default", "./scripts/closing-line.mjs"],
  },
});
