// One command of the command line, in a process of its own so that time and memory are its own:
// node one.mjs RESULT COMMAND... writes processor seconds, elapsed seconds and peak memory to RESULT.
import { readFileSync, writeFileSync } from "node:fs";
import { runCli } from "../../../packages/bagwise/dist/cli/run.js";

const [result, ...command] = process.argv.slice(2);

/** Without what the parent had when it started this process, see bench/speed/auto/many-bags-one.mjs. */
function peakMb() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const spent = { seconds: (user + system) / 1e6, elapsed: process.uptime(), peakMb: peakMb() };
  writeFileSync(result, JSON.stringify(spent));
});
process.exitCode = await runCli(command);
