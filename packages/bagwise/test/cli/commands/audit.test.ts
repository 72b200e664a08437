import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

let folder: string;
let truth: Map<string, string>;
const at = (name: string) => join(folder, name);
const audit = (...args: string[]) => cliHere(["audit", at("a.model"), at("bags.csv"), ...args]);

/** The file for the reviewer, with what `answer` says of each bag. */
function fill(from: string, to: string, answer: (bag: string, row: number) => string, separator = ","): void {
  const [header, ...rows] = readFileSync(at(from), "utf8").trim().split("\n");
  const filled = rows.map((row, k) => {
    const [bag, , code] = row.split(",");
    return [bag, answer(bag, k), code].join(separator);
  });
  writeFileSync(at(to), `${[header.replaceAll(",", separator), ...filled].join("\n")}\n`);
}

const right = (bag: string) => truth.get(bag) ?? "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-audit-"));
  const shape = ["--bags", "120", "--labeled", "15", "--dimensions", "3", "--distance", "4", "--seed", "1"];
  await cliHere(["synth", at("bags.csv"), ...shape, "--truth", at("truth.csv")]);
  const rows = readFileSync(at("truth.csv"), "utf8").trim().split("\n").slice(1);
  truth = new Map(rows.map((row) => row.split(",")).map(([bag, , label]) => [bag, label]));
  expect((await cliHere(["train", at("bags.csv"), "--out", at("a.model")])).status).toBe(0);
  expect((await audit("-n", "24", "--seed", "3", "--out", at("audit.csv"))).status).toBe(0);
  fill("audit.csv", "answered.csv", right);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise audit --out", () => {
  it("writes a file that does not tell what the model thinks", async () => {
    const text = readFileSync(at("audit.csv"), "utf8");
    const [header, ...rows] = text.trim().split("\n");
    expect(header).toBe("bag,label,audit");
    expect(rows).toHaveLength(24);
    for (const row of rows) expect(row).toMatch(/^bag-\d+,,n24-s3-t0-f[0-9a-f]{8}-m[0-9a-f]{8}-d\d+of\d+(_\d+of\d+)*$/);
    expect(new Set(rows.map((row) => row.split(",")[2])).size).toBe(1);
  });

  it("says what to do, and draws the same bags again", async () => {
    const { status, stdout } = await audit("-n", "24", "--seed", "3", "--out", at("again.csv"));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^24 of 105 unlabeled bags drawn at random, in 4 strata/);
    expect(stdout).toMatch(/1 \(positive\) or -1 \(negative\)/);
    expect(stdout).toContain("--answers");
    expect(readFileSync(at("again.csv"), "utf8")).toBe(readFileSync(at("audit.csv"), "utf8"));
  });

  it("prints JSON with the strata, and the bags in the order of the file", async () => {
    const { stdout } = await audit("-n", "24", "--seed", "3", "--out", at("again.csv"), "--json");
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ n: 24, seed: 3, population: 105, threshold: 0 });
    expect(found.strata.reduce((sum: number, { drawn }: { drawn: number }) => sum + drawn, 0)).toBe(24);
    const rows = readFileSync(at("audit.csv"), "utf8").trim().split("\n").slice(1);
    expect(found.bags).toEqual(rows.map((row) => row.split(",")[0]));
    expect(rows[0].split(",")[2]).toBe(found.audit);
  });

  it.skipIf(process.platform === "win32")("replaces no answers that came while the bags were scored", async () => {
    copyFileSync(at("audit.csv"), at("filled.csv"));
    // The model comes through a pipe, so that the scoring waits for this test.
    execFileSync("mkfifo", [at("slow.model")]);
    const call = cliHere(["audit", at("slow.model"), at("bags.csv"), "-n", "24", "--out", at("filled.csv")]);
    const pipe = await open(at("slow.model"), "w");
    fill("audit.csv", "filled.csv", right);
    const filled = readFileSync(at("filled.csv"), "utf8");
    await pipe.writeFile(readFileSync(at("a.model")));
    await pipe.close();
    expect(await call).toMatchObject({ status: 2, code: "exists" });
    expect(readFileSync(at("filled.csv"), "utf8")).toBe(filled);
  });

  it("takes all bags when there are fewer than asked for", async () => {
    const { stdout } = await audit("-n", "500", "--out", at("all.csv"));
    expect(stdout).toMatch(/^All 105 unlabeled bags /);
    fill("all.csv", "all-answered.csv", right);
    const found = JSON.parse((await audit("--answers", at("all-answered.csv"), "--json")).stdout);
    const positives = [...truth.values()].filter((label) => label === "1").length - 15;
    expect(found.prior).toEqual({ value: positives / 105, low: positives / 105, high: positives / 105 });
  });

  it.each([
    [["--out", "x.csv", "-n", "0"], "-n is 0"],
    [["--out", "x.csv", "-n", "many"], "-n is many"],
    [["--out", "x.csv", "--seed", "0.5"], "seed"],
    [[], "--answers"],
    [["--out", "x.csv", "--answers", "y.csv"], "--answers"],
    [["--out", "x.csv", "--refit", "y.model"], "--refit"],
    [["--out", "x.csv", "--level", "0.8"], "--level"],
    [["--answers", "x.csv", "--as-labels"], "--as-labels"],
    [["--answers", "x.csv", "--counts-only"], "--counts-only"],
    [["--answers", "x.csv", "--refit", "y.model", "--counts-only", "--as-labels"], "contradict"],
  ])("refuses %j and names the flag", async (args, named) => {
    const { status, stderr, code } = await audit(...args.map((arg) => (/\.(csv|model)$/.test(arg) ? at(arg) : arg)));
    expect([status, code]).toEqual([2, args.includes("--seed") ? "seed" : "option"]);
    expect(stderr).toContain(named);
  });

  it("does not write onto answers, nor onto a file that is no blank audit", async () => {
    const refused = async (content: string, message: string) => {
      writeFileSync(at("there.csv"), content);
      const { status, stderr } = await audit("-n", "24", "--seed", "3", "--out", at("there.csv"));
      expect(status).toBe(2);
      expect(stderr).toContain(message);
      expect(readFileSync(at("there.csv"), "utf8")).toBe(content);
    };
    const blank = readFileSync(at("audit.csv"), "utf8");
    await refused(readFileSync(at("answered.csv"), "utf8"), "has 24 answers, which would be lost");
    await refused(blank.replace(",,", ",1,").replaceAll(",", ";"), "has 1 answer, which would be lost");
    await refused(
      blank.replace("bag,label,audit\n", "bag,label,audit,comment\n").replace(/\n$/, ",dim\n"),
      "has 1 answer",
    );
    await refused("bag,label\nbag-001,1\n", "would be lost");
    await refused("PK\u0003\u0004", "would be lost");
    for (const content of [blank, ""]) {
      writeFileSync(at("there.csv"), content);
      expect((await audit("-n", "24", "--seed", "3", "--out", at("there.csv"))).status).toBe(0);
      expect(readFileSync(at("there.csv"), "utf8")).toBe(blank);
    }
  });

  it("does not write onto what it reads", async () => {
    const before = readFileSync(at("bags.csv"), "utf8");
    expect((await audit("--out", at("bags.csv"))).status).toBe(2);
    expect((await audit("--answers", at("answered.csv"), "--refit", at("a.model"))).status).toBe(2);
    expect((await audit("--answers", at("answered.csv"), "--refit", at("answered.csv"))).status).toBe(2);
    expect(readFileSync(at("bags.csv"), "utf8")).toBe(before);
  });
});

