import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { version } from "@bagwise/core/base";
import { WRITABLE_FORMATS } from "@bagwise/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFolder, missing } from "../../require-all.js";
import { cli, cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise", () => {
  it("prints its version", async () => {
    expect(await cliHere(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it.each([[[]], [["--help"]], [["inspect", "--help"]], [["convert", "--help"]], [["synth", "--help"]]])(
    "shows help with examples for %j",
    async (args) => {
      const { status, stdout } = await cliHere(args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/Examples:\n {2}\$ bagwise/);
    },
  );

  it.each([
    [["inspct"]],
    [["inspect"]],
    [["inspect", "a", "--wrong"]],
    [["inspect", "a", "--missing", "maybe"]],
    [["synth", "x.csv", "--bags", "many"]],
    [["synth", "x.csv", "--prior", "2"]],
    [["synth", "x.unknown"]],
  ])("answers %j with one sentence and exit code 2", async (args) => {
    const { status, stdout, stderr } = await cliHere(args, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^bagwise: /);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the built program, in a process of its own", () => {
  it("prints its version and ends with 0", () => {
    expect(cli(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("ends with 2 for bad input, with one sentence on stderr", () => {
    const { status, stdout, stderr } = cli(["inspect", "not-there.csv"], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^bagwise: not-there\.csv: .*\n$/);
  });

  it("reads standard input and writes standard output, packed or not", () => {
    const text = "bag,label,x\na,1,1\nb,0,2\n";
    for (const input of [text, gzipSync(text)])
      expect(cli(["convert", "-", "-"], { input })).toMatchObject({ status: 0, stdout: text });
  });
});

describe("bagwise inspect", () => {
  const data = dataFolder();
  const skipped = missing("the paper's data sets (a folder named by BAGWISE_DATA)", data);

  it.skipIf(skipped).each([
    ["musk1", { bags: 92, positive: 47, unlabeled: 0, negative: 45, instances: 476, features: 166 }],
    ["musk2", { bags: 102, positive: 39, unlabeled: 0, negative: 63, instances: 6598, features: 166 }],
    ["elephant", { bags: 200, positive: 100, unlabeled: 0, negative: 100, instances: 1391, features: 230 }],
    ["fox", { bags: 200, positive: 100, unlabeled: 0, negative: 100, instances: 1320, features: 230 }],
    ["tiger", { bags: 200, positive: 100, unlabeled: 0, negative: 100, instances: 1220, features: 230 }],
  ])("counts %s as the paper does", async (name, expected) => {
    const { status, stdout } = await cliHere(["inspect", join(data ?? "", `${name}.csv`), "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });

  it("prints JSON with documented keys, and no other", async () => {
    writeFileSync(at("keys.csv"), "bag,label,x\na,1,1\nb,0,2\n");
    const printed = JSON.parse((await cliHere(["inspect", at("keys.csv"), "--json"])).stdout);
    expect(Object.keys(printed)).toEqual([
      ...["bagwise", "file", "bags", "positive", "unlabeled", "negative", "instances", "features", "bagSize", "groups"],
      ...[
        "constantFeatures",
        "nearConstantFeatures",
        "duplicateBags",
        "nearDuplicateBags",
        "findings",
        "notes",
        ...["error", "problems", "columns", "suggested", "command"],
        "dataHash",
      ],
    ]);
    const docs = readFileSync(new URL("../../../../../docs/reference/json.md", import.meta.url), "utf8");
    for (const key of Object.keys(printed)) expect(docs, key).toContain(`\`${key}\``);
  });

  it("tells people what looks wrong, and which columns it guessed", async () => {
    writeFileSync(at("odd.csv"), "molecule,active,same,x\na,1,5,1\nb,0,5,2\nc,0,5,2\n");
    const { stdout } = await cliHere(["inspect", at("odd.csv")]);
    expect(stdout).toContain("3 bags: 1 positive, 2 unlabeled, 0 negative");
    expect(stdout).toContain('bag = "molecule", label = "active"');
    expect(stdout).toContain("1 feature has the same value in every instance: same");
    // No colours where nobody sees them.
    expect(stdout).not.toContain("\x1b");
  });

  it("reads standard input, packed or not", async () => {
    const text = "bag,label,x\na,1,1\nb,0,2\n";
    for (const input of [text, gzipSync(text)])
      expect(JSON.parse((await cliHere(["inspect", "-", "--json"], { input })).stdout)).toMatchObject({
        bags: 2,
        positive: 1,
      });
  });
});

describe("bagwise synth and convert", () => {
  it("make the same bytes for the same seed", async () => {
    await cliHere(["synth", at("one.csv"), "--seed", "3"]);
    await cliHere(["synth", at("two.csv"), "--seed", "3"]);
    await cliHere(["synth", at("three.csv"), "--seed", "4"]);
    expect(readFileSync(at("one.csv"))).toEqual(readFileSync(at("two.csv")));
    expect(readFileSync(at("one.csv"))).not.toEqual(readFileSync(at("three.csv")));
  });

  it("take every option of the generator", async () => {
    const args = [
      "--bags",
      "50",
      "--labeled",
      "10",
      "--prior",
      "0.5",
      "--witness-rate",
      "0.2",
      "--dimensions",
      "4",
      "--distance",
      "2",
      "--spread",
      "1,2",
      "--relevant",
      "2",
      "--bag-size",
      "2,3",
      "--seed",
      "9",
    ];
    const { status, stdout } = await cliHere(["synth", at("all.csv"), ...args, "--truth", at("truth.csv"), "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      bags: 50,
      positive: 10,
      unlabeled: 40,
      negative: 0,
      features: 4,
      hiddenPositive: 20,
    });
    const truth = readFileSync(at("truth.csv"), "utf8").trim().split("\n");
    expect(truth[0]).toBe("bag,instance,bag_truth,instance_truth");
    expect(truth.length - 1).toBe(JSON.parse(stdout).instances);
    expect(JSON.parse((await cliHere(["synth", at("shown.csv"), ...args, "--reveal", "--json"])).stdout)).toMatchObject(
      {
        positive: 30,
        negative: 20,
      },
    );
  });

  it.each(WRITABLE_FORMATS.flatMap(({ extensions: [extension] }) => [extension, `${extension}.gz`]))(
    "carry bags through .%s and back without a change",
    async (extension) => {
      await cliHere(["synth", at("start.csv"), "--bags", "20", "--dimensions", "3", "--seed", "5"]);
      for (const rows of ["instances", "bags"]) {
        expect(
          (await cliHere(["convert", at("start.csv"), at(`through.${extension}`), "--force", "--rows", rows])).stderr,
        ).toBe("");
        expect((await cliHere(["convert", at(`through.${extension}`), at("end.csv"), "--force"])).stderr).toBe("");
        expect(readFileSync(at("end.csv"), "utf8")).toBe(readFileSync(at("start.csv"), "utf8"));
      }
    },
  );

  it("recognise a format by its content when the name says nothing", async () => {
    await cliHere(["synth", at("start.csv"), "--bags", "20", "--seed", "5"]);
    for (const { name } of WRITABLE_FORMATS) {
      await cliHere(["convert", at("start.csv"), at("nameless"), "--force", "--to", name]);
      const { status, stdout, stderr } = await cliHere(["inspect", at("nameless"), "--json"]);
      expect(status, `${name}: ${stderr}`).toBe(0);
      expect(JSON.parse(stdout).notes[0].message).toBe(`read as ${name}`);
    }
  });

  it("write to standard output for the next command", async () => {
    await cliHere(["synth", at("start.csv"), "--bags", "20", "--seed", "5"]);
    expect((await cliHere(["convert", at("start.csv"), "-"])).stdout).toBe(readFileSync(at("start.csv"), "utf8"));
  });

  it("leave no temporary file behind", async () => {
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
