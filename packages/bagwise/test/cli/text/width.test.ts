import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { withTerminal } from "../../../src/cli/terminal.js";
import { styled, wrapped } from "../../../src/cli/text/output.js";
import { textTable } from "../../../src/cli/text/score-table.js";
import { BREAK } from "../../../src/cli/text/visible.js";
import { padded, shortened, textWidth } from "../../../src/cli/text/width.js";

/** Runs some work as if on a screen of so many columns. */
async function onScreenOf<T>(columns: number, work: () => T, env: Record<string, string> = {}): Promise<T> {
  const stdout = Object.assign(new Writable(), { isTTY: true, columns });
  return await withTerminal({ stdout, env }, async () => work());
}

describe("the width of text", () => {
  it.each([
    ["abc", 3],
    ["café", 4],
    ["cafe\u0301", 4],
    ["日本語", 6],
    ["ﾊﾝｶｸ", 4],
    ["한국어", 6],
    ["ＡＢ", 4],
    ["🧪", 2],
    ["☀️", 2],
    ["☀", 1],
    ["🇩🇪", 2],
    ["▁█├─●", 5],
    ["", 0],
  ])("of %j is %i columns", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it("is what texts are padded to and cut at", () => {
    expect(padded("日本", 6)).toBe("日本  ");
    expect(padded("日本", 6, { right: true })).toBe("  日本");
    expect(shortened("日本語文字", 7)).toBe("日本語…");
    expect(shortened("cafe\u0301s", 5)).toBe("cafe\u0301s");
  });
});

describe("a table", () => {
  it("aligns wide characters", () => {
    const lines = textTable(
      ["bag", "p"],
      [
        ["日本語", "0.1"],
        ["abc", "0.2"],
      ],
    );
    expect(new Set(lines.map(textWidth)).size).toBe(1);
  });

  it("fits the screen by cutting texts, never numbers, and is whole in a file", async () => {
    const rows = [["1", "bag-".repeat(20), "0.123", "a text of some length ".repeat(4)]];
    const header = ["rank", "bag", "probability", "text"];
    for (const columns of [60, 80, 120]) {
      const lines = await onScreenOf(columns, () => textTable(header, rows));
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines[1]).toContain("0.123");
      expect(lines[1]).toContain("…");
    }
    expect(textTable(header, rows)[1]).toContain(rows[0][1]);
  });
});

describe("a paragraph", () => {
  it("is as wide as the screen, but not wider than can be read", async () => {
    const text = "日本語 and a few words ".repeat(30);
    for (const [columns, widest] of [
      [60, 60],
      [80, 80],
      [300, 120],
    ]) {
      const widths = (await onScreenOf(columns, () => wrapped(text, { indent: "  " }))).split(BREAK).map(textWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(widest);
      expect(Math.max(...widths)).toBeGreaterThan(widest - 12);
    }
  });

  it("has styles on a screen, and as NO_COLOR and FORCE_COLOR say", async () => {
    const text = () => styled("bold", "x");
    expect(await onScreenOf(80, text)).not.toBe("x");
    expect(await onScreenOf(80, text, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe("x");
    expect(await onScreenOf(80, text, { FORCE_COLOR: "0" })).toBe("x");
    expect(await withTerminal({ stdout: new Writable(), env: {} }, async () => text())).toBe("x");
    expect(await withTerminal({ stdout: new Writable(), env: { FORCE_COLOR: "1" } }, async () => text())).not.toBe("x");
  });
});
