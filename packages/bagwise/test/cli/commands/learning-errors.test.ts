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
  await here("synth", at("other.csv"), "--bags", "20", "--dimensions", "6", "--seed", "3");
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
  it.each(["prior", "train", "rank", "predict", "evaluate", "solve"])("%s has examples", async (command) => {
    const { status, stdout } = await cliHere([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}\\$ bagwise (train|${command}) `));
  });

  it("train explains every option with its default", async () => {
    const help = (await cliHere(["train", "--help"])).stdout.replace(/\s+/g, " ");
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
  it.each<[string[], RegExp]>([
    [["train", "unlabeled.csv"], /unlabeled\.csv: there is no positive bag/],
    [["train", "positive.csv"], /positive\.csv: there is no unlabeled bag/],
    [["prior", "unlabeled.csv"], /unlabeled\.csv: there is no positive bag/],
    [["prior", "positive.csv"], /positive\.csv: there is no unlabeled bag/],
    [["prior", "bags.csv", "--seed", "-1"], /seed is -1/],
    [["train", "bags.csv", "--prior", "0"], /prior is "0".*a share above 0 and below 1.*range/],
    [["train", "bags.csv", "--prior", "1.5"], /prior is "1\.5"/],
    [["train", "bags.csv", "--prior", "foo"], /prior is "foo"/],
    [["train", "bags.csv", "--prior", "0.4..0.1"], /first number is the larger.*Write it as 0\.1\.\.0\.4/],
    [["train", "bags.csv", "--prior", "30%"], /percentage.*Write 0\.3/],
    [["train", "bags.csv", "--prior-at-most", "0"], /--prior-at-most is 0/],
    [["train", "bags.csv", "--prior-at-most", "50%"], /--prior-at-most.*Write 0\.5 instead/],
    [["train", "bags.csv", "--prior", "median"], /"median", an estimator.*--method pu-skc/],
    [["train", "bags.csv", "--prior", "..0.4"], /--prior is "\.\.0\.4"/],
    [["train", "bags.csv", "--method", "lsdd", "--prior", "0.1..0.4"], /a range.*--method auto/],
    [["train", "bags.csv", "--kernel", "x"], /auto has no option --kernel.*has it: pu-skc\./],
    [["train", "bags.csv", "--prior-at-most", "2"], /--prior-at-most is 2/],
    [["train", "bags.csv", "--prior", "0.5..0.8", "--prior-at-most", "0.4"], /0\.5\.\.0\.8 is not at most 0\.4/],
    [["train", "bags.csv", "--audited", "31/30"], /31\/30.*more positives than bags/],
    [["train", "bags.csv", "--audited", "0/0"], /audit 0\/0/],
    [["train", "bags.csv", "--audited", "7-30"], /"7-30"/],
    [["train", "bags.csv", "--audited", "absent.csv"], /absent\.csv/],
    [["train", "bags.csv", "--audited", "stranger.csv"], /stranger\.csv.*line 2.*"nobody"/],
    [["train", "bags.csv", "--audited", "contrary.csv"], /contrary\.csv.*negative.*labelled positive/],
    [["train", "bags.csv", "--audited", "nothing.csv"], /nothing\.csv/],
    [["train", "bags.csv", "--scenario", "single-set", "--prior", "0.1"], /prior of 0\.1 .*0\.25 of all bags/],
    [["train", "bags.csv", "--dump", "d.problem"], /method auto has no problem.*--method pu-skc/],
    [["train", "bags.csv", "--method", "lsdd", "--dump", "d.problem"], /method lsdd has no problem.*--method pu-skc/],
    [["train", "bags.csv", "--method", "lsdd", "--audited", "7/30"], /the method lsdd has no option --audited/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior-at-most", "0.5"], /pu-skc has no option --prior-at-most/],
    [["train", "bags.csv", "--degree", "2"], /the method auto has no option --degree/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "0"], /the prior is 0/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "1.5"], /the prior is 1\.5/],
    [["train", "bags.csv", "--method", "pu-skc", "--prior", "foo"], /the prior is "foo".*ratio/],
    [["train", "bags.csv", "--method", "pu-skc", "--landmarks", "61"], /60 training bags for 61 landmarks/],
    [["train", "bags.csv", "--method", "pu-skc", "--degree", "0"], /degree is \[0\]/],
    [["train", "bags.csv", "--method", "pu-skc", "--lambda", "-1"], /lambda is \[-1\]/],
    [["train", "bags.csv", "--method", "pu-skc", "--folds", "50"], /15 positive bags for 50 folds/],
    [["train", "bags.csv", "--method", "pu-skc", "--kernel", "foo"], /no kernel "foo"/],
    [["train", "bags.csv", "--loss", "hinge"], /double-hinge/],
    [["train", "bags.csv", "--method", "magic"], /pu-skc/],
    [["train", "bags.csv", "--method", "lsdd", "--degree", "2"], /the method lsdd has no option --degree/],
    [["train", "bags.csv", "--density-points", "9"], /the method auto has no option --density-points/],
    [["train", "bags.csv", "--method", "pu-skc", "--density-points", "9"], /pu-skc has no option --density-points/],
    [["train", "bags.csv", "--method", "dsdd", "--prior", "ratio"], /prior is "ratio"/],
    [["predict", "m.model", "bags.csv", "--instances"], /m\.model: .*scores bags as a whole/],
    [["train", "bags.csv", "--workers", "0"], /number of workers is 0/],
    [["train", "absent.csv"], /absent\.csv/],
    [["predict", "m.model", "other.csv"], /other\.csv: .*not known: "f5", "f6"/],
    [["rank", "m.model", "other.csv"], /other\.csv: .*"f5"/],
    [["evaluate", "m.model", "other.csv"], /other\.csv: /],
    [["evaluate", "m.model", "positive.csv"], /positive\.csv: there is no unlabeled bag/],
    [["rank", "m.model", "bags.csv", "--top", "0"], /--top is 0/],
    [["rank", "m.model", "positive.csv"], /every bag is labelled positive.*--all/],
    [["predict", "bags.csv", "bags.csv"], /bags\.csv: this is no model file of bagwise/],
    [["predict", "cut.model", "bags.csv"], /cut\.model: .*(ends too early|cannot be read|bytes)/],
    [["predict", "absent.model", "bags.csv"], /absent\.model/],
    [["solve", "m.model"], /m\.model: this is a "model" file, not a problem/],
    [["solve", "m.model", "--tolerance", "x"], /tolerance is x/],
  ])("%j gives one sentence, exit code 2 and no file", async (args, message) => {
    const output = { train: ["--out", at("new.model")], predict: ["--out", at("new.csv")] }[args[0]] ?? [];
    const before = readdirSync(folder);
    const placed = args.map((arg) => (/\.(csv|model)$/.test(arg) ? at(arg) : arg));
    const { status, stdout, stderr } = await cliHere([...placed, ...output]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
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
