import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeData, SMALL_FLAGS } from "../../experiment/make-data.js";
import { cliBuilt as cli } from "../run-cli.js";

let folder: string;
let data: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-compare-cli-"));
  data = await makeData(at("data"), ["wolf"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = (out: string) => [
  ...["experiment", "compare", "--data", data, "--methods", "pu-skc:given,pu-skc:given@data,pu-skc:given@labels:5"],
  ...["--priors", "0.4", "--trials", "2", "--seeds", "1..2", ...SMALL_FLAGS, "--out", at(out), "--workers", "1"],
];

describe("bagwise experiment compare", () => {
  it("has help with the methods, what they may know, the protocols, the families and examples", async () => {
    const { status, stdout } = await cli(["experiment", "compare", "--help"]);
    expect(status).toBe(0);
    for (const part of [
      "audit:N",
      "Methods:",
      "Protocols:",
      "Families:",
      "no-signal",
      "  $ bagwise experiment compare",
      "1..5",
    ])
      expect(stdout).toContain(part);
    expect((await cli(["experiment", "--help"])).stdout).toMatch(/\n {2}compare /);
  });

  it("tells people what each method comes to, and what the columns are", async () => {
    const { status, stdout, stderr } = await cli(small("plain"));
    expect(status).toBe(0);
    expect(stderr).toBe(`24 trials; results go to ${at("plain")}.\nAll 24 trials are done.\n`);
    expect(stdout).toMatch(
      /Protocol leak-free, 1 cell .*4 trials\n.* 5 .* 16 .* 12 .*\n\n +method +accuracy +gain +below +worst +AUC +rank +prior off\n/,
    );
    expect(stdout).toMatch(
      /\n +pu-skc:given@true +0\.\d{3} +[-+]\d\.\d{3} ± 0\.\d{3} +\d +[-+]?\d\.\d{3} +\d\.\d{3} +\d\.\d\d\n/,
    );
    expect(stdout).toMatch(/Protocol original, 1 cell /);
    for (const line of stdout.split("\n").filter((each) => !each.includes(folder)))
      expect(line.length).toBeLessThan(101);
    for (const name of ["results.jsonl", "cells.csv", "compare.md", "report.html"]) {
      expect(stdout).toContain(join(at("plain"), name));
      expect(readFileSync(join(at("plain"), name)).length).toBeGreaterThan(0);
    }
  });

  it("has no standard error of a single trial, and says what is needed", async () => {
    const flags = ["--trials", "1", "--seeds", "1", "--methods", "pu-skc:given", "--protocol", "original"];
    const { status, stdout } = await cli([...small("single"), ...flags]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n +pu-skc:given@true +0\.\d{3} +[-+]?\d\.\d{3} ± – {9,}[-+]?\d\.\d{3} /);
    expect(stdout).toMatch(/--trials\s2/);
  });

  it("says once, before the first trial, what is left out or less than asked for", async () => {
    const flags = ["--labeled", "500,6", "--trials", "1", "--seeds", "1", "--methods", "pu-skc:given@labels:50"];
    const { status, stdout, stderr } = await cli([...small("less"), ...flags]);
    expect(status).toBe(0);
    const told = stderr.replaceAll("\n", " ");
    expect(told).toMatch(/wolf .*\bleak-free\b.*\b500 labelled/);
    expect(told).toMatch(/\b40 % .*\bwolf\b.*\b500\b/);
    expect(told.match(/Note:/g)?.length).toBeGreaterThanOrEqual(3);
    expect(stdout).not.toContain("Note:");
    expect(stdout).toMatch(/6 to \d+ labelled/);
  });

  it("prints JSON with these keys, and no other", async () => {
    const printed = JSON.parse((await cli([...small("plain"), "--json"])).stdout);
    expect(Object.keys(printed)).toEqual(
      [
        ...["bagwise", "experiment", "out", "files", "options", "data", "trials", "comparison"],
        ...["timings", "wallSeconds", "workers", "machine", "notes"],
      ].flat(),
    );
    expect(printed).toMatchObject({
      experiment: "compare",
      trials: 24,
      options: {
        datasets: ["wolf"],
        seeds: [1, 2],
        reference: "pu-skc:given@true",
        protocol: ["leak-free", "original"],
      },
      comparison: { trials: 4, reference: "pu-skc:given@true" },
    });
  });

  it("writes a command into its files that gives the same files", async () => {
    const [command] = /^bagwise experiment compare .*$/m.exec(
      readFileSync(join(at("plain"), "compare.md"), "utf8"),
    ) ?? [""];
    const { status } = await cli([
      ...command.split(" ").slice(1),
      "--data",
      data,
      "--out",
      at("again"),
      "--workers",
      "1",
    ]);
    expect(status).toBe(0);
    for (const name of ["results.jsonl", "cells.csv", "compare.md"])
      expect(readFileSync(join(at("again"), name), "utf8")).toBe(readFileSync(join(at("plain"), name), "utf8"));
  });

  it.each([
    [["--methods", "wolf"], "method"],
    [["--methods", "pu-skc@perhaps"], "knowledge"],
    [["--protocol", "leaky"], "option"],
    [["--seeds", "5..1"], "commander.invalidArgument"],
    [["--seeds", "a"], "commander.invalidArgument"],
    [["--families", "wolves"], "family"],
    [["--datasets", "fox"], "data-set"],
    [["--reference", "lsdd"], "option"],
  ])("says what is wrong with %j and makes nothing", async (flags, code) => {
    const { status, stderr, code: found } = await cli([...small("bad"), ...flags]);
    expect(status).toBe(2);
    expect(found).toBe(code);
    expect(stderr).toContain(flags[1].replace(/^.*@/, ""));
    expect(existsSync(at("bad"))).toBe(false);
  });
});
