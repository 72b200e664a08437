import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../../dist/bin/main.js", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-signals-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const temporaries = () => readdirSync(folder).filter((name) => name.endsWith(".tmp"));

/** Whether a temporary file has content: an empty one only tries whether the folder can be written. */
const isWriting = () =>
  temporaries().some((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0);

/** Starts to write a large file, and sends a signal while it is at it. */
async function interrupted(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }> {
  const args = ["synth", "bags.csv", "--bags", "20000", "--dimensions", "20", "--force"];
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: "ignore" });
  const ended = once(child, "exit");
  while (child.exitCode === null && !isWriting()) await later(2);
  child.kill(signal);
  await ended;
  return { code: child.exitCode, signal: child.signalCode };
}

describe.skipIf(process.platform === "win32")("a run that is ended while it writes", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("by %s removes its temporary file, keeps the old file, and exits with %i", async (signal, code) => {
    writeFileSync(join(folder, "bags.csv"), "old");
    expect(await interrupted(signal)).toEqual({ code, signal: null });
    expect(readdirSync(folder)).toEqual(["bags.csv"]);
    expect(readFileSync(join(folder, "bags.csv"), "utf8")).toBe("old");
  });

  it("by SIGKILL leaves a file that the next run names and removes", async () => {
    expect(await interrupted("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    const [left] = temporaries();
    const child = spawn(process.execPath, [main, "synth", "bags.csv", "--bags", "4"], { cwd: folder });
    let said = "";
    child.stderr.on("data", (piece) => {
      said += piece;
    });
    await once(child, "close");
    expect(child.exitCode).toBe(0);
    expect(said).toContain(left);
    expect(readdirSync(folder)).toEqual(["bags.csv"]);
  });
});

/** Runs the program with this standard output. */
async function runTo(stdout: number | "pipe", args: readonly string[], close = false) {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ["ignore", stdout, "pipe"] });
  let stderr = "";
  child.stderr?.on("data", (piece) => {
    stderr += piece;
  });
  if (close) child.stdout?.once("data", () => child.stdout?.destroy());
  await once(child, "close");
  return { status: child.exitCode, stderr };
}

describe("a standard output", () => {
  it.skipIf(!existsSync("/dev/full"))("that is full is a message, not a stack trace", async () => {
    const full = openSync("/dev/full", "w");
    for (const args of [["synth", "-", "--bags", "9"], ["synth", "x.csv", "--bags", "9"], ["--help"]]) {
      const { status, stderr } = await runTo(full, args);
      expect({ status, lines: stderr.trim().split("\n").length }, stderr).toEqual({ status: 2, lines: 1 });
      expect(stderr).toMatch(/^bagwise: standard output: /);
    }
    closeSync(full);
  });

  it("that is closed early ends the run in silence", async () => {
    expect(await runTo("pipe", ["synth", "-", "--bags", "3000"], true)).toEqual({ status: 0, stderr: "" });
  });
});
