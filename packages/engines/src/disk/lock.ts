import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { InputError } from "@bagwise/core/base";
import { fileError } from "./file-source.js";
import { lives } from "./temporary-files.js";

/** Milliseconds in which whoever made a lock file has written into it. */
const WRITTEN_AFTER = 1000;
/** Milliseconds after which nobody is still about to take away a lock that was dead before ours. */
const SETTLED_AFTER = 50;
/** Milliseconds between two looks at a lock that somebody else holds. */
const PAUSE = 20;
const TRIES = 100;

export interface LockOptions {
  /**
   * How long to wait for another holder, in milliseconds. Default 0, for locks that are held as long as work
   * takes: then the lock of another machine stands. Otherwise it is for locks that are held for a moment: one whose
   * holder cannot be asked, because it is on another machine or the system does not tell when a process began, is
   * taken over when it has not changed for half as long.
   */
  readonly patience?: number;
  /** What the holder does, for a message. Default: it is working in this folder. */
  readonly work?: string;
  /** What else than waiting helps, for a message. Default: another folder with --out. */
  readonly remedy?: string;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, so that another one with the same number is not taken for it. */
  readonly start: string;
  /** Tells the locks of one process apart. */
  readonly token: string;
}

/** Stands for a file that never was filled, because its process was killed. */
const NOBODY: Holder = { pid: 0, host: "", start: "", token: "" };

/**
 * Takes a lock file, so that no two processes work in one place; returns how to give it back. The
 * lock of a dead process is taken over. An InputError when its holder is alive, or on another machine,
 * and `patience` is over. No clock counts that could be set: only what changes while this process waits.
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<() => void> {
  const { patience = 0 } = options;
  const token = randomBytes(6).toString("hex");
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), start: startOf(process.pid), token });
  const began = performance.now();
  let seen: string | undefined;
  let since = began;
  for (let tries = 0; tries < TRIES; ) {
    if (create(path, mine)) await setTimeout(SETTLED_AFTER);
    // A process that still saw a dead lock may have taken ours away, and a third one may be first
    // then.
    const text = textOf(path);
    if (text === mine) return () => giveBack(path, mine);
    if (text !== seen) since = performance.now();
    seen = text;
    const unchanged = performance.now() - since;
    const holder = parsed(text ?? "");
    const fate = holder === NOBODY ? "unwritten" : fateOf(holder);
    const over = { dead: 0, unwritten: WRITTEN_AFTER, unknown: patience / 2 || Infinity, alive: Infinity }[fate];
    if (text === undefined) tries++;
    else if (unchanged >= over) {
      takeAway(path, holder);
      tries++;
    } else if (fate !== "unwritten" && performance.now() - began >= patience) throw locked(path, holder, options);
    else await setTimeout(PAUSE);
  }
  throw new InputError({
    code: "locked",
    message: "other processes keep taking this lock",
    remedy: "Try again. If no process is at work here, delete this file.",
    where: { file: path },
  });
}

/** Removes the lock, unless it is somebody else's by now: a user may have deleted ours. */
function giveBack(path: string, mine: string): void {
  if (textOf(path) === mine) rmSync(path, { force: true });
}

/** What is in a file; undefined when it is not there or cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Made and filled in one go of this thread, so that it is empty for a moment only. */
function create(path: string, mine: string): boolean {
  try {
    const file = openSync(path, "wx");
    try {
      writeSync(file, mine);
    } catch (error) {
      // A disk that is full leaves half of it, and of whom nobody could tell.
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw fileError(path, error);
  }
}

function parsed(text: string): Holder {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : NOBODY;
  } catch {
    return NOBODY;
  }
}

/**
 * Removes the lock of a dead process, and only that: another process may hold a new one now. So the
 * file is moved aside, which only one can do, and looked at again. A living lock is put back,
 * unless there is a new one: its process then finds out that it was late.
 */
function takeAway(path: string, dead: Holder): void {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    renameSync(path, aside);
    if (JSON.stringify(parsed(readFileSync(aside, "utf8"))) !== JSON.stringify(dead)) putBack(aside, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw fileError(path, error);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** As a link, which fails when there is a new lock; by name where there are no links. */
function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") renameSync(aside, path);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null && "pid" in value && "host" in value && "start" in value;
}

/** `unknown`: nobody here can tell whether the process that took the lock is still there. */
function fateOf({ pid, host, start }: Holder): "alive" | "dead" | "unknown" {
  if (host !== hostname()) return "unknown";
  if (!lives(pid)) return "dead";
  const now = startOf(pid);
  // Some systems hide the processes of others.
  if (now === "" || start === "") return "unknown";
  return now === start ? "alive" : "dead";
}

/** When a process began, in whatever unit the system has; empty where it does not say. */
function startOf(pid: number): string {
  try {
    // The name of the program is in brackets and may hold anything; the 20th field after it is the
    // start.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function locked(file: string, { pid, host }: Holder, { work, remedy }: LockOptions): InputError {
  return new InputError({
    code: "locked",
    message: `process ${pid}${host === hostname() ? "" : ` on ${host}`} ${work ?? "is working in this folder"}`,
    remedy: `Wait until it ends${remedy ?? ", or choose another folder with --out"}; if it is long gone, delete this file.`,
    where: { file },
  });
}
