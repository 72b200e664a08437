import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { located } from "./working-folder.js";

/** How a system is told to show a file: a program and what stands before the path. */
interface Opener {
  readonly program: string;
  readonly args: readonly string[];
}

/** The program of this system that opens a file with what the user has chosen for it. */
export function openerOf(platform: NodeJS.Platform): Opener {
  if (platform === "darwin") return { program: "open", args: [] };
  // `start` takes the first quoted text for the title of a window.
  if (platform === "win32") return { program: "cmd", args: ["/c", "start", ""] };
  return { program: "xdg-open", args: [] };
}

/**
 * After so long without a failure, the file is taken to be open: some openers live as long as the
 * browser.
 */
const PATIENCE = 2000;

/**
 * Opens a file as a double click does. Resolves to undefined when that went well, or else to the
 * reason, a clause; it never rejects, because nobody's work should be lost over it.
 */
export async function openFile(
  path: string,
  { opener = openerOf(process.platform), patience = PATIENCE }: { opener?: Opener; patience?: number } = {},
): Promise<string | undefined> {
  return await new Promise((done) => {
    const child = spawn(opener.program, [...opener.args, resolve(located(path))], { stdio: "ignore", detached: true });
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
