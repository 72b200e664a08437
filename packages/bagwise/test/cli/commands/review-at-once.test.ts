import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "@bagwise/core/base";
import { parseSession, reviewState } from "@bagwise/core/review";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

const main = fileURLToPath(new URL("../../../dist/bin/main.js", import.meta.url));

let folder: string;
const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");
const run = (...args: string[]) => cliHere(args, { cwd: folder });
const kept = () => reviewState(parseSession(read("bags.review.json"))).answers;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-at-once-"));
  const generator = random(3);
  const row = (k: number) => `b${k},${k < 3 ? 1 : ""},${generator.normal() + (k < 20 ? 4 : 0)},${generator.normal()}`;
  writeFileSync(at("bags.csv"), `bag,label,x,y\n${Array.from({ length: 60 }, (_, k) => row(k)).join("\n")}\n`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file of answers and gives its name. */
function answers(name: string, given: Readonly<Record<string, string>>): string {
  const lines = Object.entries(given).map(([bag, answer]) => `${bag},${answer}`);
  writeFileSync(at(name), `bag,answer\n${lines.join("\n")}\n`);
  return name;
}

/** A process of its own, as a user starts it. */
function process_(...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: "ignore" });
  return new Promise((resolve) => child.on("close", resolve));
}

describe("reviews at the same time", () => {
  it("keep every answer that was given with exit code 0, in processes of their own", async () => {
    expect((await run("review", "bags.csv")).status).toBe(0);
    const given = Array.from({ length: 6 }, (_, k) => [`b${3 + 2 * k}`, `b${4 + 2 * k}`]);
    const ends = await Promise.all(
      given.map((bags, k) =>
        process_("review", "bags.csv", "--answers", answers(`${k}.csv`, Object.fromEntries(bags.map((b) => [b, "1"])))),
      ),
    );
    expect(ends).toEqual(given.map(() => 0));
    expect([...kept().keys()].sort()).toEqual(given.flat().sort());
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("keep every answer many times over, also where they begin the review", async () => {
    let calls = 0;
    for (let round = 0; round < 5; round++) {
      const bags = [0, 1, 2, 3].map((k) => `b${3 + 4 * round + k}`);
      const done = await Promise.all(
        bags.map((bag, k) => run("review", "bags.csv", "--answers", answers(`${k}.csv`, { [bag]: "0" }))),
      );
      expect(done.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
      calls += done.length;
      for (const bag of bags) expect(kept().get(bag)?.answer, bag).toBe("negative");
      expect(kept().size).toBe(calls);
    }
    // The list that waits is that of the last round of the session.
    const ids = read("bags.next.csv").trim().split("\n").slice(1);
    expect(ids.map((line) => line.split(",")[0])).toEqual(reviewState(parseSession(read("bags.review.json"))).waiting);
  });

  it("say so when two contradict each other, and keep the one that came first", async () => {
    await run("review", "bags.csv");
    const calls = ["1", "0"].map((answer, k) =>
      run("review", "bags.csv", "--answers", answers(`${k}.csv`, { b5: answer })),
    );
    const done = await Promise.all(calls);
    const refused = done.filter(({ status }) => status !== 0);
    expect(refused).toMatchObject([{ status: 2, code: "review-changed" }]);
    const winner = done.findIndex(({ status }) => status === 0);
    expect(kept().get("b5")?.answer).toBe(winner === 0 ? "positive" : "negative");
  });

  it("take nothing back that another has just said, and only one of two takes back", async () => {
    await run("review", "bags.csv", "--answers", answers("a.csv", { b5: "1" }));
    await run("review", "bags.csv", "--answers", answers("a.csv", { b6: "1" }));
    const done = await Promise.all([run("review", "bags.csv", "--undo"), run("review", "bags.csv", "--undo")]);
    expect(done.map(({ code }) => code).sort()).toEqual(["review-changed", undefined]);
    expect([...kept().keys()]).toEqual(["b5"]);
  });

  it("are not held up by a command that was killed while it wrote", async () => {
    await run("review", "bags.csv");
    const dead = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => dead.on("close", resolve));
    const lock = at(".bags.review.json.lock");
    // Its number may belong to another process by now.
    for (const pid of [dead.pid, process.pid]) {
      writeFileSync(lock, JSON.stringify({ pid, host: hostname(), start: "1", token: "t" }));
      const { status } = await run(
        "review",
        "bags.csv",
        "--answers",
        answers("a.csv", { [`b${pid === dead.pid ? 7 : 8}`]: "1" }),
      );
      expect(status).toBe(0);
      expect(existsSync(lock)).toBe(false);
    }
    expect([...kept().keys()]).toEqual(["b7", "b8"]);
  });
});
