import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originals } from "../../../../lab/test/make.js";
import { writeBags } from "../../../src/node/files/write-bags.js";
import { makeData } from "../../experiment/make-data.js";
import { cliBuilt as cli } from "../run-cli.js";

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-cv-cli-"));
  data = await makeData(at("data"), ["wolf"], { bags: 30 });
  const bags = originals({ positive: 6, negative: 6 });
  await writeBags(
    bags.withLabels(bags.labels().map((label, i) => (i === 2 ? "unlabeled" : label))),
    join(data, "hidden.csv"),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = (out: string) => [
  ...["experiment", "cv", "--data", data, "--datasets", "wolf", "--methods", "svm,pu-skc:given"],
  ...["--folds", "3", "--repeats", "2", "--out", at(out), "--workers", "1"],
];

describe("bagwise experiment cv", () => {
  it("has help with the methods, what becomes of negatives, and examples", async () => {
    const { status, stdout } = await cli(["experiment", "cv", "--help"]);
    expect(status).toBe(0);
    for (const part of ["Methods:", "--folds", "--repeats", "as unlabeled", "  $ bagwise experiment cv", "METHOD@data"])
      expect(stdout).toContain(part);
    expect((await cli(["experiment", "--help"])).stdout).toMatch(/\n {2}cv /);
  });

  it("tells people what each method comes to on each data set", async () => {
    const { status, stdout, stderr } = await cli(small("plain"));
    expect(status).toBe(0);
    expect(stderr).toBe(`12 trials; results go to ${at("plain")}.\nAll 12 trials are done.\n`);
    expect(stdout).toMatch(
      /\nwolf: \d+ positive and \d+ negative bags, .*\n +method +accuracy +AUC +seconds +solved\n/,
    );
    expect(stdout).toMatch(/\n +svm +\d+\.\d \(\d+\.\d\) +[01]\.\d{3} +[\d.e-]+ +100 %\n/);
    for (const line of stdout.split("\n").filter((each) => !each.includes(folder)))
      expect(line.length).toBeLessThan(101);
    for (const name of ["results.jsonl", "table.csv", "table.md", "table.tex", "report.html"]) {
      expect(stdout).toContain(join(at("plain"), name));
      expect(readFileSync(join(at("plain"), name)).length).toBeGreaterThan(0);
    }
  });

  it("prints JSON with these keys, and no other", async () => {
    const printed = JSON.parse((await cli([...small("plain"), "--json"])).stdout);
    expect(Object.keys(printed)).toEqual([
      ...["bagwise", "experiment", "out", "files", "options", "data", "trials", "summary"],
      ...["timings", "wallSeconds", "workers", "machine", "notes"],
    ]);
    expect(printed).toMatchObject({
      experiment: "cv",
      trials: 12,
      options: { datasets: ["wolf"], methods: ["svm", "pu-skc:given"], folds: 3, repeats: 2 },
      summary: { folds: 3, repeats: 2, seed: 1, datasets: [{ name: "wolf", published: null }] },
    });
    expect(printed.timings.map((each: { method: string }) => each.method)).toEqual(["svm", "pu-skc:given"]);
  });

  it("writes a command into its files that gives the same files", async () => {
    const [command] = /^bagwise experiment cv .*$/m.exec(readFileSync(join(at("plain"), "table.md"), "utf8")) ?? [""];
    const flags = ["--data", data, "--out", at("again"), "--workers", "1"];
    expect((await cli([...command.split(" ").slice(1), ...flags])).status).toBe(0);
    for (const name of ["results.jsonl", "table.csv", "table.md", "table.tex"])
      expect(readFileSync(join(at("again"), name), "utf8")).toBe(readFileSync(join(at("plain"), name), "utf8"));
  });

  it.each([
    [["--methods", "wolf"], "method"],
    [["--methods", "auto@audit:30"], "knowledge"],
    [["--datasets", "fox"], "data-set"],
    [["--datasets", "hidden"], "unlabeled"],
    [["--folds", "90"], "too-few-bags"],
    [["--folds", "1"], "option"],
    [["--repeats", "0"], "option"],
    [["--repeats", "a"], "commander.invalidArgument"],
  ])("says what is wrong with %j and makes nothing", async (flags, code) => {
    const { status, stderr, code: found } = await cli([...small("bad"), ...flags]);
    expect(status).toBe(2);
    expect(found).toBe(code);
    expect(stderr).toContain(flags[1]);
    expect(existsSync(at("bad"))).toBe(false);
  });
});
