import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { random } from "@bagwise/core/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesOf, makeData, SMALL_FLAGS } from "../../experiment/make-data.js";

const main = fileURLToPath(new URL("../../../dist/bin/main.js", import.meta.url));
const KILLS = 4;
const TRIALS = 16;

let folder: string;
let data: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-kill-"));
  data = await makeData(join(folder, "data"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(out: string, workers: number, stdio: "ignore" | "pipe" = "ignore"): ChildProcess {
  const grid = ["--datasets", "musk1", "--methods", "pu-skc", "--priors", "0.3,0.6", "--trials", String(TRIALS / 2)];
  const flags = ["--data", data, "--out", out, "--workers", String(workers), "--seed", "5"];
  return spawn(process.execPath, [main, "experiment", "paper", ...grid, ...SMALL_FLAGS, ...flags], {
    stdio: ["ignore", stdio, stdio],
  });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode, signal: child.signalCode };
}

/** The ids of the whole lines of a log. */
function idsIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => JSON.parse(line).id ?? []);
}

/** How many trials a journal has below its first line. Polled often, so it parses nothing. */
function trialsIn(path: string): number {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 2 : 0;
}

async function finished(out: string, workers: number): Promise<void> {
  expect(await ended(start(out, workers))).toEqual({ code: 0, signal: null });
}

describe("an experiment that is killed", () => {
  it("four times with two workers ends with the bytes of an uninterrupted run with one", {
    timeout: 120_000,
  }, async () => {
    const whole = join(folder, "whole");
    await finished(whole, 1);

    const generator = random(2024);
    const out = join(folder, "killed");
    let kept: string[] = [];
    const stages: number[] = [];
    for (let k = 0; k < KILLS; k++) {
      const child = start(out, 2);
      const journal = join(out, "results.jsonl");
      if (k > 0) {
        // While trials run: a few more have been finished. It may end by itself before, which is as
        // good.
        const goal = kept.length + 1 + generator.below(2);
        while (child.exitCode === null && trialsIn(journal) < goal) await later(5);
      } else await later(generator.below(900));
      child.kill("SIGKILL");
      await ended(child);
      const now = idsIn(journal);
      // Nothing that was finished is lost, whatever the order in which it stands.
      expect(new Set(now).size).toBe(now.length);
      expect(now).toEqual(expect.arrayContaining(kept));
      kept = now;
      stages.push(now.length);
    }
    // The kills were spread over the run: at least some fell between the first and the last trial.
    expect(new Set(stages.filter((done) => done > 0 && done < TRIALS)).size).toBeGreaterThan(2);

    await finished(out, 2);
    expect(filesOf(out)).toEqual(filesOf(whole));
    expect(Object.keys(filesOf(out))).toEqual(["report.html", "results.jsonl", "table.csv", "table.md", "table.tex"]);
    // The seconds of no trial are lost. No trial ran twice after it had been written: only one
    // whose process was killed between its two lines is timed again, and each kill hits one at
    // most.
    const timed = idsIn(join(out, "timings.jsonl"));
    expect(new Set(timed).size).toBe(TRIALS);
    expect(timed.length - TRIALS).toBeLessThanOrEqual(KILLS);
  });

  it("while it writes the final files has them all after the same command", { timeout: 60_000 }, async () => {
    const out = join(folder, "killed");
    const before = filesOf(out);
    for (const pause of [0, 40]) {
      const child = start(out, 1, "pipe");
      child.stdout?.resume();
      // All trials are done, so what follows this line is the writing.
      await once(child.stderr ?? child, "data");
      await later(pause);
      child.kill("SIGKILL");
      await ended(child);
      for (const [name, text] of Object.entries(before)) expect(filesOf(out)[name], name).toBe(text);
    }
    await finished(out, 1);
    expect(filesOf(out)).toEqual(before);
  });
});

describe.skipIf(process.platform === "win32")("an experiment that is ended by Ctrl-C", () => {
  it("says how to go on, exits with 130, and goes on", { timeout: 60_000 }, async () => {
    const out = join(folder, "interrupted");
    const child = start(out, 2, "pipe");
    let printed = "";
    child.stderr?.on("data", (piece) => {
      printed += piece;
    });
    const journal = join(out, "results.jsonl");
    while (child.exitCode === null && trialsIn(journal) < 3) await later(5);
    child.kill("SIGINT");
    expect(await ended(child)).toEqual({ code: 130, signal: null });
    expect(printed).toMatch(
      /^16 trials;.*interrupted\.\nNote: musk1\.csv [\s\S]*\.\nbagwise: stopped after \d+ of 16 trials;.*interrupted\.[^\n]*\n$/,
    );
    expect(existsSync(join(out, ".lock"))).toBe(false);
    const kept = idsIn(journal).length;
    expect(Number(/stopped after (\d+)/.exec(printed)?.[1])).toBe(kept);
    await finished(out, 2);
    expect(filesOf(out)).toEqual(filesOf(join(folder, "whole")));
  });
});
