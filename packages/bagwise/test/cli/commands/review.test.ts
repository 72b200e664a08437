import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@bagwise/core/base";
import { parseSession, reviewState } from "@bagwise/core/review";
import { fileSource } from "@bagwise/engines/disk";
import { readTexts } from "@bagwise/files/table";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

const AT = "2026-01-02T03:04:05.000Z";
let folder: string;
const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");

/** 60 bags of 2 instances; bags 0 to 19 are positive, of which 3 are labelled. */
const isPositive = (bag: string) => Number(bag.slice(1)) < 20;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-review-"));
  const generator = random(3);
  const rows = Array.from({ length: 60 }, (_, k) => k).flatMap((k) =>
    [0, 1].map((j) => {
      const shift = k < 20 && j === 0 ? 4 : 0;
      return `b${k},${k < 3 ? 1 : ""},${generator.normal() + shift},${generator.normal()}`;
    }),
  );
  writeFileSync(at("bags.csv"), `bag,label,x,y\n${rows.join("\n")}\n`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => cliHere(args, { cwd: folder });

/** Answers the list as someone who knows. */
function answer(list = "bags.next.csv", write = (bag: string): string => (isPositive(bag) ? "1" : "0")): string[] {
  const [head, ...rows] = read(list).trim().split("\n");
  const ids = rows.map((row) => row.split(",")[0]);
  writeFileSync(at(list), `${head}\n${ids.map((id) => `${id},${write(id)},`).join("\n")}\n`);
  return ids;
}

describe("bagwise review", () => {
  it("begins, reads the answers of the same call, and ends with a word to stop", async () => {
    const first = await run("review", "bags.csv");
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toContain("List 1 is in bags.next.csv: 20 bags.");
    expect(read("bags.next.csv").split("\n")[0]).toBe("bag,answer,note");
    const seen = new Set<string>();
    for (let round = 0; round < 3; round++) {
      for (const id of answer()) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      expect((await run("review", "bags.csv")).status).toBe(0);
      if (round === 0)
        expect(parseSession(read("bags.review.json")).events.map(({ type }) => type)).toEqual([
          "round",
          "answers",
          "round",
        ]);
    }
    expect(seen.size).toBe(57);
    const { stdout } = await run("review", "bags.csv", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      reviewed: 57,
      found: 17,
      recall: { value: 1 },
      stopping: { stop: true },
      list: null,
    });
  });

  it("finds positives first", async () => {
    await run("review", "bags.csv", "-n", "15", "--random", "0");
    expect(answer().filter(isPositive).length).toBeGreaterThanOrEqual(12);
  });

  it("changes nothing when there is no new answer, and gives the same list for the same seed", async () => {
    await run("review", "bags.csv", "--seed", "4");
    const [session, list] = [read("bags.review.json"), read("bags.next.csv")];
    expect((await run("review", "bags.csv")).stdout).toContain("20 bags of bags.next.csv wait for an answer");
    expect([read("bags.review.json"), read("bags.next.csv")]).toEqual([session, list]);
    await run("review", "bags.csv", "--seed", "4", "--session", "other.review.json", "--out", "other.csv");
    expect(read("other.csv")).toBe(list);
  });

  it("takes answers back, corrects one, and keeps the history", async () => {
    await run("review", "bags.csv");
    const ids = answer();
    await run("review", "bags.csv");
    writeFileSync(at("fix.csv"), `bag,answer,note\n${ids[0]},?,not sure\n`);
    const fixed = JSON.parse((await run("review", "bags.csv", "--answers", "fix.csv", "--json")).stdout);
    expect(fixed).toMatchObject({ reviewed: 19, pool: 56, counts: { "cannot tell": 1 } });
    expect(fixed.notes.map(({ code }: { code: string }) => code)).toContain("review-unsure");
    await run("review", "bags.csv", "--undo");
    const { stdout } = await run("review", "bags.csv", "--undo", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ reviewed: 0 });
    expect(parseSession(read("bags.review.json")).events.filter(({ type }) => type === "answers")).toHaveLength(2);
    expect(await run("review", "bags.csv", "--undo")).toMatchObject({ status: 2, code: "review-undo" });
  });

  it("loses no answer to an undo", async () => {
    await run("review", "bags.csv");
    answer();
    await run("review", "bags.csv");
    answer();
    const list = read("bags.next.csv");
    expect(await run("review", "bags.csv", "--undo")).toMatchObject({ status: 2, code: "review-undo" });
    expect(read("bags.next.csv")).toBe(list);
  });

  it("reads the list beside a file of corrections, which wins, and writes a list that is missing again", async () => {
    await run("review", "bags.csv", "-n", "5");
    const [first, ...others] = answer();
    writeFileSync(at("fix.csv"), `bag,answer\n${first},?\n`);
    expect((await run("review", "bags.csv", "--answers", "fix.csv")).status).toBe(0);
    const answers = parseSession(read("bags.review.json")).events.flatMap((event) =>
      event.type === "answers" ? event.answers : [],
    );
    expect(answers.map(({ bag }) => bag).sort()).toEqual([first, ...others].sort());
    expect(answers.find(({ bag }) => bag === first)?.answer).toBe("cannot tell");
    const list = read("bags.next.csv");
    rmSync(at("bags.next.csv"));
    expect((await run("review", "bags.csv")).stdout).toContain("wait for an answer");
    expect(read("bags.next.csv")).toBe(list);
  });

  it("writes the list that waits again where a command was killed before it did", async () => {
    await run("review", "bags.csv");
    answer();
    const answered = read("bags.next.csv");
    await run("review", "bags.csv");
    const [session, list] = [read("bags.review.json"), read("bags.next.csv")];
    writeFileSync(at("bags.next.csv"), answered);
    expect((await run("review", "bags.csv")).status).toBe(0);
    expect([read("bags.review.json"), read("bags.next.csv")]).toEqual([session, list]);
  });

  it("keeps criteria that are said later, and refuses another seed, a database and a foreign file", async () => {
    await run("review", "bags.csv", "--seed", "4");
    expect((await run("review", "bags.csv", "--criteria", "binds well", "--seed", "4")).status).toBe(0);
    expect(reviewState(parseSession(read("bags.review.json"))).criteria).toBe("binds well");
    expect(await run("review", "bags.csv", "--seed", "5")).toMatchObject({ status: 2 });
    expect(await run("review", "duckdb:bags.csv")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("not a database"),
    });
    writeFileSync(at("precious.csv"), "a,b\n1,2\n");
    expect(await run("review", "bags.csv", "-o", "precious.csv")).toMatchObject({ status: 2 });
    expect(read("precious.csv")).toBe("a,b\n1,2\n");
  });

  it("says which line of a list it does not understand, and writes nothing", async () => {
    await run("review", "bags.csv");
    const list = read("bags.next.csv");
    const session = read("bags.review.json");
    const ids = answer("bags.next.csv", () => "perhaps");
    const { status, code, stderr } = await run("review", "bags.csv");
    expect({ status, code }).toEqual({ status: 2, code: "review-answer" });
    expect(stderr).toContain('the answer "perhaps" is not known');
    expect(stderr).toContain("line 2");
    for (const [text, words] of [
      [`bag,answer\nnobody,1\n`, "not in the file"],
      [`bag,answer\nb0,1\n`, "is labelled in the file"],
      [`bag,answer\n${ids[0]},1\n${ids[0]},0\n`, "two answers"],
      [`id,answer\n${ids[0]},1\n`, "no column bag"],
    ]) {
      writeFileSync(at("bags.next.csv"), text);
      const bad = await run("review", "bags.csv");
      expect(bad, words).toMatchObject({ status: 2, code: "review-answer" });
      expect(bad.stderr).toContain(words);
    }
    expect(read("bags.review.json")).toBe(session);
    writeFileSync(at("bags.next.csv"), list);
    expect((await run("review", "bags.csv")).status).toBe(0);
  });

  it("refuses other bags, a file that is no session, and a list that is not its own", async () => {
    await run("review", "bags.csv");
    const bags = read("bags.csv");
    writeFileSync(at("bags.csv"), bags.replace("b59,", "b60,"));
    expect(await run("review", "bags.csv")).toMatchObject({ status: 2, code: "review-data" });
    writeFileSync(at("bags.csv"), bags);
    writeFileSync(at("bags.review.json"), "{}");
    expect(await run("review", "bags.csv")).toMatchObject({ status: 2, code: "review-session" });
    rmSync(at("bags.review.json"));
    writeFileSync(at("mine.csv"), "my,notes\n");
    expect(await run("review", "bags.csv", "--out", "mine.csv")).toMatchObject({ status: 2, code: "exists" });
    expect(existsSync(at("bags.review.json"))).toBe(false);
  });

  it("draws the list at random and says so while no bag is known to be positive", async () => {
    writeFileSync(at("bags.csv"), read("bags.csv").replace(/^(b\d+),1,/gm, "$1,,"));
    const codes = async () => {
      const { status, stdout } = await run("review", "bags.csv", "--json");
      expect(status).toBe(0);
      return JSON.parse(stdout).notes.map(({ code }: { code: string }) => code);
    };
    expect(await codes()).toContain("review-no-positive");
    const [round] = parseSession(read("bags.review.json")).events;
    expect(round.type === "round" && round.shown.every(({ why }) => why === "random")).toBe(true);
    answer("bags.next.csv", () => "1");
    expect(await codes()).not.toContain("review-no-positive");
  });

  it("promises nothing on a session that was edited, and says where", async () => {
    await run("review", "bags.csv");
    const text = read("bags.review.json");
    const [round] = parseSession(text).events;
    const edited = (change: (session: Record<string, unknown>) => void) => {
      const session = JSON.parse(text);
      change(session);
      return JSON.stringify(session);
    };
    const answers = Array.from({ length: 64 }, (_, k) => ({ bag: `ghost${k}`, answer: "positive" }));
    for (const [place, changed] of [
      ["options", text.replace('"options":{', '"options":{"__proto__":{"n":3},')],
      ["events[1].answers[0].bag", edited((s) => (s.events = [round, { type: "answers", at: AT, answers }]))],
      ["events[0].open", edited((s) => (s.events = [{ ...round, open: -100 }]))],
      ["events[0].open", edited((s) => (s.events = [{ ...round, open: 1e300 }]))],
      ["events[0].open", edited((s) => (s.events = [{ ...round, open: 20 }]))],
      ["data.bags", edited((s) => Object.assign(s.data as object, { bags: 600 }))],
      ["data.reading", edited((s) => Object.assign(s.data as object, { reading: { ignore: "y" } }))],
      ["data.reading", edited((s) => Object.assign(s.data as object, { reading: { answers: "b.csv" } }))],
      ["words", edited((s) => Object.assign(s.data as object, { reading: { words: -1 } }))],
      ["data.reading", edited((s) => Object.assign(s.data as object, { reading: { format: "exe" } }))],
      ["data.reading", edited((s) => Object.assign(s.data as object, { reading: { header: "yes" } }))],
    ] as const) {
      writeFileSync(at("bags.review.json"), changed);
      const { status, stdout, stderr, code } = await run("review", "bags.csv");
      expect({ status, stdout }, place).toEqual({ status: 2, stdout: "" });
      expect(["review-session", "option"], stderr).toContain(code);
      expect(stderr).toContain(place);
      expect(read("bags.review.json")).toBe(changed);
    }
  });

  it("goes on from the session alone, with the flags it began with, and exports labels", async () => {
    await run("review", "bags.csv", "--ignore", "y");
    const ids = answer();
    const { status, stdout } = await run("review", "bags.review.json", "--export", "labels.csv");
    expect({ status, has: stdout.includes("found") }).toEqual({ status: 0, has: true });
    const lines = read("labels.csv").trim().split("\n");
    expect(lines).toHaveLength(ids.length + 4);
    expect(lines).toContain("b0,1,,");
    expect(lines).toContain(`${ids[0]},${isPositive(ids[0]) ? "1,positive" : "-1,negative"},`);
  });
});

