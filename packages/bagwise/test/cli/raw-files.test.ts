import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "./run-cli.js";

/** What raw files break with, what you are told, and what is read all the same. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-raw-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LETTERS = Array.from(
  "abcdefghijklmnopqrst",
  (letter, k) =>
    `d${k},${k < 6 ? 1 : ""},"The wall of room ${letter} is damp. We would like somebody to look at it soon."`,
);
const HEAD = "id,label,text";
const letters = (...more: readonly string[]) => `${[HEAD, ...LETTERS, ...more].join("\n")}\n`;

interface Case {
  readonly title: string;
  readonly file: string;
  content(): string | Uint8Array | Promise<Uint8Array>;
  /** What is printed when it is trained on; the status is 2 if it is an error. */
  readonly says: string;
  readonly error?: boolean;
  readonly flags?: readonly string[];
  /** How many bags are read. */
  readonly bags?: number;
}

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

const CASES: readonly Case[] = [
  {
    title: "documents without text are kept, and named",
    file: "empty.csv",
    content: () => letters("d98,,", 'd99,,"   "'),
    says: "2 documents have no text (lines 22, 23): nothing tells them apart.",
    bags: 22,
  },
  {
    title: "a file of empty documents has nothing to learn from",
    file: "all-empty.csv",
    content: () => `${HEAD}\na,1,\nb,1,\nc,,\nd,,\n`,
    says: 'line 2, column 3 ("text"): no text has a word in it.',
    flags: ["--text", "text"],
    error: true,
  },
  {
    title: "one line in another encoding does not spoil the others",
    file: "mixed.csv",
    content: () =>
      new Uint8Array([...Buffer.from(letters()), ...latin1('d50,,"Die Wände sind naß, bitte kommen Sie bald."\n')]),
    says: "the text is not UTF-8, and is read as windows-1252",
    bags: 21,
  },
  {
    title: "UTF-16 is read as such",
    file: "utf16.csv",
    content: () => new Uint8Array(Buffer.from(`\ufeff${letters()}`, "utf16le")),
    says: "the text is read as utf-16le",
    bags: 20,
  },
  {
    title: "a quote that is never closed is named by the line where it opens",
    file: "open.csv",
    content: () => letters('d77,,"and so on'),
    says: "line 22: a quote opens on this line and is never closed.",
    error: true,
  },
  {
    title: "a text of 200 MB is refused before it fills the memory",
    file: "long.csv",
    content: () =>
      Buffer.concat([Buffer.from(`${letters()}d77,,"`), Buffer.alloc(200e6, "The wall is cold. "), Buffer.from('"\n')]),
    says: "line 22: a quote opens on this line and is not closed within 64 MiB.",
    error: true,
  },
  {
    title: "a SMILES that is cut off is named by its line, with what ails it",
    file: "bad.smi",
    content: () => "CCO ethanol\nC1CC unclosed\nCCN amine\n",
    says: '"C1CC" is no molecule: dangling ring closure: 1, after 4 characters. Correct it, or add --invalid skip to leave out what cannot be read (1 molecule).',
    error: true,
  },
  {
    title: "an SDF file that is cut off says so",
    file: "cut.sdf",
    content: () => "methane\n  x\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0    0.0    0.0 C   0  0\n",
    says: "it ends before the line M  END. Get the file again: it may be cut off.",
    error: true,
  },
];

describe("a broken raw file", () => {
  it.each(CASES)("$title", async ({ file, content, says, error = false, flags = [], bags }) => {
    writeFileSync(join(folder, file), await content());
    const model = `${file}.model`;
    const { status, stdout, stderr } = await cliHere(["train", file, "--out", model, "--details", ...flags], {
      cwd: folder,
    });
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, " ")).toContain(says.replaceAll(/\s+/g, " "));
    expect(status).toBe(error ? 2 : 0);
    expect(readdirSync(folder).includes(model)).toBe(!error);
    if (bags === undefined) return;
    const inspected = await cliHere(["inspect", file, "--json"], { cwd: folder });
    expect(JSON.parse(inspected.stdout).bags).toBe(bags);
  });

  it("leaves out a photo that is cut off only if you ask for it", async () => {
    const whole = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#884422" } })
      .jpeg()
      .toBuffer();
    writeFileSync(join(folder, "whole.jpg"), whole);
    writeFileSync(join(folder, "cut.jpg"), whole.subarray(0, whole.length / 2));
    writeFileSync(join(folder, "photos.csv"), "id,label,path\na,1,whole.jpg\nb,,cut.jpg\nc,,whole.jpg\n");
    const strict = await cliHere(["inspect", "photos.csv", "--photo", "path", "--json"], { cwd: folder });
    expect({ status: strict.status, names: strict.stderr.includes('"cut.jpg" is broken or cut off') }).toEqual({
      status: 2,
      names: true,
    });
    const lenient = await cliHere(["inspect", "photos.csv", "--photo", "path", "--invalid", "skip", "--json"], {
      cwd: folder,
    });
    expect({ status: lenient.status, bags: JSON.parse(lenient.stdout).bags }).toEqual({ status: 0, bags: 2 });
  });
});
