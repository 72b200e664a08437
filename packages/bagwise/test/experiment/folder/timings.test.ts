import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTimings, readTimings } from "../../../src/experiment/folder/timings.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-timings-"));
  path = join(folder, "timings.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const timing = (id: string) => ({ id, draw: 0.1, train: 0.2, score: 0.3 });

describe("timings", () => {
  it("add the time of several runs up, each to its last trial", () => {
    let clock = 1_000_000;
    const now = () => clock;
    const first = openTimings(path, { now });
    clock += 2000;
    first.append(timing("a"));
    clock += 3000;
    first.append(timing("b"));
    first.close();
    clock += 60_000;
    const second = openTimings(path, { now });
    expect(second.wallSeconds()).toBe(5);
    clock += 4000;
    second.append(timing("c"));
    expect(second.wallSeconds()).toBe(9);
    second.close();
    expect([...second.done.values()]).toEqual(["a", "b", "c"].map(timing));
  });

  it("are none where there is no file, which reading does not make", () => {
    expect(readTimings(path)).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it("pass damaged lines over, and cut a torn one off", () => {
    const first = openTimings(path);
    first.append(timing("a"));
    first.close();
    appendFileSync(path, "not a line\n");
    const second = openTimings(path);
    second.append(timing("b"));
    second.close();
    appendFileSync(path, '{"crc":"torn');
    const third = openTimings(path);
    third.close();
    expect([...third.done.keys()]).toEqual(["a", "b"]);
    expect(readFileSync(path, "utf8")).not.toContain("torn");
    expect(readTimings(path)).toEqual(["a", "b"].map(timing));
  });
});
