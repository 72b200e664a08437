// Held-out ranking values of `auto` for many draws of positive and unlabeled bags whose truth is known. They take
// nearly all of the time, so they are kept in a file: one line for each draw.
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { readBags } from "bagwise";
import { drawFamily } from "bagwise/lab";

const inside = (path) => import(new URL(`../../../packages/${path}`, import.meta.url));
const [
  { autoData },
  { checkedAutoOptions },
  { fitRanking, rankHeldOut },
  { startingBelief },
  { scoreBags },
  { crc32 },
  { random },
] = await Promise.all(
  [
    "core/dist/learners/auto/data.js",
    "core/dist/learners/auto/options.js",
    "core/dist/learners/auto/train.js",
    "core/dist/prior/belief/belief.js",
    "core/dist/scorers/scorer.js",
    "core/dist/base/crc32.js",
    "core/dist/base/random.js",
  ].map(inside),
);
/** Ranking values as they are. */
const IDENTITY = { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) };

/** Shares of positives among the unlabeled bags. */
export const SHARES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9];
export const LABELS = [10, 20];
/** A review has its own share, too, as it was screened. */
const OWN = "own";
/** The most unlabeled bags, but for reviews with their own share; the fewest; and new bags of a family. */
const SIZES = { most: 300, fewest: 20, test: 200 };
/** Rounded, so that the file stays small. */
const DIGITS = 7;

const FAMILIES = [
  "plain",
  "tiny-bags",
  "heavy-tails",
  "sparse-counts",
  "correlated-features",
  "irrelevant-features",
  "multi-concept",
  "shifted-negatives",
  "few-large-bags",
  "tiny-witness",
  "no-signal",
];

/**
 * What choices are made on, and what they are judged on. Choices: the reviews in odd places of the alphabet, the sets
 * of bench/right/ranking/public-data.py, and synthetic families. Judging: the reviews in even places, the paper's sets and
 * more data, and families drawn anew with one that no choice saw. Further: the sets that public-data.py makes with
 * `further`, which came after all choices.
 */
export const PARTS = {
  develop: { seed: 36, parity: 0, families: FAMILIES },
  judge: { seed: 4711, parity: 1, families: [...FAMILIES, "scales"] },
  further: { seed: 90125, parity: -1, families: [] },
};

const namesIn = (folder, ending) =>
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
        .map((name) => name.slice(0, -ending.length));

/** Every draw of a part. `folders`: reviews, and files of bags for this part. */
export function* drawsOf(part, trials, { reviews, bags }) {
  const { seed, parity, families } = PARTS[part];
  const texts = namesIn(reviews, ".csv.gz").filter((_, k) => k % 2 === parity);
  const files = bags.flatMap((folder) => namesIn(folder, ".csv").filter((name) => !name.startsWith(".")));
  for (let trial = 0; trial < trials; trial++) {
    const cell = (name, kind, share, labeled) => ({
      id: `${part}/${seed}/${name}/${share}/${labeled}/${trial}`,
      ...{ part, name, kind, share, labeled, trial, seed },
    });
    for (const labeled of LABELS) {
      for (const share of [OWN, ...SHARES]) for (const name of texts) yield cell(name, "texts", share, labeled);
      for (const share of SHARES) {
        for (const name of files) yield cell(name, "dense", share, labeled);
        for (const name of families) yield cell(`family:${name}`, "dense", share, labeled);
      }
    }
  }
}

const read = new Map();
async function bagsOf({ name, kind }, { reviews, bags }) {
  if (!read.has(name)) {
    read.clear();
    const folder = bags.find((each) => existsSync(join(each, `${name}.csv`)));
    read.set(
      name,
      kind === "texts" ? await textsIn(join(reviews, `${name}.csv.gz`)) : await readBags(join(folder, `${name}.csv`)),
    );
  }
  return read.get(name);
}

/** The decision about a text stands in a column of one of these names. */
const DECISIONS = ["label", "included", "label_included"];

async function textsIn(file) {
  const columns = gunzipSync(readFileSync(file)).toString().split("\n", 1)[0].replaceAll('"', "").trim().split(",");
  const label = DECISIONS.find((name) => columns.includes(name));
  const ignore = columns.slice(1).filter((name) => name !== label && name !== "title" && name !== "abstract");
  return await readBags(file, { text: "title,abstract", label, ignore });
}

