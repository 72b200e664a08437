import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { displayOf, progressLines, progressText } from "../../src/cli/experiment/progress.js";
import { progressLine } from "../../src/cli/text/progress.js";
import { openTimings } from "../../src/experiment/folder/timings.js";
import { packages, sourceFiles } from "./imports.js";

/** Who may ask what time it is, and what for: to name something, or how old a file or table is. Never how long it took. */
const ASKS_THE_TIME = [
  "engines/src/disk/temporary-files.ts",
  "engines/src/score-inside.ts",
  "bagwise/src/cli/commands/review.ts",
  "bagwise/src/experiment/folder/timings.ts",
];

describe("a clock that is set back", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.UTC(2026, 9, 25, 1) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Half a minute passes, and the clock is an hour behind. */
  const pass = () => {
    vi.advanceTimersByTime(30_000);
    vi.setSystemTime(Date.now() - 3_600_000);
  };
  const screen = () => {
    const sent: string[] = [];
    const stream = { isTTY: true, columns: 80, rows: 24, write: (text: string) => sent.push(text) > 0 };
    return { sent, stream: stream as unknown as NodeJS.WriteStream };
  };

  it("makes no time left negative, and no line of progress stop", () => {
    const { sent, stream } = screen();
    const line = progressLine("training", { stream });
    for (let done = 1; done <= 3; done++) {
      pass();
      line.update(done, 10);
    }
    expect(sent.map((text) => text.slice(text.indexOf("training")))).toEqual([
      "training 10 %, 5 min left",
      "training 20 %, 4 min left",
      "training 30 %, 3 min left",
    ]);
  });

  it("changes nothing of what an experiment says meanwhile", () => {
    const { sent, stream } = screen();
    const display = displayOf((progress, seconds) => [progressText(progress, seconds)], { stream });
    const at = (done: number) => ({ done, total: 100, before: 0 });
    for (const done of [0, 10, 20]) {
      pass();
      display.update(at(done));
    }
    expect(sent.join("")).toContain("20 of 100 trials (20 %), 13.3 a minute, 6 min left");
    expect(sent.join("")).not.toMatch(/NaN|-\d|Infinity/);
    const nothing = { ...at(5), records: [], timings: new Map(), notes: [] };
    for (const seconds of [-3600, -1e-9, 0, Number.NaN])
      expect(progressLines(nothing, seconds).join("")).toBe("5 of 100 trials (5 %)");
  });

  it("adds the seconds of two runs up, although the second one began earlier", () => {
    const folder = mkdtempSync(join(tmpdir(), "bagwise-clocks-"));
    const path = join(folder, "timings.jsonl");
    const timing = (id: string) => ({ id, draw: 0.1, train: 0.2, score: 0.3 });
    const began = Date.now();
    for (const [k, seconds] of [30, 60, 90].entries()) {
      // The same moment again by the clock.
      vi.setSystemTime(began);
      const timings = openTimings(path);
      vi.advanceTimersByTime(30_000);
      vi.setSystemTime(began - 3_600_000);
      timings.append(timing(String(k)));
      expect(timings.wallSeconds()).toBe(seconds);
      timings.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
});

it("durations come from a clock that nobody can set", () => {
  const asking = sourceFiles().filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join(packages, file), "utf8")),
  );
  expect(asking).toEqual(ASKS_THE_TIME);
});
