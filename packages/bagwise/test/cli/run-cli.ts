import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type RunOptions, runCli } from "../../src/cli/run.js";

const main = fileURLToPath(new URL("../../dist/bin/main.js", import.meta.url));

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliInput {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
}

/**
 * Runs the built program in a process of its own, as a user does; slow. One that hangs is ended after
 * two minutes, with a null status: Node 20 was once seen waiting for its own garbage collector.
 */
export function cli(args: readonly string[], { cwd, input }: CliInput = {}): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  return { status, stdout, stderr };
}

/** What a run in this process gives, with the code of the error that it ended with, if any. */
export interface HereResult extends CliResult {
  readonly status: number;
  readonly code: string | undefined;
}

type HereInput = CliInput & Pick<RunOptions, "env" | "signals">;

/** Runs the command line in this process, from the sources. */
export async function cliHere(args: readonly string[], input: HereInput = {}): Promise<HereResult> {
  return await runHere(runCli, args, input);
}

/** What a command prints that must succeed, with nothing on stderr. */
export async function printed(args: readonly string[], input: HereInput = {}): Promise<string> {
  const { status, stdout, stderr } = await cliHere(args, input);
  expect({ status, stderr }, args.join(" ")).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** What a command says on stderr that must be refused, with nothing on stdout. */
export async function refusal(args: readonly string[], input: HereInput = {}): Promise<string> {
  const { status, stdout, stderr } = await cliHere(args, input);
  expect({ status, stdout }, args.join(" ")).toEqual({ status: 2, stdout: "" });
  return stderr;
}

/** The same from the built files, for commands with threads: threads run built files. */
export async function cliBuilt(args: readonly string[], input: HereInput = {}): Promise<HereResult> {
  const built: typeof import("../../src/cli/run.js") = await import(
    /* @vite-ignore */ new URL("../../dist/cli/run.js", import.meta.url).href
  );
  return await runHere(built.runCli, args, input);
}

async function runHere(
  run: typeof runCli,
  args: readonly string[],
  { cwd, input = "", ...options }: HereInput,
): Promise<HereResult> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  let code: string | undefined;
  const status = await run(args, {
    ...options,
    ...(cwd !== undefined && { cwd }),
    stdin: once(typeof input === "string" ? new TextEncoder().encode(input) : input),
    stdout,
    stderr,
    onError: (error) => {
      code = error instanceof Error && "code" in error ? String(error.code) : "none";
    },
  });
  return { status, stdout: stdout.text(), stderr: stderr.text(), code };
}

/** A stream that keeps what is written to it. */
export class Collected extends Writable {
  readonly #pieces: Uint8Array[] = [];

  override _write(piece: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
