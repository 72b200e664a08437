import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run.js";
import { withTerminal } from "../../../src/cli/terminal.js";
import { print, printJson, styled, wrapped } from "../../../src/cli/text/output.js";
import { textTable } from "../../../src/cli/text/score-table.js";
import { forScreen, visible, visibleJson } from "../../../src/cli/text/visible.js";
import { Collected, cliHere } from "../run-cli.js";

/** What must not reach a screen: controls, changes of direction, characters without width. */
const BAD = /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const EVIL = ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\u202eevil", "\u200bx", "a\nb", "t\tab", "\x7f", "\u{e0041}"];

describe("visible", () => {
  it("shows what a terminal would obey or hide, and leaves other text alone", () => {
    expect(visible("a\x1b[31mb\n\t\x9b\u202e\u{e0041}")).toBe("a\\x1b[31mb\\n\\t\\x9b\\u202e\\u{e0041}");
    for (const text of ["Müller", "分子 17", "❤️ =1", "C:\\x", "שלום", "e\u0301"]) expect(visible(text)).toBe(text);
  });

  it("leaves nothing of the kind, in text and in JSON, which means the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(BAD);
        expect(forScreen(text)).toBe(visible(text));
        const json = visibleJson(JSON.stringify({ [text]: text }, null, 2));
        expect(json).not.toMatch(BAD);
        expect(JSON.parse(json)).toEqual({ [text]: text });
      }),
      { seed: 15, numRuns: 300 },
    );
  });
});

/** What a terminal gets. */
async function screen(work: () => void, env: Record<string, string> = {}): Promise<string> {
  const stdout = Object.assign(new Collected(), { isTTY: true, columns: 80 });
  await withTerminal({ stdout, env }, async () => work());
  return stdout.text();
}

describe("print", () => {
  it("keeps our own styles and line breaks, and shows those of others", async () => {
    const text = await screen(() => print(styled("bold", "title \x1b[31m"), wrapped(`${"word ".repeat(30)}\nlast`)));
    expect(text.split("\n")[0]).toBe("\x1b[1mtitle \\x1b[31m\x1b[22m");
    expect(text.split("\n")).toHaveLength(4);
    expect(text).toContain("\\nlast");
  });

  it("takes 200,000 lines", async () => {
    const rows = Array.from({ length: 200_000 }, (_, k) => [String(k), `bag-${k}`]);
    const text = await screen(() => print(textTable(["rank", "bag"], rows), "", "done"));
    expect(text.split("\n")).toHaveLength(200_004);
    expect(text.endsWith("bag-199999\n\ndone\n")).toBe(true);
  });

  it("writes JSON without raw control characters", async () => {
    const text = await screen(() => printJson({ ids: EVIL }));
    expect(text).not.toMatch(BAD);
    expect(JSON.parse(text)).toEqual({ ids: EVIL });
  });
});

describe("names from a file", () => {
  const bags = EVIL.map((id, k) => ({
    bag: `${k}${id}`,
    label: k % 2,
    group: `g${id}`,
    "f\x1b[2J\u202e": k,
    x: k * k,
  }));
  const input = bags.map((bag) => `${JSON.stringify(bag)}\n`).join("");

  it.each([
    ["inspect", "-", "--format", "jsonl"],
    ["inspect", "-", "--format", "jsonl", "--json"],
    ["convert", "-", "-", "--format", "jsonl"],
    ["inspect", "no\x1b[2Jsuch\nfile"],
    ["inspect", "-", "--format", "jsonl", "--bag", "no\x1b[2J"],
    ["inspect", "-", "--no\x1b[2Jsuch"],
    ["\x1b[2Jx"],
  ])("never reach a terminal raw: %j", async (...args) => {
    const [stdout, stderr] = [0, 1].map(() => Object.assign(new Collected(), { isTTY: true, columns: 80 }));
    const stdin = (async function* () {
      yield new TextEncoder().encode(input);
    })();
    await runCli(args, { stdin, stdout, stderr, env: { NO_COLOR: "1" } });
    expect(stdout.text() + stderr.text()).not.toMatch(BAD);
    expect((stdout.text() + stderr.text()).length).toBeGreaterThan(20);
  });

  it("are data where they go to a file or a program", async () => {
    const { stdout } = await cliHere(["convert", "-", "-", "--format", "jsonl"], { input });
    expect(stdout).toContain("\x1b[2J");
  });
});
