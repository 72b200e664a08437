import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explain } from "@bagwise/core/explain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadModel } from "../../../src/node/files/model-file.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { cliHere } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-explain-"));
  const make = "--bags 40 --labeled 12 --dimensions 4 --distance 5 --bag-size 1,4 --seed 3".split(" ");
  expect((await cliHere(["synth", at("bags.csv"), ...make])).status).toBe(0);
  for (const method of ["auto", "lsdd"]) {
    const { status, stderr } = await cliHere([
      "train",
      at("bags.csv"),
      "--method",
      method,
      "--out",
      at(`${method}.model`),
    ]);
    expect(status, stderr).toBe(0);
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function json(args: readonly string[]) {
  const { status, stdout, stderr } = await cliHere([...args, "--json"]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("bagwise explain", () => {
  it("says first why the bag has its score, then what every instance and feature does", async () => {
    const { bags } = await json(["explain", at("auto.model"), at("bags.csv"), "--top", "1"]);
    const [{ bag, predicted, witness, contributions, features }] = bags;
    expect(contributions[witness.instance - 1]).toBe(witness.contribution);
    const { stdout, status } = await cliHere(["explain", at("auto.model"), at("bags.csv"), "--bag-id", bag]);
    expect(status).toBe(0);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toMatch(new RegExp(`[Bb]ag ${bag} is called (?:positive[.] .* calls it )?${predicted} `));
    expect(text).toContain(`${witness.place}`);
    expect(witness.place).toMatch(/^line \d+$/);
    for (const { name } of features) expect(stdout).toMatch(new RegExp(`^ +${name} `, "m"));
    for (const place of bags[0].places) expect(stdout).toMatch(new RegExp(`^ +${place} +`, "m"));
    expect(stdout).toContain("witness");
  });

  it("names both answers where that of a training bag changed once the model had learned from it", async () => {
    const { bags } = await json(["explain", at("auto.model"), at("bags.csv"), "--top", "4"]);
    const seen = new Set<boolean>();
    for (const { bag, predicted, whileHeldOut } of bags) {
      const differ = whileHeldOut.predicted !== predicted;
      seen.add(differ);
      const { stdout } = await cliHere(["explain", at("auto.model"), at("bags.csv"), "--bag-id", bag]);
      expect(stdout.replace(/\s+/g, " ")).toContain(
        differ
          ? `Held out, bag ${bag} is called ${whileHeldOut.predicted}. This model has learned from it and calls it ${predicted}`
          : `Bag ${bag} is called ${predicted}`,
      );
    }
    expect(seen).toEqual(new Set([true, false]));
  });

  it.each(["auto", "lsdd"])("gives programs what the library says, of %s", async (method) => {
    const bags = await readBags(at("bags.csv"));
    const known = bags.ids();
    const wanted = [7, 0, 7].flatMap((i) => ["--bag-id", known[i]]);
    const { bags: told } = await json(["explain", at(`${method}.model`), at("bags.csv"), ...wanted, "--features", "2"]);
    const model = await loadModel(at(`${method}.model`));
    const expected = await explain(model, bags.subset([7, 0]), { features: 2 });
    expect(told.map(({ bag }: { bag: string }) => bag)).toEqual([known[7], known[0]]);
    for (const [i, bag] of told.entries()) {
      expect(bag.contributions).toEqual([...expected[i].contributions]);
      expect(bag.witness).toMatchObject({
        instance: expected[i].witness.instance + 1,
        contribution: expected[i].witness.contribution,
        tied: expected[i].tied,
      });
      expect(bag.features.map(({ effect }: { effect: number }) => effect)).toEqual(
        expected[i].features.map(({ effect }) => effect),
      );
    }
  });

  it("takes the likeliest bags that are not labelled positive, in their order", async () => {
    const { bags: ranked } = await json(["rank", at("auto.model"), at("bags.csv"), "--top", "3"]);
    const { bags: told } = await json(["explain", at("auto.model"), at("bags.csv"), "--top", "3"]);
    expect(told.map(({ bag }: { bag: string }) => bag)).toEqual(ranked.map(({ bag }: { bag: string }) => bag));
  });

  it("writes the contribution of every instance of every bag", async () => {
    const { status, stdout } = await cliHere([
      "explain",
      at("auto.model"),
      at("bags.csv"),
      "--all",
      "--out",
      at("why.csv"),
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("40 bags");
    const bags = await readBags(at("bags.csv"));
    const [header, ...lines] = readFileSync(at("why.csv"), "utf8").trimEnd().split("\n");
    expect(header).toBe("bag,instance,place,contribution,witness");
    expect(lines.length).toBe(bags.instances);
    expect(lines.filter((line) => line.endsWith(",yes")).length).toBe(bags.size);
  });

  it("names bags that are nearly called so when there is none of that id", async () => {
    const [first] = (await readBags(at("bags.csv"))).ids();
    const { status, stderr } = await cliHere(["explain", at("auto.model"), at("bags.csv"), "--bag-id", `${first}x`]);
    expect(status).toBe(2);
    expect(stderr).toContain(`there is no bag "${first}x"`);
    expect(stderr).toContain(`"${first}"`);
    const other = await cliHere(["explain", at("auto.model"), at("bags.csv"), "--bag-id", "something else entirely"]);
    expect(other.stderr).toMatch(/such as "/);
  });

  it.each(["--top", "--instances"])("refuses %s 0", async (flag) => {
    const { status, stderr } = await cliHere(["explain", at("auto.model"), at("bags.csv"), flag, "0"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(flag)]);
  });

  it("never writes over what it reads", async () => {
    const args = ["explain", at("auto.model"), at("bags.csv"), "--out", at("bags.csv")];
    expect(await cliHere(args)).toMatchObject({ status: 2, code: "overwrite" });
  });

  it("says what a bag of one instance, of equal instances and of a negative answer means", async () => {
    const { features } = await readBags(at("bags.csv"));
    const row = (id: string, value: number) => [id, ...features.map(() => value)].join(",");
    const lines = [
      ["bag", ...features].join(","),
      row("one", 0),
      row("same", 0),
      row("same", 0),
      row("low", -3),
      row("low", 0),
    ];
    writeFileSync(at("odd.csv"), `${lines.join("\n")}\n`);
    const { status, stdout, stderr } = await cliHere(["explain", at("auto.model"), at("odd.csv"), "--all"]);
    expect(status, stderr).toBe(0);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toMatch(/Bag one is called \w+ because of its only instance/);
    expect(text).toMatch(/Bag same is called \w+, but no single instance matters/);
    expect(text).toMatch(/Bag low is called negative/);
  });
});

describe("--witness", () => {
  it("adds columns to rank", async () => {
    const { stdout } = await cliHere(["rank", at("auto.model"), at("bags.csv"), "--top", "2", "--witness"]);
    expect(stdout.split("\n")[0]).toMatch(/witness +contribution +by/);
    const { bags } = await json(["rank", at("auto.model"), at("bags.csv"), "--top", "2", "--witness"]);
    const { bags: told } = await json(["explain", at("auto.model"), at("bags.csv"), "--top", "2"]);
    expect(bags.map(({ witness }: { witness: object }) => witness)).toEqual(
      told.map(({ witness }: { witness: object }) => witness),
    );
    const plain = await json(["rank", at("auto.model"), at("bags.csv"), "--top", "2"]);
    expect(plain.bags[0]).not.toHaveProperty("witness");
  });

  it.each(["auto", "lsdd"])("adds columns to predict, of %s", async (method) => {
    const { stdout } = await cliHere(["predict", at(`${method}.model`), at("bags.csv"), "--witness"]);
    const [header, ...lines] = stdout.trimEnd().split("\n");
    expect(header).toBe("bag,score,predicted,probability,heldOut,witness,witnessInstance,contribution");
    const bags = await readBags(at("bags.csv"));
    const explanations = await explain(await loadModel(at(`${method}.model`)), bags);
    expect(lines.map((line) => line.split(",").slice(5))).toEqual(
      explanations.map(({ witness }, i) =>
        [bags.instanceName(i, witness.instance), witness.instance + 1, witness.contribution].map(String),
      ),
    );
    const { bags: told } = await json(["predict", at(`${method}.model`), at("bags.csv"), "--witness"]);
    expect(told[0].witness.instance).toBe(explanations[0].witness.instance + 1);
  });

  it("does not go with --instances, which says it already", async () => {
    const { status, stderr } = await cliHere(["predict", at("lsdd.model"), at("bags.csv"), "--witness", "--instances"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("--instances")]);
  });
});
