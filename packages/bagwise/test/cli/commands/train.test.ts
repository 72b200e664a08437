import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEARNERS } from "../../../src/learners.js";
import { cliHere, printed } from "../run-cli.js";

let folder: string;
/** The unlabeled bags, the first of which are reviewed. */
let unlabeled: string[];
const at = (name: string) => join(folder, name);

const run = (...args: readonly string[]) => printed(args);

/** What a training prints, by its flags: tests that ask for the same one share it. */
const trainings = new Map<string, Promise<string>>();
function train(...args: readonly string[]): Promise<string> {
  const key = args.join(" ");
  const known = trainings.get(key) ?? run("train", at("bags.csv"), "--out", at("m.model"), "--details", ...args);
  trainings.set(key, known);
  return known;
}
const card = async (...args: readonly string[]) => JSON.parse(await train(...args, "--json"));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-train-"));
  const shape = ["--bags", "80", "--labeled", "20", "--dimensions", "4", "--distance", "4", "--seed", "1"];
  await run("synth", at("bags.csv"), ...shape);
  const rows = readFileSync(at("bags.csv"), "utf8").trim().split("\n").slice(1);
  const labels = new Map(rows.map((row) => [row.split(",")[0], row.split(",")[1]]));
  unlabeled = [...labels].flatMap(([id, label]) => (label === "1" ? [] : [id]));
  const answers = unlabeled.slice(0, 10).map((id, i) => `${id},${i < 3 ? 1 : -1}`);
  writeFileSync(at("seen.csv"), `bag,label\n${answers.join("\n")}\n${unlabeled[10]},\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise train with what is known of the prior", () => {
  it("takes a value, a range and a bound", async () => {
    const given = await card("--prior", "0.3");
    expect(given.prior).toMatchObject({ value: 0.3, low: 0.3, high: 0.3, method: "given" });
    expect(given.options).toEqual({ prior: "0.3" });
    const range = (await card("--prior", "0.1..0.4")).prior;
    expect([range.low >= 0.1 - 1e-9, range.low < range.value, range.value < range.high, range.high <= 0.4]).toEqual(
      new Array(4).fill(true),
    );
    expect((await card("--prior-at-most", "0.2")).prior.high).toBeLessThanOrEqual(0.2);
  });

  it("says where the prior comes from, and pictures it", async () => {
    expect(await train("--prior", "0.3")).toMatch(/\(the prior\)\n {2}0\.3, /);
    const text = await train("--prior", "0.1..0.4");
    expect(text).toMatch(/0\.\d\d to 0\.\d\d .*\(90 % interval\),\s+perhaps\s[\s\S]* 0\.1 to 0\.4/);
    expect(text).toMatch(/[▁▂▃▄▅▆▇█]/);
  });

  it("takes the counts of an audit, which narrow the interval and label nothing", async () => {
    const [without, audited] = [await card(), await card("--audited", "15/60")];
    expect(audited.prior.high - audited.prior.low).toBeLessThan(without.prior.high - without.prior.low);
    expect(audited.training).toMatchObject({ positive: 20, unlabeled: 60 });
    expect(audited.training).not.toHaveProperty("negative");
    expect(audited.options).toEqual({ audited: "15/60" });
    expect(await train("--audited", "15/60")).toMatch(/from the data and 15 of 60 reviewed bags/);
  });

  it("takes the answers of an audit from a file, as counts and as labels", async () => {
    const found = await card("--audited", at("seen.csv"));
    expect(found.training).toMatchObject({ positive: 23, unlabeled: 50, negative: 7 });
    expect(found.chosen).toHaveProperty("negativeWeight");
    expect(found.options).toEqual({ audited: "3/10" });
    const text = await train("--audited", at("seen.csv"));
    expect(text).toMatch(/^Data +80 bags: 23 positive, 50 unlabeled, 7 negative/m);
    expect(text).toMatch(/Known negatives: 7 bags/);
    // Bags that were reviewed are no longer ranked as unlabeled ones.
    const ranking = text.slice(text.indexOf("The most likely"), text.indexOf("Share of positives"));
    for (const id of unlabeled.slice(0, 10)) expect(ranking).not.toContain(id);
  });

  it("leaves the labels of a single set as they are, because they carry the prior", async () => {
    const found = await card("--audited", at("seen.csv"), "--scenario", "single-set");
    expect(found.training).toMatchObject({ positive: 20, unlabeled: 60 });
    expect(found.prior.method).toContain("the audit");
    expect(found.prior.low).toBeGreaterThan(20 / 80);
  });
});

describe("bagwise train says of an audit", () => {
  it("what it found, in words and for programs, and what to do next", async () => {
    const text = await train("--audited", at("seen.csv"));
    expect(text).toMatch(/^Audit +3 positive, 7 negative, 1 not reviewed$/m);
    const found = await card("--audited", at("seen.csv"));
    expect(found.audit).toEqual({ positive: 3, reviewed: 10, notReviewed: 1 });
    expect(found.advice).toMatchObject({ contradiction: false });
    expect((await card("--audited", "3/10")).audit).toEqual({ positive: 3, reviewed: 10, notReviewed: null });
    expect((await card("--prior", "0.3")).advice).toBeNull();
  });

  it("that it contradicts a range", async () => {
    const codes = async (...flags: string[]) => (await card(...flags)).notes.map(({ code }: { code: string }) => code);
    expect(await codes("--prior-at-most", "0.2", "--audited", "50/60")).toContain("prior-against-audit");
    expect(await codes("--prior", "0.2", "--audited", "29/30")).toContain("prior-against-audit");
  });

  it("the same prior as `bagwise prior`, with known negatives, too", async () => {
    const { prior } = await card("--audited", at("seen.csv"));
    const { belief } = JSON.parse(await run("prior", at("bags.csv"), "--audited", at("seen.csv"), "--json"));
    expect(belief).toEqual(prior.belief);
  });

  it("how pu-skc uses it: as the prior where none is given, and its answers as labels", async () => {
    const quick = ["--method", "pu-skc", "--degree", "1", "--lambda", "0.1", "--bootstrap", "0"];
    const counts = await card(...quick, "--audited", "7/30");
    expect(counts.prior).toMatchObject({ value: 8 / 32, method: "audit" });
    expect(counts.training).toMatchObject({ positive: 20, unlabeled: 60 });
    expect(counts.notes.map(({ code }: { code: string }) => code)).toContain("prior-audited");
    const file = await card(...quick, "--audited", at("seen.csv"));
    expect(file.prior.value).toBe(4 / 12);
    expect(file.training).toMatchObject({ positive: 23, unlabeled: 50, negative: 7 });
    const given = await card(...quick, "--audited", "7/30", "--prior", "0.4");
    expect(given.prior.value).toBe(0.4);
    expect(given.notes.map(({ code }: { code: string }) => code)).toContain("audit-unused");
    // Of the 80 bags 20 are labelled, and the audit is of the other 60.
    const single = await card(...quick, "--audited", "7/30", "--scenario", "single-set");
    expect(single.prior.value).toBeCloseTo(0.25 + 0.75 * 0.25, 12);
  });
});

describe("bagwise train", () => {
  it("titles the prior of a single set as what it is, and expects no more positives than that leaves", async () => {
    const text = (await train("--scenario", "single-set", "--prior", "0.5")).replace(/\s+/g, " ");
    expect(text).toMatch(/among all bags.*\(the prior\)/);
    // 40 of 80 bags are positive, and 20 of those are labelled.
    expect(text).toContain("The prior expects about 20");
  });

  it("does not blame the prior where it is known and positives are rare", async () => {
    const text = (await train("--prior-at-most", "0.02")).replace(/\s+/g, " ");
    expect(text).toMatch(/every bag is called negative, [^.]*minority/);
    expect(text).not.toMatch(/prior is (very )?uncertain|give a bound/);
  });

  it("shows the ranking before the prior, and the prior before the choices", async () => {
    const text = await train();
    const places = [
      "The most likely unlabeled bags",
      "(the prior)",
      "What was chosen, and why",
      "Certificate",
      "Model written",
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });

  it("says that it guesses where nothing can be found", async () => {
    await run(...["synth", at("noise.csv"), "--bags", "60", "--labeled", "15", "--distance", "0", "--dimensions", "3"]);
    const text = await run("train", at("noise.csv"), "--out", at("n.model"), "--prior", "0.2", "--details");
    expect(text).toMatch(/Decision: every bag is called negative/);
    expect(text.replace(/\s+/g, " ")).toMatch(/Note: [^.]*constant guess/);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });

  it("works with one positive bag", async () => {
    await run("synth", at("one.csv"), "--bags", "30", "--labeled", "1", "--dimensions", "3");
    const text = await run("train", at("one.csv"), "--out", at("one.model"));
    expect(text.replace(/\s+/g, " ")).toMatch(/Note: [^.]*too few bags to hold any out/);
    expect(text).toContain("a guess");
    expect(text).not.toMatch(/from held-out scores|stand out from noise/);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });

  it("offers every method, auto first, and shows the options of the one that you name", async () => {
    const helpOf = async (...args: string[]) => (await cliHere(["train", ...args])).stdout.replace(/\s+/g, " ");
    const help = await helpOf("--help");
    expect(help).toContain('(choices: "auto", "pu-skc"');
    for (const { description } of LEARNERS) expect(help).toContain(`${description.name} ${description.title}`);
    expect(help).toMatch(/Options of the method: .*--prior-at-most <number> \w+/);
    expect(help).not.toContain("--kernel <");
    const other = await helpOf("--method", "svm", "--help");
    expect(other).toMatch(/--kernel <value> how two bags .*--cost <a\[,b...\]>/);
    expect(other).not.toContain("--prior-at-most");
  });

  it("reads an option as the method wants it, if methods differ", async () => {
    expect((await card("--method", "svm", "--cost", "1,5")).options).toEqual({ cost: [1, 5] });
    expect((await card("--method", "pu-mil", "--cost", "5", "--epochs", "1")).options).toMatchObject({ cost: 5 });
    const two = ["train", at("bags.csv"), "--out", at("other.model"), "--method", "pu-mil", "--cost", "1,5"];
    expect((await cliHere(two)).stderr).toMatch(/--cost is "1,5".*Give a number/);
  });
});
