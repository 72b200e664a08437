import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bagSet, nested } from "../../../../core/test/bags/make.js";
import { type BagSet, type Label, synthesise } from "../../../src/index.js";
import { cliHere } from "../run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "bagwise-leakage-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function json(...args: string[]) {
  const { status, stdout, stderr } = await cliHere([...args, "--json"]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

function write(name: string, bags: BagSet, { group }: { group?: (id: string) => string } = {}): void {
  const code = { positive: 1, unlabeled: 0, negative: -1 };
  const rows = [...bags].flatMap((bag) =>
    Array.from({ length: bag.size }, (_, j) =>
      [bag.id, code[bag.label], ...(group ? [group(bag.id)] : []), ...bag.instance(j)].join(","),
    ),
  );
  writeFileSync(
    at(name),
    [["bag", "label", ...(group ? ["patient"] : []), ...bags.features].join(","), ...rows].join("\n"),
  );
}

const { bags: all, truth } = synthesise({ bags: 90, labeled: 20, prior: 0.5, dimensions: 6, seed: 11 });
const rows = nested(all);
const nearly = (bag: number[][]) => bag.map((row) => row.map((x) => x + 0.002));
const truly = (i: number): Label => truth[i];

/** The first 60 bags, with a noisy copy of each of the first ten. */
const training = bagSet([...rows.slice(0, 60), ...rows.slice(0, 10).map(nearly)], {
  labels: Array.from({ length: 70 }, (_, i) => all.labelOf(i < 60 ? i : i - 60)),
});
const fast = ["--method", "pu-skc", "--prior", "0.5", "--degree", "1", "--lambda", "0.1"];

beforeAll(async () => {
  write("training.csv", training);
  const { status, stderr } = await cliHere(["train", at("training.csv"), "--out", at("m.model"), ...fast]);
  expect(status, stderr).toBe(0);
});

describe("--groups auto", () => {
  it("keeps near-copies together, which train warns of otherwise", async () => {
    const apart = await json("train", at("training.csv"), "--out", at("a.model"), ...fast);
    expect(codes(apart.notes)).toContain("copies-apart");
    expect(codes(apart.notes)).not.toContain("copies-grouped");
    const kept = await json("train", at("training.csv"), "--out", at("k.model"), "--groups", "auto", ...fast);
    expect(codes(kept.notes)).toContain("copies-grouped");
    expect(codes(kept.notes)).not.toContain("copies-apart");
    expect(kept.notes.find(({ code }: { code: string }) => code === "copies-grouped").message).toContain(
      "20 bags in 10 sets",
    );
    const none = await json("train", at("training.csv"), "--out", at("n.model"), "--groups", "none", ...fast);
    expect(none.training.dataHash).toBe(apart.training.dataHash);
    expect(codes(none.notes)).toEqual(codes(apart.notes));
  });

  it("goes together with a group column", async () => {
    write("patients.csv", training, { group: (id) => `p${Number(id.slice(1)) % 35}` });
    const plain = await json("inspect", at("patients.csv"), "--group", "patient");
    const both = await json("inspect", at("patients.csv"), "--group", "patient", "--groups", "auto");
    expect(plain.groups).toBe(35);
    // Bag i and its copy 60 + i are in p(i) and p(25 + i): ten pairs of patients become one each.
    expect(both.groups).toBe(25);
  });

  it("says so when there is nothing to keep together", async () => {
    write("plain.csv", all);
    const { groups, notes } = await json("inspect", at("plain.csv"), "--groups", "auto");
    expect(groups).toBeNull();
    expect(notes.at(-1)).toMatchObject({ code: "copies-grouped", message: expect.stringContaining("no near-copies") });
  });
});

describe("bagwise inspect", () => {
  it("counts unlabeled copies of positive bags and names the remedy", async () => {
    const positive = Array.from({ length: 90 }, (_, i) => i).filter((i) => all.labelOf(i) === "positive");
    const mixed = bagSet([...rows, ...positive.slice(0, 3).map((i) => nearly(rows[i]))], {
      labels: [...all.labels(), "unlabeled", "unlabeled", "unlabeled"],
    });
    write("mixed.csv", mixed);
    const { stdout } = await cliHere(["inspect", at("mixed.csv")]);
    expect(stdout).toContain("3 unlabeled bags are copies of a positive one, in 3 sets");
    expect(stdout).toMatch(/--groups\s+(to\s+)?auto/);
  });
});

describe("bagwise evaluate", () => {
  /**
   * New bags, five training bags in another order of instances, and noisy copies of four others.
   */
  const judged = bagSet(
    [...rows.slice(60), ...rows.slice(20, 25).map((bag) => [...bag].reverse()), ...rows.slice(30, 34).map(nearly)],
    {
      labels: [
        ...Array.from({ length: 30 }, (_, k) => truly(60 + k)),
        ...Array.from({ length: 5 }, (_, k) => truly(20 + k)),
        ...Array.from({ length: 4 }, (_, k) => truly(30 + k)),
      ],
    },
  );
  const asked = judged.withLabels(judged.labels().map((label) => (label === "negative" ? "unlabeled" : label)));
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => `b${from + k}`);

  it("finds bags that were trained on without the training file, and judges without them, too", async () => {
    write("truth.csv", judged);
    write("fresh.csv", judged.subset(Array.from({ length: 34 }, (_, k) => (k < 30 ? k : k + 5))));
    const found = await json("evaluate", at("m.model"), at("truth.csv"));
    expect(found.leakage).toMatchObject({ trainedOn: ids(30, 35), nearCopies: null });
    expect(codes(found.notes)).toContain("bags-trained-on");
    const fresh = await json("evaluate", at("m.model"), at("fresh.csv"));
    expect(fresh.leakage).toEqual({ trainedOn: [], nearCopies: null, without: null });
    expect(found.leakage.without).toEqual({
      bags: 34,
      ...Object.fromEntries(["accuracy", "precision", "recall", "auc"].map((name) => [name, fresh[name]])),
    });
  });

  it("finds near-copies with the training file", async () => {
    const { leakage, notes } = await json(
      ...["evaluate", at("m.model"), at("truth.csv"), "--trained-on", at("training.csv")],
    );
    expect(leakage).toMatchObject({ trainedOn: ids(30, 35), nearCopies: ids(35, 39), without: { bags: 30 } });
    expect(codes(notes)).toEqual(expect.arrayContaining(["bags-trained-on", "near-copies-of-training"]));
    expect(codes(notes)).not.toContain("other-training");
  });

  it("notices a file that is not the training file", async () => {
    write("part.csv", training.subset([0, 1, 2, 3]));
    const { notes } = await json("evaluate", at("m.model"), at("truth.csv"), "--trained-on", at("part.csv"));
    const note = notes.find(({ code }: { code: string }) => code === "other-training");
    expect(note.message).toContain("66 of the 70 ");
  });

  it("does the same without negatives", async () => {
    write("asked.csv", asked);
    const { leakage, notes } = await json("evaluate", at("m.model"), at("asked.csv"), "--bootstrap", "50");
    expect(leakage.trainedOn).toEqual(ids(30, 35));
    expect(leakage.without.bags).toBe(34);
    expect(codes(notes)).toContain("bags-trained-on");
    const { stdout } = await cliHere(["evaluate", at("m.model"), at("asked.csv"), "--bootstrap", "50"]);
    expect(stdout).toContain("on the 34 bags that the model has not seen: precision ");
    expect(stdout).toContain("5 of 39 bags");
  });

  it("knows the training file again, however its copies were grouped, and judges what was held out", async () => {
    await json("train", at("training.csv"), "--out", at("grouped.model"), "--groups", "auto", ...fast);
    for (const args of [[], ["--groups", "auto"]]) {
      const found = await json("evaluate", at("grouped.model"), at("training.csv"), "--bootstrap", "50", ...args);
      expect(found.source).toBe("held-out");
      expect(codes(found.notes)).toContain("trained-on");
    }
    write("fewer.csv", training.subset(Array.from({ length: 69 }, (_, i) => i)));
    expect(await json("evaluate", at("grouped.model"), at("fewer.csv"), "--bootstrap", "50")).toMatchObject({
      source: "new bags",
      leakage: { trainedOn: { length: 69 }, without: null },
    });
  });

  it("gives the same answer in every command, however copies are grouped", async () => {
    for (const args of [[], ["--groups", "auto"]]) {
      const files = [at("m.model"), at("training.csv")];
      const evaluated = await json("evaluate", ...files, "--bootstrap", "50", ...args);
      expect(evaluated.source).toBe("held-out");
      const out = ["--map", "none", "--top", "1", "--out", at("r.html")];
      const reported = await json("report", at("m.model"), "--data", at("training.csv"), ...out, ...args);
      expect(reported.trainedOn).toBe(true);
      const refused = await cliHere(["threshold", ...files, "--by", "recall=0.9", ...args]);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain("the model was trained on these bags");
      await json("audit", ...files, "-n", "5", "--out", at(`audit${args.length}.csv`), ...args);
      const answers = readFileSync(at(`audit${args.length}.csv`), "utf8").replace(/,,/g, ",1,");
      writeFileSync(at("answers.csv"), answers);
      const audited = await json("audit", ...files, "--answers", at("answers.csv"), ...args);
      expect(codes(audited.notes)).not.toContain("audit-other-bags");
      expect(audited.trainedOn.bags).toBe(training.unlabeled().size);
    }
  });

  it("warns of copies in different folds when it trains anew, until they are kept together", async () => {
    const again = (...more: string[]) =>
      json("evaluate", at("m.model"), at("training.csv"), "--folds", "3", "--bootstrap", "50", ...more);
    expect(codes((await again()).notes)).toContain("copies-apart");
    expect(codes((await again("--groups", "auto")).notes)).not.toContain("copies-apart");
  });

  it("says that all bags were trained on, and has nothing to judge without them", async () => {
    const known = training.withLabels(training.labels().map((_, i) => truly(i < 60 ? i : i - 60)));
    write("known.csv", known);
    const { leakage, notes } = await json("evaluate", at("m.model"), at("known.csv"));
    expect(leakage.trainedOn).toHaveLength(70);
    expect(leakage.without).toBeNull();
    expect(notes.find(({ code }: { code: string }) => code === "bags-trained-on").message).toMatch(/^all 70 bags were/);
  });
});
