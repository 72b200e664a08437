import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { InputError } from "../../base/errors.js";
import { fileError } from "../file-source.js";

/** Milliseconds in which whoever made a lock file has written into it. */
const WRITTEN_AFTER = 2000;
const TRIES = 100;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, so that another one with the same number is not taken for it. */
  readonly start: string;
}

/** Stands for a file that never was filled, because its process was killed. */
const NOBODY: Holder = { pid: 0, host: "", start: "" };

/**
 * Takes a lock file, so that no two processes work in one folder; returns how to give it back. A lock whose process is dead
 * is taken over. An InputError when the process is alive, or is on another machine, where nobody can tell.
 */
export async function takeLock(path: string): Promise<() => void> {
  const mine: Holder = { pid: process.pid, host: hostname(), start: startOf(process.pid) };
  for (let k = 0; k < TRIES; k++) {
    if (create(path, mine)) return () => rmSync(path, { force: true });
    const holder = holderOf(path);
    if (holder === "unwritten") await setTimeout(50);
    else if (holder !== "gone" && lives(holder)) throw locked(path, holder);
    else if (holder !== "gone") takeAway(path, holder);
  }
  throw locked(path, mine);
}

/** Made and filled in one go of this thread, so that it is empty for a moment only. */
function create(path: string, mine: Holder): boolean {
  try {
    const file = openSync(path, "wx");
    try {
      writeSync(file, JSON.stringify(mine));
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw fileError(path, error);
  }
}

/** Who holds the lock; `gone` when nobody does any more, `unwritten` when its file was made a moment ago and is not filled yet. */
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
 * Removes the lock of a dead process, and only that: another process may have done so in the meantime and hold a lock of its own
 * now. So the file is moved aside first, which only one can do, and looked at again.
 */
function takeAway(path: string, dead: Holder): void {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    renameSync(path, aside);
    if (JSON.stringify(parsed(readFileSync(aside, "utf8"))) === JSON.stringify(dead)) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw fileError(path, error);
  }
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
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startOf(pid) === start;
}

/** When a process began, in whatever unit the system has; empty where it does not say. */
function startOf(pid: number): string {
  try {
    // The name of the program is in brackets and may hold anything; the 20th field after it is the start.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function locked(file: string, { pid, host }: Holder): InputError {
  return new InputError({
    code: "locked",
    message: `process ${pid}${host === hostname() ? "" : ` on ${host}`} is at work in this folder`,
    remedy: "Wait until it ends, or choose another folder with --out; if it is long gone, delete this file.",
    where: { file },
  });
}
