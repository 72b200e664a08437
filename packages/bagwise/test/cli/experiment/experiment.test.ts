import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeData, SMALL_FLAGS } from "../../experiment/make-data.js";
import { cliBuilt as cli, cliHere } from "../run-cli.js";

let folder: string;
let data: string;
let first: Awaited<ReturnType<typeof cli>>;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-experiment-cli-"));
  data = await makeData(at("data"));
  first = await cli(small("plain"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = (out: string) => [
  ...["experiment", "paper", "--datasets", "musk1", "--methods", "pu-skc", "--priors", "0.3", "--trials", "2"],
  ...[...SMALL_FLAGS, "--data", data, "--out", at(out), "--workers", "1"],
];

describe("bagwise experiment", () => {
  it.each([["paper"], ["labels"], ["time"]])("%s has help with examples and methods", async (kind) => {
    const { status, stdout } = await cli(["experiment", kind, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\\n {2}\\$ bagwise experiment ${kind}`));
    expect(stdout).toMatch(/Methods:\n {2}pu-skc /);
  });

  it("lists its kinds", async () => {
    const { status, stdout } = await cli(["experiment", "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Commands:\n {2}paper [\s\S]*\n {2}labels [\s\S]*\n {2}time /);
    expect(stdout).toMatch(/Examples:\n {2}\$ bagwise experiment paper/);
  });

  it("tells people the means, the differences to the paper, the constant guess, the time and the files", async () => {
    const { status, stdout, stderr } = first;
    expect(status).toBe(0);
    const [line, ...rest] = stderr.trimEnd().split("\n");
    expect(line).toBe(`2 trials; results go to ${at("plain")}.`);
    // Whoever has the wrong data hears it before the first trial.
    expect(rest.slice(0, -1).join(" ")).toMatch(/^Note: musk1\.csv .*\b3 features .*\b166/);
    expect(stdout).toMatch(/data set +PU-SKC +constant guess\n +Musk1 +0\.\d{3} +0\.700\n/);
    expect(stdout).toMatch(/method +mean +largest +at +cells +below the guess\n +PU-SKC /);
    expect(stdout).toMatch(/Note: musk1\.csv /);
    expect(stdout).toMatch(/\n2 trials in [\d.]+ s /);
    for (const name of ["results.jsonl", "table.md", "table.tex", "table.csv", "report.html"]) {
      expect(stdout).toContain(join(at("plain"), name));
      expect(readFileSync(join(at("plain"), name)).length).toBeGreaterThan(0);
    }
    expect(stdout).not.toContain("\x1b");
  });

  it("has nothing to do the second time, says so, and prints the same", async () => {
    const second = await cli(small("plain"));
    expect(second.stderr).toMatch(/^2 trials, 2 /);
    expect(second.stdout).toBe(first.stdout);
  });

  it("prints JSON with these keys, and no other", async () => {
    const printed = JSON.parse((await cli([...small("plain"), "--json"])).stdout);
    expect(Object.keys(printed)).toEqual([
      ...["bagwise", "experiment", "out", "files", "options", "data", "trials", "summary", "differences"],
      ...["timings", "wallSeconds", "workers", "machine", "notes"],
    ]);
    expect(printed).toMatchObject({
      experiment: "paper",
      trials: 2,
      options: { datasets: ["musk1"], methods: ["pu-skc"], priors: [0.3], trials: 2, labeled: [5], seed: 1 },
      data: [{ name: "musk1", file: join(data, "musk1.csv") }],
      summary: { trials: 2, cells: [{ dataset: "musk1", method: "pu-skc", trials: 2 }] },
      notes: [{ code: "not-table-2" }],
    });
  });

  it("says trial of one, and trials of several", async () => {
    const { stdout, stderr } = await cli([...small("single"), "--trials", "1"]);
    expect(stderr).toMatch(/^1 trial;[\s\S]*\nThe trial /);
    expect(stdout).toMatch(/\n1 trial in [\d.]+ s /);
  });

  it.each([
    ["paper", "pu-skc,lsdd,dsdd,pu-mil", "0.1,0.2,0.3,0.4,0.5,0.6,0.7", "20"],
    ["labels", "pu-skc", "0.7", "20,40,60,80,100,120,140,160, as far as a data set has them"],
    ["time", "pu-skc:given,pu-skc,lsdd,dsdd,pu-mil", "0.1", "20"],
  ])("names the defaults of %s as they are", async (kind, methods, priors, labeled) => {
    const help = (await cliHere(["experiment", kind, "--help"])).stdout.replace(/\n {10,}/g, " ");
    for (const value of [methods, priors, labeled]) expect(help).toContain(`(default: ${value})`);
  });

  it("says in a sentence that the place for the results is none", async () => {
    const file = at("in-the-way");
    writeFileSync(file, "");
    const { status, stderr, code } = await cliHere([...small("x"), "--out", file]);
    expect([status, code]).toEqual([2, "not-a-folder"]);
    expect(stderr).toMatch(/^bagwise: .*in-the-way: [^\n]*\n$/);
  });

  it("sweeps the number of labelled bags", async () => {
    const { status, stdout } = await cli([
      ...["experiment", "labels", "--datasets", "musk1", "--labeled", "5,8", "--trials", "1", "--priors", "0.3"],
      ...["--unlabeled", "16", "--test", "12", "--data", data, "--out", at("labels"), "--workers", "1"],
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/data set +labelled +PU-SKC +constant guess\n +Musk1 +5 .*\n +Musk1 +8 /);
  });

  it("measures the seconds of a training", async () => {
    const { status, stdout } = await cli([
      ...["experiment", "time", "--datasets", "musk1", "--methods", "pu-skc", "--trials", "1", "--priors", "0.3"],
      ...[...SMALL_FLAGS, "--data", data, "--out", at("time")],
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\nSeconds .*\n\n +data set +PU-SKC\n +Musk1 +[\d.e-]+\n/);
  });

  it("goes on in a folder of the same experiment only", async () => {
    cpSync(at("plain"), at("taken"), { recursive: true });
    const other = await cli([...small("taken"), "--seed", "2"]);
    expect(other).toMatchObject({ status: 2, stdout: "", code: "other-experiment" });
    expect(other.stderr).toMatch(/^bagwise: .*results\.jsonl: .*\bseed 1, not 2\b.*--out[^\n]*\n$/);
    const fewer = await cli([...small("taken"), "--trials", "1"]);
    expect(fewer.code).toBe("other-experiment");
    expect(fewer.stderr).toContain("trial 2)");
    expect((await cli([...small("taken"), "--trials", "3"])).stderr).toMatch(/^3 trials, 2 /);
  });

  it.each([
    [["experiment"], /paper/],
    [["experiment", "papers"], /unknown command 'papers'/],
    [["experiment", "paper", "--methods", "svm"], /no method "svm"\. Choose among pu-skc/],
    [["experiment", "paper", "--datasets", "iris"], /no data set "iris"/],
    [["experiment", "paper", "--priors", "0.1,x"], /priors.*0\.1,x/],
    [["experiment", "paper", "--priors", "1.5"], /option priors is 1\.5/],
    [["experiment", "paper", "--protocol", "honest"], /"honest"/],
    [["experiment", "paper", "--noise", "loud"], /'loud' is invalid/],
    [["experiment", "paper", "--prior-estimate", "guess"], /'guess' is invalid/],
    [["experiment", "paper", "--workers", "0"], /option workers is 0/],
    [["experiment", "paper", "--data", "nowhere"], /musk1\.csv, .*nowhere.*`bagwise datasets`/],
  ])("answers %j in words, with exit code 2", async (args, message) => {
    const { status, stderr } = await cliHere(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync("experiment-paper")).toBe(false);
  });

  it("names the line of a journal that is damaged in the middle", async () => {
    cpSync(at("plain"), at("damaged"), { recursive: true });
    const path = join(at("damaged"), "results.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [lines[0], lines[1].replace("accuracy", "Accuracy"), ...lines.slice(2)].join("\n"));
    const { status, stderr, code } = await cli(small("damaged"));
    expect([status, code]).toEqual([2, "journal"]);
    expect(stderr).toContain("results.jsonl, line 2:");
    expect(readdirSync(at("damaged"))).not.toContain(".lock");
  });
});
