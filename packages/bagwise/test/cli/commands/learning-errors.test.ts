import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli, cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-learning-errors-"));
  const here = async (...args: readonly string[]) => expect((await cliHere(args)).status).toBe(0);
  await here("synth", at("bags.csv"), "--bags", "60", "--labeled", "15", "--dimensions", "4", "--seed", "1");
  await here("synth", at("other.csv"), "--bags", "20", "--dimensions", "2", "--seed", "3");
  await here("train", at("bags.csv"), "--out", at("m.model"), "--prior", "0.3");
  const [header, ...rows] = readFileSync(at("bags.csv"), "utf8").trim().split("\n");
  const column = header.split(",").indexOf("label");
  const relabelled = (label: string) =>
    [header, ...rows.map((row) => row.split(",").with(column, label).join(","))].join("\n");
  writeFileSync(at("unlabeled.csv"), relabelled("0"));
  writeFileSync(at("positive.csv"), relabelled("1"));
  const positive = rows.find((row) => row.split(",")[column] === "1")?.split(",")[0];
  writeFileSync(at("stranger.csv"), "bag,label\nnobody,1\n");
  writeFileSync(at("contrary.csv"), `bag,label\n${positive},-1\n`);
  writeFileSync(at("nothing.csv"), `bag,label\n${positive},\n`);
  writeFileSync(at("cut.model"), readFileSync(at("m.model")).subarray(0, 1000));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("help of the learning commands", () => {
  it.each(["prior", "train", "rank", "predict", "evaluate"])("%s has examples", async (command) => {
    const { status, stdout } = await cliHere([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}\\$ bagwise (train|${command}) `));
  });

  it("train explains every option with its default", async () => {
    const helps = ["auto", "pu-skc"].map((method) => cliHere(["train", "--method", method, "--help"]));
    const help = (await Promise.all(helps))
      .map(({ stdout }) => stdout)
      .join(" ")
      .replace(/\s+/g, " ");
    for (const flag of [
      "--prior",
      "--prior-at-most",
      "--audited",
      "--kernel",
      "--loss",
      "--degree",
      "--lambda",
      "--folds",
      "--landmarks",
      "--scenario",
      "--seed",
    ])
      expect(help).toContain(`${flag} <`);
    expect(help).toContain("(default: 1,2,3)");
  });
});

describe("bad input of the learning commands", () => {
  it.each<[string[], string, RegExp]>([
    [["train", "unlabeled.csv"], "no-positive", /unlabeled\.csv: /],
    [["train", "positive.csv"], "no-unlabeled", /positive\.csv: /],
    [["prior", "unlabeled.csv"], "no-positive", /unlabeled\.csv: /],
    [["prior", "positive.csv"], "no-unlabeled", /positive\.csv: /],
    [["prior", "bags.csv", "--seed", "-1"], "option", /seed is -1/],
    [["train", "bags.csv", "--prior", "0"], "option", /prior is "0"/],
    [["train", "bags.csv", "--prior", "1.5"], "option", /prior is "1\.5"/],
    [["train", "bags.csv", "--prior", "foo"], "option", /prior is "foo"/],
    [["train", "bags.csv", "--prior", "0.4..0.1"], "option", /0\.1\.\.0\.4/],
    [["train", "bags.csv", "--prior", "30%"], "option", /Write 0\.3/],
    [["train", "bags.csv", "--prior-at-most", "0"], "option", /--prior-at-most is 0/],
    [["train", "bags.csv", "--prior-at-most", "50%"], "commander.invalidArgument", /--prior-at-most.*0\.5/],
    [["train", "bags.csv", "--prior", "median"], "option", /"median", an estimator.*--method pu-skc/],
    [["train", "bags.csv", "--prior", "..0.4"], "option", /--prior is "\.\.0\.4"/],
    [["train", "bags.csv", "--method", "lsdd", "--prior", "0.1..0.4"], "option", /a range.*--method auto/],
    [["train", "bags.csv", "--kernel", "x"], "option", /auto.*--kernel.*pu-skc, pu-instance, svm/],
    [["train", "bags.csv", "--prior-at-most", "2"], "option", /--prior-at-most is 2/],
    [
      ["train", "bags.csv", "--prior", "0.5..0.8", "--prior-at-most", "0.4"],
      "prior-contradiction",
      /0\.5\.\.0\.8.*0\.4/,
    ],
    [["train", "bags.csv", "--audited", "31/30"], "audit", /31\/30/],
    [["train", "bags.csv", "--audited", "0/0"], "audit", /0\/0/],
    [["train", "bags.csv", "--audited", "7-30"], "option", /"7-30"/],
    [["train", "bags.csv", "--audited", "absent.csv"], "no-such-file", /absent\.csv/],
    [["train", "bags.csv", "--audited", "stranger.csv"], "audit-unknown-bag", /stranger\.csv.*line 2/],
    [["train", "bags.csv", "--audited", "contrary.csv"], "audit-contradiction", /contrary\.csv.*negative.*positive/],
    [["train", "bags.csv", "--audited", "nothing.csv"], "audit-empty", /nothing\.csv/],
    [["train", "bags.csv", "--scenario", "single-set", "--prior", "0.1"], "prior-contradiction", /0\.1.*0\.25/],
    [["train", "bags.csv", "--dump", "d.problem"], "option", /train --dump.*onProblem/],
    [["train", "bags.csv", "--dump=d.problem"], "option", /train --dump.*onProblem/],
    [["solve", "d.problem"], "option", /solve.*bagwise\/solver/],
    [["train", "bags.csv", "--method", "lsdd", "--audited", "7/30"], "option", /lsdd.*--audited/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior-at-most", "0.5"], "option", /pu-skc.*--prior-at-most/],
    [["train", "bags.csv", "--degree", "2"], "option", /auto.*--degree/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "0"], "option", /--prior is 0/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "1.5"], "option", /--prior is 1\.5/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "foo"], "option", /--prior is "foo".*ratio/],
    [["train", "bags.csv", "--method", "pu-skc", "--landmarks", "61"], "landmarks", /60.*61/],
    [["train", "bags.csv", "--method", "pu-skc", "--degree", "0"], "option", /degree is \[0\]/],
    [["train", "bags.csv", "--method", "pu-skc", "--lambda", "-1"], "option", /lambda is \[-1\]/],
    [["train", "bags.csv", "--method", "pu-skc", "--lambda", "5e-324"], "option", /lambda is \[5e-324\]/],
    [["train", "bags.csv", "--method", "pu-skc", "--folds", "50"], "folds", /15.*50/],
    [["train", "bags.csv", "--method", "pu-skc", "--kernel", "foo"], "kernel", /"foo"/],
    [["train", "bags.csv", "--method", "pu-skc", "--loss", "hinge"], "option", /--loss is "hinge".*double-hinge/],
    [["train", "bags.csv", "--method", "magic"], "commander.invalidArgument", /pu-skc/],
    [["train", "bags.csv", "--method", "lsdd", "--degree", "2"], "option", /lsdd.*--degree/],
    [["train", "bags.csv", "--density-points", "9"], "option", /auto.*--density-points/],
    [["train", "bags.csv", "--method", "pu-skc", "--density-points", "9"], "option", /pu-skc.*--density-points/],
    [["train", "bags.csv", "--method", "dsdd", "--prior", "ratio"], "option", /prior is "ratio"/],
    [["predict", "m.model", "bags.csv", "--instances"], "no-instance-scores", /m\.model: /],
    [["train", "bags.csv", "--workers", "0"], "option", / 0/],
    [["train", "absent.csv"], "no-such-file", /absent\.csv/],
    [["predict", "m.model", "other.csv"], "features", /other\.csv: .*"f3", "f4"/],
    [["rank", "m.model", "other.csv"], "features", /other\.csv: .*"f3"/],
    [["evaluate", "m.model", "other.csv"], "features", /other\.csv: /],
    [["evaluate", "m.model", "positive.csv"], "no-unlabeled", /positive\.csv: /],
    [["rank", "m.model", "bags.csv", "--top", "0"], "option", /--top is 0/],
    [["rank", "m.model", "positive.csv"], "nothing-to-rank", /--all/],
    [["predict", "bags.csv", "bags.csv"], "not-packed", /bags\.csv: /],
    [["predict", "cut.model", "bags.csv"], "damaged", /cut\.model: /],
    [["predict", "absent.model", "bags.csv"], "no-such-file", /absent\.model/],
  ])("%j gives one sentence, exit code 2 and no file", async (args, code, message) => {
    const output = { train: ["--out", at("new.model")], predict: ["--out", at("new.csv")] }[args[0]] ?? [];
    const before = readdirSync(folder);
    const placed = args.map((arg) => (/\.(csv|model)$/.test(arg) ? at(arg) : arg));
    const { stderr, ...found } = await cliHere([...placed, ...output]);
    expect(found).toEqual({ status: 2, stdout: "", code });
    expect(stderr).toMatch(/^bagwise: /);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+|undefined|\[object/);
    expect(readdirSync(folder)).toEqual(before);
  });

  it("a model that cannot be written leaves nothing, also from the built command", () => {
    const { status, stderr } = cli(["train", "bags.csv", "--out", "no/such/m.model", "--prior", "0.3"], {
      cwd: folder,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/no\/such\/m\.model/);
    expect(existsSync(at("no"))).toBe(false);
  });
});
