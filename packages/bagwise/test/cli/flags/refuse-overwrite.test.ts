import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseOverwrite } from "../../../src/cli/flags/refuse-overwrite.js";
import { cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-overwrite-"));
  mkdirSync(at("inner"));
  const shape = ["--bags", "20", "--labeled", "5", "--dimensions", "2"];
  expect((await cliHere(["synth", at("bags.csv"), ...shape])).status).toBe(0);
  expect((await cliHere(["train", at("bags.csv"), "--out", at("m.model"), "--prior", "0.3"])).status).toBe(0);
  writeFileSync(at("seen.csv"), "bag,label\nbag-01,1\n");
  symlinkSync(at("bags.csv"), at("link.csv"));
  linkSync(at("bags.csv"), at("hard.csv"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that is read is never written", () => {
  it.each([
    ["train", "bags.csv", "--out", "bags.csv"],
    ["train", "bags.csv", "--out", "inner/../bags.csv"],
    ["train", "bags.csv", "--out", "link.csv"],
    ["train", "bags.csv", "--out", "hard.csv"],
    ["train", "link.csv", "--out", "bags.csv"],
    ["train", "bags.csv", "--out", "seen.csv", "--audited", "seen.csv"],
    ["train", "bags.csv", "--out", "new.model", "--method", "pu-skc", "--dump", "bags.csv"],
    ["train", "bags.csv", "--out", "new.model", "--method", "pu-skc", "--dump", "new.model"],
    ["predict", "m.model", "bags.csv", "--out", "bags.csv"],
    ["predict", "m.model", "bags.csv", "--out", "m.model"],
    ["convert", "bags.csv", "bags.csv"],
  ])("%s %s %s %s", async (...args) => {
    const files = ["bags.csv", "seen.csv", "m.model"];
    const before = files.map((name) => readFileSync(at(name)));
    const placed = args.map((arg) => (/\.(csv|model)$/.test(arg) ? join(folder, arg) : arg));
    expect(await cliHere(placed)).toMatchObject({ status: 2, code: "overwrite" });
    expect(files.map((name) => readFileSync(at(name)))).toEqual(before);
  });

  it("but others, standard input and standard output are fine", async () => {
    for (const path of [at("new.csv"), at("seen.csv"), "-", undefined, "/dev/null"])
      await refuseOverwrite({ out: path }, { in: at("bags.csv") });
    await refuseOverwrite({ out: "-" }, { in: "-" });
  });
});