describe("bagwise audit --answers", () => {
  it("prints the four measures with intervals, and how the assumed prior compares", async () => {
    const { status, stdout } = await audit("--answers", at("answered.csv"));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Audit +24 of 105 unlabeled bags: \d+ positive, \d+ negative\n/);
    for (const name of ["prior", "precision", "recall", "accuracy"])
      expect(stdout).toMatch(new RegExp(`^ +${name} +[01]\\.\\d{3} +[01]\\.\\d{3} to [01]\\.\\d{3} `, "m"));
    expect(stdout).toMatch(/^Assumed .* 0\.\d{3}, 0\.\d{3} too (high|low); this is (with|out)/m);
    expect(stdout).toContain("--refit NEW-MODEL");
    expect(
      Math.max(
        ...stdout
          .split("\n")
          .filter((line) => !line.startsWith("Next"))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100);
  });

  it("knows n and seed by the file, also after a spreadsheet wrote it with semicolons, another order and a mark", async () => {
    const plain = JSON.parse((await audit("--answers", at("answered.csv"), "--json")).stdout);
    fill("audit.csv", "semicolons.csv", right, ";");
    const [header, ...rows] = readFileSync(at("semicolons.csv"), "utf8").trim().split("\n");
    writeFileSync(at("semicolons.csv"), `\ufeff${[header, ...rows.reverse()].join("\r\n")}\r\n`);
    const { stdout, stderr } = await audit("--answers", at("semicolons.csv"), "--json");
    expect(stderr).toBe("");
    expect({ ...JSON.parse(stdout), answers: "" }).toEqual({ ...plain, answers: "" });
    expect(plain).toMatchObject({ drawn: 24, reviewed: 24, refit: null, level: 0.9 });
  });

  it("goes on when the model has got another threshold and calibration since the draw, and says so", async () => {
    const plain = JSON.parse((await audit("--answers", at("answered.csv"), "--json")).stdout);
    writeFileSync(at("later.model"), readFileSync(at("a.model")));
    expect((await cliHere(["threshold", at("later.model"), "--by", "budget=60", "--in-place"])).status).toBe(0);
    expect((await cliHere(["calibrate", at("later.model"), "--method", "monotone", "--in-place"])).status).toBe(0);
    const args = ["audit", at("later.model"), at("bags.csv"), "--answers", at("answered.csv"), "--json"];
    const { status, stdout, stderr } = await cliHere(args);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const { notes, model: _, promised, ...found } = JSON.parse(stdout);
    const { notes: before, model: __, promised: first, ...rest } = plain;
    expect(found).toEqual(rest);
    // Expected values follow the new probabilities, within the same intervals.
    for (const name of ["precision", "recall", "accuracy"])
      expect(promised[name]).toEqual({ ...first[name], value: expect.any(Number) });
    const codes = (list: { code: string }[]) => list.map(({ code }) => code);
    expect(codes(notes)).toEqual([...codes(before), "audit-old-threshold"]);
  });

  it("compares with what held-out bags promise, and says that the bags were trained on", async () => {
    const { promised, trainedOn, precision } = JSON.parse(
      (await audit("--answers", at("answered.csv"), "--json")).stdout,
    );
    const evaluated = JSON.parse((await cliHere(["evaluate", at("a.model"), "--json"])).stdout);
    expect(promised.precision.value).toBeCloseTo(evaluated.measures.precision.value, 9);
    expect(promised.precision.contradicted).toBe(
      precision.high < promised.precision.low || precision.low > promised.precision.high,
    );
    expect(trainedOn.bags).toBe(105);
    const { stdout } = await audit("--answers", at("answered.csv"));
    expect(stdout).toMatch(/^Promised +by held-out bags: precision [01]\.\d{3} \(/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      `it was trained on them, and called ${trainedOn.predictedPositiveHeldOut} positive while they were held out`,
    );
    // A reviewer who calls everything negative contradicts the precision.
    await cliHere(["train", at("bags.csv"), "--out", at("k.model"), "--prior", "0.4"]);
    await cliHere(["audit", at("k.model"), at("bags.csv"), "--out", at("k.csv")]);
    fill("k.csv", "none.csv", () => "-1");
    const args = ["audit", at("k.model"), at("bags.csv"), "--answers", at("none.csv"), "--json"];
    expect(JSON.parse((await cliHere(args)).stdout).promised.precision.contradicted).toBe(true);
  });

  it("says how many were not reviewed, and goes on without them", async () => {
    fill("audit.csv", "some.csv", (bag, k) => (k < 5 ? "" : right(bag)));
    const { stdout } = await audit("--answers", at("some.csv"));
    expect(stdout).toContain(", 5 not reviewed");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("5 drawn bags were not reviewed");
  });

  it("refuses answers that belong to another draw, model or file", async () => {
    const complaint = async (...args: string[]) => {
      const { status, stderr } = await cliHere(["audit", ...args]);
      expect(status).toBe(2);
      return stderr;
    };
    const answers = ["--answers", at("answered.csv")];
    expect(await complaint(at("a.model"), at("bags.csv"), ...answers, "--seed", "4")).toContain(
      "drawn with --seed 3, not 4",
    );
    expect(await complaint(at("a.model"), at("bags.csv"), ...answers, "-n", "30")).toContain(
      "drawn with -n 24, not 30",
    );
    await cliHere(["synth", at("other.csv"), "--bags", "120", "--labeled", "15", "--dimensions", "3", "--seed", "2"]);
    expect(await complaint(at("a.model"), at("other.csv"), ...answers)).toContain("other.csv");
    await cliHere(["train", at("bags.csv"), "--out", at("b.model"), "--prior", "0.4"]);
    expect(await complaint(at("b.model"), at("bags.csv"), ...answers)).toContain("b.model");
  });

  it("refuses a file whose code is missing, mixed or strange, a bag that was not drawn, and 0", async () => {
    const text = readFileSync(at("answered.csv"), "utf8");
    const complaint = async (content: string) => {
      writeFileSync(at("bad.csv"), content);
      const { status, stderr } = await audit("--answers", at("bad.csv"));
      expect(status).toBe(2);
      expect(stderr).toContain("bad.csv");
      return stderr;
    };
    expect(await complaint(text.replaceAll(/,n24.*/g, ","))).toContain("column audit");
    expect(await complaint("bag,label\nbag-001,1\n")).toContain("column audit");
    expect(await complaint(text.replace(/,n24/, ",n25"))).toContain("the codes of 2 audits");
    expect(await complaint(text.replaceAll(/,n24.*/g, ",hello"))).toContain("column audit");
    expect(await complaint(text.replace(/bag-\d+/, "7"))).toMatch(
      /line 2, bag "7": the bag was not drawn in this audit/,
    );
    const zero = await complaint(text.replace(/,-1,/, ",0,"));
    expect(zero).toContain("the answer 0 may mean");
    expect(zero).not.toContain("--negative 0");
    expect(await complaint(text.replaceAll(/,-?1,/g, ",,"))).toContain("reviewed");
  });

  it("refuses the session of a review without an audit, and one that is not there", async () => {
    expect((await cliHere(["review", at("bags.csv")])).status).toBe(0);
    const { status, stderr } = await audit("--answers", at("bags.review.json"));
    expect(status).toBe(2);
    expect(stderr).toContain("bags.review.json: the review has no audit");
    expect((await audit("--answers", at("none.review.json"))).stderr).toContain("there is no such file");
  });
});

describe("bagwise audit --refit", () => {
  const refitted = async (...args: string[]) => {
    const { status, stdout, stderr } = await audit(
      "--answers",
      at("answered.csv"),
      "--refit",
      at("new.model"),
      "--json",
      ...args,
    );
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  it("gives auto the audit as evidence, worth as many bags of a plain sample", async () => {
    const { refit, evidence, prior } = await refitted("--counts-only");
    expect(refit.options).toEqual({ audited: `${evidence.positive}/${evidence.reviewed}` });
    expect(evidence.positive / evidence.reviewed).toBeCloseTo(prior.value, 1);
    expect(refit.prior.method).toContain("the audit");
    expect(refit.prior.high - refit.prior.low).toBeLessThan(prior.high - prior.low + 0.06);
    const { stdout } = await cliHere(["rank", at("new.model"), at("bags.csv"), "--top", "1", "--json"]);
    expect(JSON.parse(stdout)).toBeTruthy();
    const text = (await audit("--answers", at("answered.csv"), "--refit", at("new.model"))).stdout;
    expect(text).toMatch(/Refit +auto, [^:]* \d+ positives in a [^:]* of\s+\d+ bags/);
    expect(text).toMatch(/Changes +prior 0\.\d{3} before, 0\.\d{3} now/);
  });

  it("believes the audit, and not the prior of the model that it excludes", async () => {
    const { stdout: trained } = await cliHere([
      "train",
      at("bags.csv"),
      "--out",
      at("p.model"),
      "--prior",
      "0.9",
      "--json",
    ]);
    expect(JSON.parse(trained).prior.value).toBe(0.9);
    await cliHere(["audit", at("p.model"), at("bags.csv"), "--out", at("p.csv")]);
    fill("p.csv", "p-answered.csv", right);
    const args = ["audit", at("p.model"), at("bags.csv"), "--answers", at("p-answered.csv"), "--refit", at("q.model")];
    const { prior, refit } = JSON.parse((await cliHere([...args, "--json"])).stdout);
    expect(refit.options.audited).toMatch(/^\d+\/\d+$/);
    expect(refit.options.prior).toBeUndefined();
    expect(refit.prior.value).toBeGreaterThanOrEqual(prior.low);
    expect(refit.prior.value).toBeLessThanOrEqual(prior.high);
  }, 60_000);

  it("takes the answers as labels unless only their counts are wanted, and says so", async () => {
    const labelled = await refitted();
    const without = await refitted("--counts-only");
    expect(without.notes.map(({ code }: { code: string }) => code)).not.toContain("audit-as-labels");
    expect(without.refit.options.negatives).toBeUndefined();
    expect(labelled.notes.map(({ code }: { code: string }) => code)).toContain("audit-as-labels");
    expect(labelled.refit.options.negatives).toBe("use");
    // An older script still runs.
    expect((await refitted("--as-labels")).refit.options).toEqual(labelled.refit.options);
  });

  it("gives other methods the estimate as the prior, and refuses where there is nothing to change", async () => {
    const own = async (method: string, ...more: string[]) => {
      await cliHere(["train", at("bags.csv"), "--out", at("m.model"), "--method", method, "--prior", "0.9", ...more]);
      await cliHere(["audit", at("m.model"), at("bags.csv"), "--out", at("m.csv")]);
      fill("m.csv", "m-answered.csv", right);
      return cliHere([
        "audit",
        at("m.model"),
        at("bags.csv"),
        "--answers",
        at("m-answered.csv"),
        "--refit",
        at("n.model"),
        "--json",
      ]);
    };
    const found = JSON.parse((await own("pu-skc", "--degree", "1", "--lambda", "0.001", "--bootstrap", "0")).stdout);
    expect(found.assumed).toMatchObject({ value: 0.9, inside: false });
    expect(found.refit.options.prior).toBeCloseTo(found.prior.value, 12);
    expect(found.refit.options.degree).toEqual([1]);
    expect(found.refit.prior).toMatchObject({ method: "given" });
    await cliHere(["train", at("bags.csv"), "--out", at("m.model"), "--method", "pu-mil", "--epochs", "1"]);
    await cliHere(["audit", at("m.model"), at("bags.csv"), "--out", at("m.csv")]);
    fill("m.csv", "m-answered.csv", right);
    const args = ["audit", at("m.model"), at("bags.csv"), "--answers", at("m-answered.csv"), "--refit", at("n.model")];
    const { status, stderr } = await cliHere([...args, "--counts-only"]);
    expect(status).toBe(2);
    expect(stderr).toContain("the method pu-mil uses no prior");
    expect((await cliHere(args)).stdout).toContain("labels now");
    const { stdout } = await cliHere(["audit", at("m.model"), at("bags.csv"), "--answers", at("m-answered.csv")]);
    expect(stdout).not.toContain("Assumed");
  }, 60_000);

  it("keeps the labels of a single set, which carry the prior", async () => {
    await cliHere(["train", at("bags.csv"), "--out", at("s.model"), "--scenario", "single-set"]);
    await cliHere(["audit", at("s.model"), at("bags.csv"), "--out", at("s.csv")]);
    fill("s.csv", "s-answered.csv", right);
    const args = ["audit", at("s.model"), at("bags.csv"), "--answers", at("s-answered.csv"), "--json"];
    const { assumed } = JSON.parse((await cliHere(args)).stdout);
    const trained = JSON.parse(
      (await cliHere(["train", at("bags.csv"), "--out", at("t.model"), "--scenario", "single-set", "--json"])).stdout,
    );
    const labelled = 15 / 120;
    expect(assumed.value).toBeCloseTo((trained.prior.value - labelled) / (1 - labelled), 9);
    const { status, stdout } = await cliHere([...args, "--refit", at("n.model")]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).notes.map(({ code }: { code: string }) => code)).toContain("audit-counts-only");
  }, 60_000);

  it("says that a chosen threshold was not taken over", async () => {
    await cliHere(["train", at("bags.csv"), "--out", at("c.model"), "--threshold", "budget=20"]);
    await cliHere(["audit", at("c.model"), at("bags.csv"), "--out", at("c.csv")]);
    fill("c.csv", "c-answered.csv", right);
    const args = [
      "audit",
      at("c.model"),
      at("bags.csv"),
      "--answers",
      at("c-answered.csv"),
      "--refit",
      at("n.model"),
      "--json",
    ];
    const { notes, predictedPositive } = JSON.parse((await cliHere(args)).stdout);
    expect(notes.map(({ code }: { code: string }) => code)).toContain("audit-threshold");
    expect(predictedPositive).toBeGreaterThan(10);
  }, 60_000);
});

it("knows bags whose names need quotes or are not ASCII", async () => {
  const names = (text: string) => text.replaceAll(/bag-(\d+)/g, '"Größe, $1"');
  writeFileSync(at("named.csv"), names(readFileSync(at("bags.csv"), "utf8")));
  await cliHere(["train", at("named.csv"), "--out", at("named.model")]);
  const args = ["audit", at("named.model"), at("named.csv")];
  expect((await cliHere([...args, "-n", "12", "--out", at("named-audit.csv")])).status).toBe(0);
  const text = readFileSync(at("named-audit.csv"), "utf8");
  expect(text.startsWith("\ufeffbag,label,audit\n")).toBe(true);
  writeFileSync(at("named-answers.csv"), text.replaceAll(",,n12", ",-1,n12"));
  const { stdout, stderr } = await cliHere([...args, "--answers", at("named-answers.csv"), "--json"]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({
    reviewed: 12,
    positive: 0,
    prior: { value: 0, low: 0 },
    recall: { value: null },
  });
}, 60_000);
