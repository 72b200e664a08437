import { AsyncLocalStorage } from "node:async_hooks";
import { inFolder } from "../node/working-folder.js";

/** Where text goes: a stream, and what is known of the screen behind it, if there is one. */
export type Screen = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** All that the command line uses of its process. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What tells of Ctrl-C, as `process` does. */
  readonly signals: Pick<NodeJS.EventEmitter, "once" | "off">;
}

/** What a caller of the command line may put in place of the process's; cwd is the working folder. */
export type TerminalOptions = Partial<Terminal> & { readonly cwd?: string };

const PROCESS = terminalOf({});
const running = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that is running. */
export function terminal(): Terminal {
  return running.getStore() ?? PROCESS;
}

function terminalOf({ stdin, stdout, stderr, env, signals }: Partial<Terminal>): Terminal {
  return {
    // Touched only when it is needed, because that opens it.
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
 * Does some work on another terminal, or on the process's where nothing is given. Several may be at
 * work in a process at the same time: each reads and prints on its own.
 */
export async function withTerminal<Result>(
  { cwd, ...given }: TerminalOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const inside = cwd === undefined ? work : () => inFolder(cwd, work);
  return Object.keys(given).length === 0 ? await inside() : await running.run(terminalOf(given), inside);
}

/** The user ended the work with Ctrl-C. The message says how to continue. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
