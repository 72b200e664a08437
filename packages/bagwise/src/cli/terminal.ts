import { AsyncLocalStorage } from "node:async_hooks";
import { ENDING_SIGNALS, type EndingSignal, inFolder } from "@bagwise/engines/disk";

/** Where text goes: a stream, and what is known about the screen behind it. */
export type Screen = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** Everything the command line uses of its process. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Emits SIGINT on Ctrl-C, SIGTERM and SIGHUP, as `process` does. */
  readonly signals: Pick<NodeJS.EventEmitter, "once" | "off">;
}

/** What you can replace; the rest is the process's. `cwd` is the working folder. */
export type TerminalOptions = Partial<Terminal> & { readonly cwd?: string };

const PROCESS = terminalOf({});
const running = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that is running. */
export function terminal(): Terminal {
  return running.getStore() ?? PROCESS;
}

function terminalOf({ stdin, stdout, stderr, env, signals }: Partial<Terminal>): Terminal {
  return {
    // A getter, because touching it opens it.
    get stdin() {
      return stdin ?? process.stdin;
    },
    stdout: stdout ?? process.stdout,
    stderr: stderr ?? process.stderr,
    env: env ?? process.env,
    signals: signals ?? process,
  };
}

/**
 * Runs some work on another terminal; default the process's. Several can run in one process at the
 * same time, each with its own streams.
 */
export async function withTerminal<Result>(
  { cwd, ...given }: TerminalOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const inside = cwd === undefined ? work : () => inFolder(cwd, work);
  return Object.keys(given).length === 0 ? await inside() : await running.run(terminalOf(given), inside);
}

/** Resolves when the user ends the program. */
export async function untilEnded(): Promise<void> {
  const { signals } = terminal();
  await new Promise<void>((resolve) => {
    const end = () => {
      for (const signal of ENDING_SIGNALS) signals.off(signal, end);
      resolve();
    };
    for (const signal of ENDING_SIGNALS) signals.once(signal, end);
  });
}

/** The user ended the work, with Ctrl-C or otherwise. The message says how to continue. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor(
    message: string,
    readonly signal: EndingSignal,
  ) {
    super(message);
  }
}
