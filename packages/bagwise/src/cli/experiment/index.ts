import type { Command } from "commander";

/** The commands of the lab, each loaded when it is needed. The command line registers them. */
export const LAB_COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  experiment: async () => (await import("./experiment.js")).experimentCommand(),
  datasets: async () => (await import("./datasets.js")).datasetsCommand(),
};