describe("bagwise next", () => {
  it("chooses unlabeled bags by each way, some at random, the same for the same seed", async () => {
    await run("train", "bags.csv", "--out", "bags.model", "--method", "lsdd");
    for (const by of ["probability", "uncertainty", "teaching"]) {
      const call = [
        "next",
        "bags.model",
        "bags.csv",
        "-n",
        "10",
        "--by",
        by,
        "--random",
        "0.2",
        "--seed",
        "5",
        "--json",
      ];
      const { status, stdout } = await run(...call);
      expect(status).toBe(0);
      const { bags, open } = JSON.parse(stdout);
      expect(open).toBe(57);
      expect(bags).toHaveLength(10);
      expect(bags.filter(({ why }: { why: string }) => why === "random")).toHaveLength(2);
      expect(bags.filter(({ why }: { why: string }) => why === by)).toHaveLength(8);
      expect((await run(...call)).stdout).toBe(stdout);
    }
    await run("next", "bags.model", "bags.csv", "-o", "next.csv");
    expect(read("next.csv").split("\n")[0]).toBe("bag,why,rank,score,probability");
    expect(await run("next", "bags.model", "bags.csv", "--random", "2")).toMatchObject({ status: 2, code: "option" });
  });
});

describe("lists for people", () => {
  it("run no formula in a spreadsheet, whichever command wrote them in whichever format", async () => {
    const names = ["=1+cmd|' /C calc'!A0", "+b", "-b", "@b", "'=b", "＝b", "=b\tc", "-1", "plain"];
    const rows = [...names, "p", "q", "r"].map(
      (name, k) => `"${name}",${k < names.length ? "" : 1},${k * k},${k % 5},"=HYPERLINK(${k})"`,
    );
    writeFileSync(at("bags.csv"), `bag,label,x,y,"=said"\n${rows.join("\n")}\n`);
    const show = ["--show", "=said"];
    expect(await run("train", "bags.csv", "--out", "bags.model", "--method", "lsdd", ...show)).toMatchObject({
      status: 0,
    });
    for (const ending of ["csv", "tsv", "jsonl", "json", "xlsx", "parquet"]) {
      const list = `list.${ending}`;
      for (const call of [
        ["next", "bags.model", "bags.csv", "-o", list],
        ["review", "bags.csv", "--session", `${ending}.review.json`, "-n", "9", "-o", list, ...show],
        ["audit", "bags.model", "bags.csv", "-n", "9", "-o", list],
      ]) {
        expect(await run(...call), call.join(" ")).toMatchObject({ status: 0 });
        const { columns, rows: cells } = await readTexts(await fileSource(at(list)));
        const ids = cells.map(({ fields }) => fields[columns.indexOf("bag")]);
        expect(ids.sort(), call.join(" ")).toEqual(
          ["'=1+cmd|' /C calc'!A0", "'+b", "'-b", "'@b", "''=b", "'＝b", "'=b\tc", "-1", "plain"].sort(),
        );
        const texts = cells.flatMap(({ fields }) => fields).concat(columns);
        expect(texts.filter((text) => /^[=+@＝]/.test(text))).toEqual([]);
        rmSync(at(list));
      }
    }
    expect(await run("next", "bags.model", "bags.csv", "-o", "-")).toMatchObject({
      stdout: expect.stringContaining("\n'+b,"),
    });
    await run("review", "bags.csv", "-n", "9", "-o", "seen.csv");
    writeFileSync(at("seen.csv"), read("seen.csv").replaceAll(/,,/g, ",0,"));
    await run("review", "bags.csv", "--out", "seen.csv", "--export", "labels.csv");
    const { stdout } = await run("inspect", "bags.csv", "--labels", "labels.csv", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ bags: 12, positive: 3, negative: 9 });
  });
});
