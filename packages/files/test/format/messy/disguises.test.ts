import { join } from "node:path";
import type { BagSet } from "@bagwise/core/bags";
import { auto } from "@bagwise/core/learners";
import { describe, expect, it } from "vitest";
import { readBags as readPath } from "../../../../bagwise/src/node/files/read-bags.js";
import { dataFolder, missing } from "../../../../bagwise/test/require-all.js";
import { readBags } from "../../../src/format/read-bags.js";
import { surveyBags } from "../../../src/format/survey-bags.js";
import { DISGUISES } from "./disguises.js";

const data = dataFolder();
const skipped = missing("the paper's data sets (a folder named by BAGWISE_DATA)", data);
/** With BAGWISE_THOROUGH=1 the whole data sets; otherwise some bags and features of each. */
const thorough = process.env.BAGWISE_THOROUGH !== undefined;

/** Every other positive bag is labelled, and all others are unlabeled. */
async function training(name: string): Promise<BagSet> {
  const all = await readPath(join(data ?? "", `${name}.csv`));
  const some = thorough ? all : all.filter((i) => i % Math.ceil(all.size / 50) === 0 && all.sizeOf(i) < 40);
  const bags = thorough ? some : some.withFeatures(Array.from({ length: 20 }, (_, k) => k));
  let positive = 0;
  return bags.withLabels(
    bags.labels().map((label) => (label === "positive" && positive++ % 2 === 0 ? "positive" : "unlabeled")),
  );
}

async function scores(bags: BagSet): Promise<ReadonlyMap<string, number>> {
  const model = await auto({ bootstrap: 0, seed: 1 }).fit(bags);
  return new Map(model.predict(bags).map(({ bag, score }) => [bag, score]));
}

/** The correlation of the ranks (Spearman 1904), ties shared. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (a.length - 1) / 2;
  const product = (u: readonly number[], v: readonly number[]) =>
    u.reduce((sum, each, i) => sum + (each - mean) * (v[i] - mean), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  const found = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let k = start; k < end; k++) found[order[k]] = (start + end - 1) / 2;
    start = end;
  }
  return found;
}

function same(a: BagSet, b: BagSet): boolean {
  return (
    a.size === b.size &&
    a.data.length === b.data.length &&
    Array.from(a.data).every((value, i) => value === b.data[i]) &&
    [...Array(a.size).keys()].every(
      (i) => a.sizeOf(i) === b.sizeOf(i) && a.labelOf(i) === b.labelOf(i) && a.idOf(i) === b.idOf(i),
    )
  );
}

describe.skipIf(skipped).each(["musk1", "musk2", "elephant", "fox", "tiger"])("%s", (name) => {
  it("is ranked alike in every disguise, with no option beyond those that a survey suggests", {
    timeout: 600_000,
  }, async () => {
    const bags = await training(name);
    const plain = DISGUISES.find(({ what }) => what === "UTF-16");
    if (plain === undefined) throw new Error("a disguise that changes nothing is there");
    // What reading leaves out of the file itself, it leaves out of every disguise.
    const truth = await readBags(await bytes(plain.content(bags)), { name: plain.name });
    const wanted = await scores(truth);
    for (const { what, name: file, content, labels: apart, suggested = {} } of DISGUISES) {
      const written = await bytes(content(bags));
      const given = { name: file, ...(apart && { labels: { text: apart(bags), name: "labels.csv" } }) };
      const survey = await surveyBags(written, given);
      expect(survey.suggested, what).toEqual(suggested);
      const read = await readBags(written, { ...given, ...survey.suggested });
      expect(read.labels(), what).toEqual(truth.labels());
      // The same bags give the same scores, bit by bit.
      const found = same(read, truth) ? wanted : await scores(read);
      const ids = truth.ids();
      const correlation = rankCorrelation(
        ids.map((id) => wanted.get(id) ?? Number.NaN),
        ids.map((id) => found.get(id) ?? Number.NaN),
      );
      if (thorough) console.log(`${name}: ${what}: ${found === wanted ? "the same bags" : correlation.toFixed(5)}`);
      expect(correlation, what).toBeGreaterThan(0.99);
    }
  });
});

async function bytes(content: string | Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
  return typeof content === "string" ? new TextEncoder().encode(content) : await content;
}
