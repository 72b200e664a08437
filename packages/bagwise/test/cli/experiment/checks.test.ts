import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checksHeadline } from "@bagwise/lab/running";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedChecks, planChecks, runCheckTrial, summariseChecks, trialId } from "../../../src/entries/lab.js";
import { cliBuilt as cli } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-checks-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const METHODS = ["pu-skc:given", "svm:minimax"];
const small = (out: string) => [
  ...["experiment", "checks", "--checks", "one-instance,frequency", "--methods", METHODS.join(",")],
  ...["--repeats", "1", "--out", at(out), "--workers", "1"],
];
const linesOf = (out: string) =>
  readFileSync(join(at(out), "results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("bagwise experiment checks", () => {
  it("has help with the checks, the methods and examples", async () => {
    const { status, stdout } = await cli(["experiment", "checks", "--help"]);
    expect(status).toBe(0);
    for (const part of ["Checks:", "poison", "Methods:", "--repeats", "  $ bagwise experiment checks", "METHOD@data"])
      expect(stdout).toContain(part);
    expect((await cli(["experiment", "--help"])).stdout).toMatch(/\n {2}checks /);
  });

  it("tells people who respects the assumption, by which rule, with what figures", async () => {
    const { status, stdout, stderr } = await cli(small("plain"));
    expect(status).toBe(0);
    expect(stderr).toBe(`4 trials; results go to ${at("plain")}.\nAll 4 trials are done.\n`);
    expect(stdout).toMatch(/\d of 2 methods respects? that in all 2 checks/);
    expect(stdout).toMatch(/\nVerdicts\n +method +labels +one instance +frequency\n/);
    expect(stdout).toMatch(/\n +pu-skc:given +1, 0 +(respects|weak|breaks|unclear) +[01]\.\d\d +[01]\.\d\d\n/);
    expect(stdout).toMatch(/\n +svm:minimax +1, -1 +\w+ +[01]\.\d\d +[01]\.\d\d +[01]\.\d\d\n/);
    for (const line of stdout.split("\n").filter((each) => !each.includes(folder)))
      expect(line.length).toBeLessThan(101);
    for (const name of ["results.jsonl", "table.csv", "table.md", "report.html"])
      expect(stdout).toContain(join(at("plain"), name));
  });

  it("gives what the pure functions give, in the journal, in JSON and in the tables", async () => {
    const printed = JSON.parse((await cli([...small("plain"), "--json"])).stdout);
    const grid = checkedChecks({ checks: ["one-instance", "frequency"], methods: METHODS, repeats: 1 });
    const records = [];
    for (const spec of planChecks(grid))
      records.push({ id: await trialId(spec, ""), spec, result: (await runCheckTrial(spec)).result });
    const [header, ...lines] = linesOf("plain");
    expect(header).toMatchObject({ experiment: "checks", options: { seed: 1 }, data: {} });
    expect(lines).toEqual(records.map((each) => expect.objectContaining(each)));
    const summary = summariseChecks(records, grid);
    expect(printed.summary).toEqual(JSON.parse(JSON.stringify(summary)));
    const csv = Papa.parse<Record<string, string>>(readFileSync(join(at("plain"), "table.csv"), "utf8").trim(), {
      header: true,
    }).data;
    const cells = summary.cells.flatMap(({ check, method, verdict, aucs }) =>
      aucs.map(({ test, auc }) => ({ check, method, test, verdict, auc_mean: String(auc.mean), auc_sd: "" })),
    );
    expect(csv).toEqual(cells.map((cell) => expect.objectContaining(cell)));
  });

  it("writes a command into its files that gives the same files, and runs nothing twice", async () => {
    const text = readFileSync(join(at("plain"), "table.md"), "utf8");
    const [command] = /^bagwise experiment checks .*$/m.exec(text) ?? [""];
    expect((await cli([...command.split(" ").slice(1), "--out", at("again"), "--workers", "1"])).status).toBe(0);
    for (const name of ["results.jsonl", "table.csv", "table.md"])
      expect(readFileSync(join(at("again"), name), "utf8")).toBe(readFileSync(join(at("plain"), name), "utf8"));
    expect((await cli(small("again"))).stderr).toContain("4 of them done before");
    const fewer = await cli([...small("again"), "--checks", "frequency"]);
    expect(fewer.code).toBe("other-experiment");
    expect(fewer.stderr).toContain("one-instance, pu-skc:given, repeat 1");
  });

  it.each([
    [["--methods", "wolf"], "method"],
    [["--methods", "auto@audit:30"], "knowledge"],
    [["--checks", "wolf"], "check"],
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

describe("the headline of the checks", () => {
  it("names those that respect the assumption in all checks, and those that break it in one", () => {
    const grid = { checks: ["poison"], methods: ["dd", "svm", "auto"], repeats: 3, seed: 1, cells: [] };
    expect(checksHeadline({ ...grid, respecting: ["dd"], breaking: ["svm", "auto"] })).toMatch(
      /1 of 3 methods respects that in the check: dd\. 2 break it in at least one: svm, auto\./,
    );
    expect(checksHeadline({ ...grid, respecting: [], breaking: [] })).toMatch(
      /0 of 3 methods respect .*check\. 0 break/,
    );
  });
});
