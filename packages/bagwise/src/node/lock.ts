import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { InputError } from "../../../base/errors.js";
import { fileError } from "../../../node/file-source.js";

/** Milliseconds in which whoever made a lock file has written into it. */
const WRITTEN_AFTER = 2000;
/** Milliseconds after which nobody is still about to take away a lock that was dead before ours. */
const SETTLED_AFTER = 50;
const TRIES = 100;

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
 * Takes a lock file, so that no two processes work in one folder; returns how to give it back. The
 * lock of a dead process is taken over. An InputError when it is alive, or on another machine.
 */
export async function takeLock(path: string): Promise<() => void> {
  const token = randomBytes(6).toString("hex");
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), start: startOf(process.pid), token });
  for (let k = 0; k < TRIES; k++) {
    if (create(path, mine)) await setTimeout(SETTLED_AFTER);
    // A process that still saw a dead lock may have taken ours away, and a third one may be first
    // then.
    if (textOf(path) === mine) return () => giveBack(path, mine);
    const holder = holderOf(path);
    if (holder === "unwritten") await setTimeout(50);
    else if (holder !== "gone" && lives(holder)) throw locked(path, holder);
    else if (holder !== "gone") takeAway(path, holder);
  }
  throw new InputError({
    code: "locked",
    message: "other processes keep taking the lock of this folder",
    remedy: "Try again, or choose another folder with --out; if no process is running there, delete this file.",
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
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw fileError(path, error);
  }
}

/** `gone` when nobody holds it any more, `unwritten` when its file is not filled yet. */
function holderOf(path: string): Holder | "gone" | "unwritten" {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const holder = parsed(readFileSync(path, "utf8"));
    return holder === NOBODY && age < WRITTEN_AFTER ? "unwritten" : holder;
  } catch {
    return "gone";
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

function lives(holder: Holder): boolean {
  const { pid, host, start } = holder;
  if (holder === NOBODY) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    if (codeOf(error) !== "EPERM") return false;
  }
  return startOf(pid) === start;
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

function locked(file: string, { pid, host }: Holder): InputError {
  return new InputError({
    code: "locked",
    message: `process ${pid}${host === hostname() ? "" : ` on ${host}`} is working in this folder`,
    remedy: "Wait until it ends, or choose another folder with --out; if it is long gone, delete this file.",
    where: { file },
  });
}
