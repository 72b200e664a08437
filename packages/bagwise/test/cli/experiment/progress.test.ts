import { describe, expect, it } from "vitest";
import { displayOf, progressLines } from "../../../src/cli/experiment/progress.js";
import { wallTime } from "../../../src/cli/experiment/run.js";
import type { TrialTiming } from "../../../src/entries/lab.js";
import { record } from "../../experiment/make-records.js";

/**
 * A terminal that is not there: what it was sent, and what it shows after the escapes are obeyed.
 */
function terminal({ isTTY = true, columns = 60, rows = 24 } = {}) {
  const sent: string[] = [];
  const stream = {
    isTTY,
    columns,
    rows,
    write: (text: string) => sent.push(text) > 0,
  } as unknown as NodeJS.WriteStream;
  const shown = () => {
    let lines = [""];
    for (const [k, piece] of sent.join("").split("\x1b[").entries()) {
      const [, up, command, plain] = (k === 0 ? null : /^(\d*)([AJ])([\s\S]*)$/.exec(piece)) ?? ["", "", "", piece];
      // The cursor is at the start of an empty line then, so going up and erasing what is below
      // leaves the lines above.
      if (command === "A") lines = [...lines.slice(0, lines.length - 1 - Number(up)), ""];
      const [first, ...rest] = plain.split("\n");
      lines = [...lines.slice(0, -1), (lines.at(-1) ?? "") + first, ...rest];
    }
    return lines;
  };
  return { stream, sent, shown };
}

const NONE = { timings: new Map<string, TrialTiming>(), notes: [] };
const records = [record(0), record(1), record(2, { method: "lsdd" }), record(3, { prior: 0.5 })];

describe("progressLines", () => {
  it("say what is done, how fast, how long it takes yet, and the means over trials so far, a row for each data set", () => {
    const more = [...records, record(6, { dataset: "fox", method: "lsdd" })];
    const lines = progressLines({ ...NONE, done: 30, total: 2000, before: 10, records: more }, 10);
    expect(lines[0]).toBe("30 of 2,000 trials (1 %), 2.0 a second, 16 min left");
    expect(lines.slice(1)).toEqual([
      "",
      expect.stringMatching(/accuracy/),
      "         PU-SKC   LSDD",
      // (1/2 + 1/3 + 1/5) / 3, 1/4 and 1/8
      "  Musk1   0.344  0.250",
      "  Fox            0.125",
    ]);
  });

  it("show seconds of trainings for `time`, of the trials that have some", () => {
    const timed = [0, 1, 2].map((k) => record(k, { experiment: "time" }));
    const timing = (k: number, train: number) => [`id-${k}`, { id: `id-${k}`, draw: 9, train, score: 9 }] as const;
    const timings = new Map([timing(0, 0.5), timing(1, 1.25)]);
    expect(progressLines({ ...NONE, done: 3, total: 3, before: 0, records: timed, timings }, 1).slice(2)).toEqual([
      expect.stringMatching(/seconds/),
      "         PU-SKC",
      "  Musk1   0.875",
    ]);
  });

  it("name the protocol where there are several", () => {
    const mixed = [record(0), record(1, { protocol: "leak-free" }), record(2, { labeled: 40 })];
    const lines = progressLines({ ...NONE, done: 3, total: 3, before: 0, records: mixed }, 1);
    expect(lines.slice(4).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["Musk1, paper", "0.375"],
      ["Musk1, leak-free", "0.333"],
    ]);
  });

  it("promise nothing before the first trial", () => {
    expect(progressLines({ ...NONE, done: 7, total: 9, before: 7, records: [] }, 5)).toEqual(["7 of 9 trials (77 %)"]);
  });
});

describe("the display", () => {
  it("draws over itself, not too often, and takes itself away", () => {
    const { stream, sent, shown } = terminal();
    let clock = 0;
    const display = displayOf(progressLines, { stream, now: () => clock });
    const update = (done: number) =>
      display.update({ ...NONE, done, total: 9, before: 0, records: records.slice(0, done) });
    update(0);
    expect(shown()).toEqual(["0 of 9 trials (0 %)", ""]);
    clock += 100;
    update(1);
    expect(sent).toHaveLength(1);
    clock += 400;
    update(3);
    expect(shown()[0]).toContain("3 of 9 trials");
    expect(shown()).toHaveLength(6);
    clock += 400;
    update(1);
    expect(shown()[0]).toContain("1 of 9 trials");
    expect(shown()).toHaveLength(6);
    display.end();
    expect(shown()).toEqual([""]);
  });

  it("never wraps or scrolls, however small the terminal", () => {
    const { stream, shown } = terminal({ columns: 20, rows: 4 });
    displayOf(progressLines, { stream }).update({ ...NONE, done: 4, total: 9, before: 0, records });
    expect(shown().length).toBeLessThanOrEqual(4);
    for (const line of shown()) expect(line.length).toBeLessThan(20);
  });

  it("says how far it is once a minute, in plain lines, where there is no terminal", () => {
    const { stream, sent } = terminal({ isTTY: false });
    let clock = 0;
    const display = displayOf(progressLines, { stream, now: () => clock });
    for (; clock <= 150_000; clock += 10_000)
      display.update({ ...NONE, done: clock / 10_000, total: 60, before: 0, records });
    display.end();
    expect(sent).toEqual([
      "6 of 60 trials (10 %), 6.0 a minute, 9 min left\n",
      "12 of 60 trials (20 %), 6.0 a minute, 8 min left\n",
    ]);
  });
});

describe("wallTime", () => {
  it.each([
    [0.04, "0.0 s"],
    [9.94, "9.9 s"],
    [9.96, "10 s"],
    [59.4, "59 s"],
    [59.6, "1 min 0 s"],
    [200, "3 min 20 s"],
    [3900, "1 h 5 min"],
  ])("of %d seconds is %s", (seconds, text) => {
    expect(wallTime(seconds)).toBe(text);
  });
});
