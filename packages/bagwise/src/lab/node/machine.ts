import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import type { Machine } from "../report/run-info.js";

/** What this machine is, for a report. */
export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memory: totalmem(),
    system: `${type()} ${release()} ${process.arch}`,
    node: process.version,
  };
}
