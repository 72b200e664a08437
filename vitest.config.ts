import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    // Two cores are what CI has; more workers only take memory.
    maxWorkers: 2,
    reporters: ["default", "./scripts/closing-line.mjs"],
  },
});
