import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runCli } from "../../src/cli/run.js";

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

/** Runs the command line in this process, from the sources, which is faster than a new process. */
export async function cliHere(args: readonly string[]): Promise<CliResult> {
  const printed = { stdout: "", stderr: "" };
  const restore = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const write = stream.write;
    stream.write = ((text: string | Uint8Array) => {
      printed[name] += typeof text === "string" ? text : new TextDecoder().decode(text);
      return true;
    }) as typeof stream.write;
    return () => {
      stream.write = write;
    };
  });
  try {
    return { status: await runCli(args), ...printed };
  } finally {
    for (const undo of restore) undo();
  }
}
