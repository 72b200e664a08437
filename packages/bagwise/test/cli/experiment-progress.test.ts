import { describe, expect, it } from "vitest";
import { experimentDisplay, progressLines } from "../../src/cli/experiment-progress.js";
import { duration } from "../../src/cli/experiment-summary.js";
import { record } from "../node/experiment/make-records.js";

/** A terminal that is not there: what it was sent, and what it shows after the escapes are obeyed. */
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
      // The cursor is at the start of an empty line then, so going up and erasing what is below leaves the lines above.
      if (command === "A") lines = [...lines.slice(0, lines.length - 1 - Number(up)), ""];
      const [first, ...rest] = plain.split("\n");
      lines = [...lines.slice(0, -1), (lines.at(-1) ?? "") + first, ...rest];
    }
    return lines;
  };
  return { stream, sent, shown };
}

const records = [record(0), record(1), record(2, { method: "lsdd" }), record(3, { prior: 0.5 })];

describe("progressLines", () => {
  it("say what is done, how fast, how long it takes yet, and the means so far", () => {
    const lines = progressLines({ done: 30, total: 2000, before: 10, records }, 10);
    expect(lines[0]).toBe("30 of 2,000 trials (1 %), 2.0 a second, 16 min left");
    expect(lines[2]).toBe("Musk1, mean accuracy so far");
    expect(lines.slice(3).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["PU-SKC", "LSDD"],
      ["prior 0.1", "0.417", "0.250"],
      ["prior 0.5", "0.200"],
    ]);
  });

  it("show the data set of the trial that was finished last", () => {
    const more = [...records, record(4, { dataset: "fox" })];
    expect(progressLines({ done: 5, total: 9, before: 0, records: more }, 100)).toEqual([
      "5 of 9 trials (55 %), 3.0 a minute, 80 s left",
      "",
      "Fox, mean accuracy so far",
      "             PU-SKC",
      "  prior 0.1   0.167",
    ]);
  });

  it("name protocol and number of labelled bags where there are several", () => {
    const mixed = [record(0), record(1, { protocol: "leak-free" }), record(2, { labeled: 40 })];
    const text = progressLines({ done: 3, total: 3, before: 0, records: mixed }, 1).join("\n");
    expect(text).toContain("paper, prior 0.1, 40 labelled");
    expect(text).toContain("leak-free, prior 0.1, 20 labelled");
  });

  it("promise nothing before the first trial", () => {
    expect(progressLines({ done: 7, total: 9, before: 7, records: [] }, 5)).toEqual(["7 of 9 trials (77 %)"]);
  });
});

describe("the display", () => {
  it("draws over itself, not too often, and takes itself away", () => {
    const { stream, sent, shown } = terminal();
    let clock = 0;
    const display = experimentDisplay({ stream, now: () => clock });
    const update = (done: number) => display.update({ done, total: 9, before: 0, records: records.slice(0, done) });
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
    experimentDisplay({ stream }).update({ done: 4, total: 9, before: 0, records });
    expect(shown().length).toBeLessThanOrEqual(4);
    for (const line of shown()) expect(line.length).toBeLessThan(20);
  });

  it("shows nothing where there is no terminal", () => {
    const { stream, sent } = terminal({ isTTY: false });
    const display = experimentDisplay({ stream });
    display.update({ done: 4, total: 9, before: 0, records });
    display.end();
    expect(sent).toEqual([]);
  });
});

describe("duration", () => {
  it.each([
    [0.04, "0.0 s"],
    [9.94, "9.9 s"],
    [9.96, "10 s"],
    [59.4, "59 s"],
    [59.6, "1 min 0 s"],
    [200, "3 min 20 s"],
    [3900, "1 h 5 min"],
  ])("of %d seconds is %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
