import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

/** The exit codes of shells for programs that a signal ended. */
export const SIGNAL_EXITS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type EndingSignal = keyof typeof SIGNAL_EXITS;
export const ENDING_SIGNALS = Object.keys(SIGNAL_EXITS) as EndingSignal[];

/** Names are limited to 255 bytes, so of a long name only this many characters are kept. */
export const LONGEST = 50;
/** Milliseconds after which no process still writes a file that nobody has touched since. */
const FORGOTTEN = 24 * 3600 * 1000;

/** The temporary files that this process is writing. */
const written = new Set<string>();
let watching = false;

/**
 * A path beside the target to write to before it is renamed. The name holds the process and the
 * machine, so that another run can tell a leftover from a file that is being written.
 */
export function temporaryFor(target: string): string {
  const name = basename(target).slice(0, LONGEST);
  return join(dirname(target), `.${name}.${process.pid}-${machine()}.${randomBytes(6).toString("hex")}.tmp`);
}

/** What the name of a temporary file says; undefined for any other file. */
function described(name: string): { target: string; pid: number; host: string } | undefined {
  const parts = /^\.(.+)\.(\d+)-([0-9a-f]{8})\.[0-9a-f]{12}\.tmp$/s.exec(name);
  return parts === null ? undefined : { target: parts[1], pid: Number(parts[2]), host: parts[3] };
}

/** Whether a file of this name is a temporary one for a target with that name. */
export function isTemporaryFor(name: string, target: string): boolean {
  return described(name)?.target === target.slice(0, LONGEST);
}

/** Runs some work with a temporary file, which is gone afterwards, however the work ends. */
export async function withTemporary<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  written.add(path);
  if (watching && written.size === 1) for (const signal of ENDING_SIGNALS) process.on(signal, end);
  try {
    return await work();
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
    written.delete(path);
    if (written.size === 0) for (const signal of ENDING_SIGNALS) process.off(signal, end);
  }
}

/**
 * From now on the end of this process, also by Ctrl-C, TERM or HUP, removes its temporary files. For
 * programs only: a library must leave signals alone. Signals are caught only while a file is
 * written: at other times they end the process at once, even in the middle of a long computation.
 */
export function removeTemporariesAtEnd(): void {
  watching = true;
  process.on("exit", removeAll);
}

function end(signal: EndingSignal): void {
  // Another listener stops the work and ends the process when that is done.
  if (process.listenerCount(signal) > 1) return;
  process.exit(SIGNAL_EXITS[signal]);
}

function removeAll(): void {
  for (const path of written) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The process ends anyway, and the next run removes it.
    }
  }
}

/**
 * Removes the temporary files that killed runs left beside a target, and returns their names. Those
 * of a process that lives, or may live on another machine, stay.
 */
export async function removeLeftovers(target: string): Promise<string[]> {
  const folder = dirname(target);
  const names = await readdir(folder).catch(() => []);
  const removed: string[] = [];
  for (const name of names) {
    if (!isTemporaryFor(name, basename(target)) || !(await isLeftover(folder, name))) continue;
    const gone = await rm(join(folder, name), { force: true }).then(
      () => true,
      () => false,
    );
    if (gone) removed.push(name);
  }
  return removed;
}

async function isLeftover(folder: string, name: string): Promise<boolean> {
  const { pid, host } = described(name) ?? { pid: process.pid, host: "" };
  if (host === machine() && !lives(pid)) return true;
  const touched = await stat(join(folder, name)).catch(() => undefined);
  return touched !== undefined && Date.now() - touched.mtimeMs > FORGOTTEN;
}

/** Whether a process of this number is there, whoever's it is. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** This machine in eight digits: a process number means nothing on another one. */
function machine(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}