/** Bags for training with their truth, and new ones of a family; undefined where the data allow no such draw. */
export async function bagsFor({ id, name, share, labeled, ...draw }, folders) {
  const seed = crc32(new TextEncoder().encode(id));
  if (name.startsWith("family:")) {
    const sizes = { unlabeled: SIZES.most, test: SIZES.test, labeled };
    const { training, test, truth } = drawFamily(name.slice("family:".length), { ...sizes, prior: share, seed });
    return { training, test, truth };
  }
  const all = await bagsOf({ name, ...draw }, folders);
  const labels = all.labels();
  const generator = random(seed);
  const order = Array.from(generator.permutation(all.size));
  const [positive, negative] = [true, false].map((kind) => order.filter((i) => (labels[i] === "positive") === kind));
  // At least as many are never labelled, but of few positives in all.
  if (positive.length < labeled + Math.max(2, labeled / 2)) return undefined;
  const [first, rest] = [positive.slice(0, labeled), positive.slice(labeled)];
  let [hidden, others] = [rest.length, negative.length];
  if (share !== OWN) {
    const size = Math.min(SIZES.most, Math.floor(rest.length / share), Math.floor(negative.length / (1 - share)));
    hidden = Math.round(share * size);
    others = size - hidden;
  }
  if (hidden < 1 || others < 1 || hidden + others < SIZES.fewest) return undefined;
  const rows = [...first, ...rest.slice(0, hidden), ...negative.slice(0, others)];
  const truth = rows.map((_, k) => (k < labeled + hidden ? "positive" : "negative"));
  const known = rows.map((_, k) => (k < labeled ? "positive" : "unlabeled"));
  return { training: all.subset(Uint32Array.from(rows)).withLabels(known), test: undefined, truth };
}

const rounded = (values) => Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
const signs = (labels) => Array.from(labels, (label) => (label === "positive" || label === 1 ? 1 : 0)).join("");

/** One draw: held-out ranking values, those of the final fit on new bags, and what all bags truly are. */
async function measured(draw, folders) {
  const bags = await bagsFor(draw, folders);
  if (bags === undefined) return { ...draw, none: true };
  const { training, test, truth } = bags;
  const options = checkedAutoOptions({ bootstrap: 0, seed: draw.trial });
  const data = await autoData(training, options, {});
  const chosen = await rankHeldOut(data, { ...options, start: startingBelief() }, {});
  const { held } = chosen;
  if (held === undefined) return { ...draw, none: true };
  const truthOf = new Map(training.ids().map((id, i) => [id, truth[i]]));
  return {
    ...draw,
    positive: rounded(held.positive),
    unlabeled: rounded(held.unlabeled),
    hidden: signs(Array.from(data.rows.unlabeled, (row) => truthOf.get(data.bags.idOf(row)))),
    distinct: data.distinct,
    clusters: held.clusters === null ? null : Array.from(held.clusters),
    ...(test && {
      test: rounded(scoreBags(fitRanking(data, chosen).scorer(IDENTITY), test)),
      testTruth: signs(test.labels()),
    }),
  };
}

/** The records in a file, and those of draws that are not in it yet, made in threads. */
export async function recordsOf(file, { part, trials, folders, workers = 2, onProgress = () => undefined }) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const records = new Map();
  for (const line of lines) {
    try {
      const record = JSON.parse(line);
      records.set(record.id, record);
    } catch {
      // The last line of a run that was ended may be cut off.
    }
  }
  const draws = [...drawsOf(part, trials, folders)];
  const left = draws.filter(({ id }) => !records.has(id));
  // A thread keeps to a file while it lasts, because reading texts takes long.
  const byFile = new Map();
  for (const draw of left) {
    const key = `${draw.trial} ${draw.name}`;
    byFile.set(key, [...(byFile.get(key) ?? []), draw]);
  }
  const queues = [...byFile.values()];
  let done = draws.length - left.length;
  async function work() {
    const worker = new Worker(new URL(import.meta.url), { workerData: { folders } });
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const draw of queue) {
        const record = await new Promise((resolve, reject) => {
          worker.once("message", resolve).once("error", reject);
          worker.postMessage(draw);
        });
        worker.removeAllListeners("error");
        records.set(draw.id, record);
        appendFileSync(file, `${JSON.stringify(record)}\n`);
        onProgress(++done, draws.length);
      }
    }
    await worker.terminate();
  }
  if (left.length > 0) await Promise.all(Array.from({ length: workers }, work));
  return draws.map(({ id }) => records.get(id)).filter(({ none }) => none !== true);
}

if (!isMainThread && workerData?.folders)
  parentPort.on("message", async (draw) => parentPort.postMessage(await measured(draw, workerData.folders)));
