import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { located } from "@bagwise/engines/disk";

/** The program that opens a file, and its arguments before the path. */
interface Opener {
  readonly program: string;
  readonly args: readonly string[];
}

/** The program that opens a file in the default application of this system. */
export function openerOf(platform: NodeJS.Platform): Opener {
  if (platform === "darwin") return { program: "open", args: [] };
  // `start` takes its first quoted argument for a window title.
  if (platform === "win32") return { program: "cmd", args: ["/c", "start", ""] };
  return { program: "xdg-open", args: [] };
}

/**
 * Milliseconds without a failure after which the file counts as open: some openers run as long as
 * the browser.
 */
const PATIENCE = 2000;

/**
 * Opens a file as a double click does. Resolves to undefined, or to the reason (a clause) if that
 * failed. It never rejects: the file itself is fine.
 */
export async function openFile(path: string, options: OpenOptions = {}): Promise<string | undefined> {
  return await openAddress(resolve(located(path)), options);
}

interface OpenOptions {
  readonly opener?: Opener;
  readonly patience?: number;
}

/** The same for an address, such as that of a page. */
export async function openAddress(
  address: string,
  { opener = openerOf(process.platform), patience = PATIENCE }: OpenOptions = {},
): Promise<string | undefined> {
  return await new Promise((done) => {
    const child = spawn(opener.program, [...opener.args, address], { stdio: "ignore", detached: true });
    const timer = setTimeout(() => end(undefined), patience);
    const end = (reason: string | undefined) => {
      clearTimeout(timer);
      child.unref();
      done(reason);
    };
    child.on("error", ({ message }) => end(`${opener.program} could not be started: ${message}`));
    child.on("exit", (code) => end(code === 0 ? undefined : `${opener.program} ended with ${code ?? "a signal"}`));
  });
}
