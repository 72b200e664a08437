import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-texts-"));
  await run("sample", "letters", "--truth", "truth.csv");
  await run("train", "letters.csv", "--out", "letters.model");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await cliHere(args, { cwd: folder });
  expect(status, stderr).toBe(0);
  return stdout;
}

async function refused(text: string | Buffer, ...flags: string[]) {
  writeFileSync(join(folder, "bad.csv"), text);
  return await cliHere(["train", "bad.csv", "--out", "bad.model", "--text", "text", ...flags], { cwd: folder });
}

describe("a file of texts at the command line", () => {
  it("is ranked well, and the witness is a passage on the topic", async () => {
    const truth = new Map(
      readFileSync(join(folder, "truth.csv"), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",") as [string, string]),
    );
    const { bags } = JSON.parse(await run("rank", "letters.model", "letters.csv", "-n", "10", "--witness", "--json"));
    const right = bags.filter(({ bag }: { bag: string }) => truth.get(bag) === "1");
    expect(right.length).toBeGreaterThanOrEqual(8);
    const telling = right.filter(({ witness }: { witness: { shown: { passage: string } } }) =>
      /damp|mould|wet|mildew|musty|rain|water|soak|leak/i.test(witness.shown.passage),
    );
    expect(telling.length).toBeGreaterThanOrEqual(right.length - 1);
  });

  it("is explained by passages and words", async () => {
    const text = await run("explain", "letters.model", "letters.csv", "--top", "1");
    expect(text).toMatch(/^Bag letter-\d+ is called positive/);
    expect(text).toMatch(/passage \d .*witness/);
    expect(text).toMatch(/Words +of passage \d/);
  });

  it("has a report with the document, its passages marked", async () => {
    await run("report", "letters.model", "letters.csv", "--out", "report.html");
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page).toMatch(/<p class="document"><mark class="p\d+/);
    expect(page).toMatch(/witness" title="speaks most for positive"/);
    expect(page).toContain("435 words and");
  });

  it.each([
    [["inspect", "letters.csv"], /210 instances with 435 words and 2,528 pieces/],
    [["predict", "letters.model", "letters.csv"], /^bag,score,predicted/],
    [["evaluate", "letters.model", "letters.csv", "--labels", "truth.csv"], /AUC +0\.9/],
    [["prior", "letters.csv"], /of the 52 unlabeled|among the 52 unlabeled/],
    [["audit", "letters.model", "letters.csv", "-n", "10", "--out", "audit.csv"], /10 of 52 unlabeled bags/],
  ])("works with %j", async (args, expected) => {
    expect(await run(...args)).toMatch(expected);
  });

  it("does not print its vocabulary", async () => {
    const card = JSON.parse(await run("train", "letters.csv", "--out", "again.model", "--json"));
    expect(card.recipe.encoders).toMatchObject([{ type: "text", text: ["text"], words: 435 }]);
    expect(readFileSync(join(folder, "again.model"))).toEqual(readFileSync(join(folder, "letters.model")));
  });

  it.each([
    ["no text has a word", "id,text,label\n1,,1\n2,,0\n", /line 2, column 2 \("text"\): no text has a word in it/],
    ["rows have too many fields", "id,text,label\n1,one, two, three,1\n", /the row has 5 fields/],
    ["encodings are mixed", Buffer.from("id,text,label\n1,\xc3\xa4 b,1\n2,\xe4 b,0\n", "latin1"), /is not valid UTF-8/],
    ["the column is another", "id,body,label\n1,some words,1\n2,other words,0\n", /no column "text"/],
  ])("is refused with one sentence if %s", async (_, text, message) => {
    const { status, stderr } = await refused(text);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n").length).toBeLessThan(4);
    expect(existsSync(join(folder, "bad.model"))).toBe(false);
  });

  it("is no matter for methods that take numbers only, and they say so", async () => {
    const { status, stderr } = await cliHere(["train", "letters.csv", "--method", "pu-skc", "--out", "x.model"], {
      cwd: folder,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/pu-skc does not use the sparse features.*method auto/);
  });
});

describe("bagwise sample", () => {
  it("replaces nothing unless you say so", async () => {
    const again = await cliHere(["sample", "letters"], { cwd: folder });
    expect(again.status).toBe(2);
    await run("sample", "letters", "--force");
  });

  it("names the samples there are", async () => {
    const { status, stderr } = await cliHere(["sample", "songs"], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain('there is no sample "songs". The samples are letters, molecules.');
  });
});
