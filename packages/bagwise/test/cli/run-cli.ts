import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a user does. */
export function cli(
  args: readonly string[],
  { cwd, input }: { cwd?: string; input?: string | Uint8Array } = {},
): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}
