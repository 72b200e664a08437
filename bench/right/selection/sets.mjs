// Bags whose true labels are known, and how easy each positive bag is to tell.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { auto, readBags, synthesise } from "bagwise";
import { random } from "bagwise/bags";
import { drawFamily, oracleScores } from "bagwise/lab";
import { dataFolder } from "../../speed/pu-skc/training-sets.mjs";

const DISTANCES = [2, 3, 4];
const FAMILIES = [
  "plain",
  "tiny-bags",
  "irrelevant-features",
  "heavy-tails",
  "sparse-counts",
  "multi-concept",
  "shifted-negatives",
  "correlated-features",
];
/** Fair labels of rare positives look much like selected labels of common ones. */
const RARE = [
  { name: "plain", hidden: 0.1 },
  { name: "plain", hidden: 0.05 },
  { name: "tiny-bags", hidden: 0.1 },
  { name: "tiny-bags", hidden: 0.05 },
  { name: "sparse-counts", hidden: 0.1 },
  { name: "correlated-features", hidden: 0.1 },
  { name: "plain", hidden: 0.05, labeled: 40 },
  { name: "tiny-bags", hidden: 0.05, labeled: 40 },
  { name: "sparse-counts", hidden: 0.05, labeled: 40 },
];
const REAL = [
  { name: "musk1", labeled: 16 },
  { name: "musk2", labeled: 14 },
  { name: "elephant", labeled: 30 },
  { name: "fox", labeled: 30 },
  { name: "tiger", labeled: 30 },
];
/** Real sets of other kinds, read from the folder --more. */
const MORE = [
  { name: "flycatcher", labeled: 40 },
  { name: "buses", labeled: 30, negatives: 300 },
  { name: "newsgroups2", labeled: 16 },
  { name: "protein", labeled: 10 },
];
/** Fair labels of rare positives that are easy to tell, most of which are labelled. */
const RARE_AND_CLEAR = [4, 6];
/** Each trial takes this share of the bags of a real set, so that trials differ. */
const SHARE = 0.9;

/** Every data set: its name, how many positives to label, and a function from a seed to bags. */
export function dataSets(options) {
  const after = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const folder = dataFolder(options);
  const more = after("--more");
  const only = after("--sets")?.split("; ");
  const files = [
    ...REAL.map((set) => ({ ...set, file: join(folder, `${set.name}.csv`) })),
    ...(more === undefined ? [] : MORE.map((set) => ({ ...set, file: join(more, `${set.name}.csv`) }))),
  ].filter(({ file }) => existsSync(file));
  const all = [
    ...DISTANCES.map((distance) => ({
      name: `synth-${distance}`,
      labeled: 40,
      kind: "synthetic",
      make: (seed) => synthetic(distance, seed),
    })),
    ...FAMILIES.map((name) => ({ name, labeled: 40, kind: "synthetic", make: (seed) => family(name, seed) })),
    ...RARE.map(({ name, hidden, labeled = 20 }) => ({
      name: `${name} at ${hidden}${labeled === 20 ? "" : `, ${labeled} labels`}`,
      labeled,
      kind: "rare",
      make: (seed) => family(name, seed, (labeled + (300 - labeled) * hidden) / 300),
    })),
    ...RARE_AND_CLEAR.map((distance) => ({
      name: `synth-${distance} at 0.05, 40 labels`,
      labeled: 40,
      kind: "clear",
      make: (seed) => synthetic(distance, seed, 53),
    })),
    ...files.map((set) => ({ ...set, kind: "real", make: real(set) })),
  ];
  return all.filter(({ name }) => only === undefined || only.includes(name));
}

async function synthetic(distance, seed, positives = 120) {
  const { bags, truth } = synthesise({ bags: 300, labeled: positives, prior: 1e-9, distance, seed, reveal: true });
  return { bags, truth: truth.map((label) => label === "positive"), ease: await learnedEase(bags) };
}

/** The test bags of a family, with the likelihood ratio as the ease. */
async function family(name, seed, prior = 0.4) {
  const { test } = drawFamily(name, { seed, labeled: 1, unlabeled: 1, test: 300, prior });
  return {
    bags: test,
    truth: test.labels().map((label) => label === "positive"),
    ease: Array.from(oracleScores(name, seed, test)),
  };
}

function real({ file, negatives }) {
  let read;
  return async (seed) => {
    read ??= readBags(file).then(async (bags) => ({ bags, ease: await learnedEase(bags) }));
    const { bags, ease } = await read;
    const generator = random(seed + 100);
    const labels = bags.labels();
    const numbers = (label) => labels.flatMap((each, i) => (each === label ? [i] : []));
    const take = (from, count) => Array.from(generator.sample(from.length, count), (k) => from[k]);
    const [positive, all] = [numbers("positive"), numbers("negative")];
    const negative = negatives === undefined ? all : take(all, negatives);
    const kept = [positive, negative].flatMap((from) => take(from, Math.round(SHARE * from.length)));
    return {
      bags: bags.subset(kept),
      truth: kept.map((i) => labels[i] === "positive"),
      ease: kept.map((i) => ease[i]),
    };
  };
}

/** Held-out scores of a fit that knows all labels. */
async function learnedEase(bags) {
  const labels = bags.labels().map((label) => (label === "positive" ? label : "unlabeled"));
  const { heldOut } = await auto({ bootstrap: 0 }).fit(bags.withLabels(labels));
  const ids = bags.ids();
  const ease = new Array(bags.size).fill(0);
  for (const kind of ["positive", "unlabeled"]) {
    const rows = ids.flatMap((_, i) => (labels[i] === kind ? [i] : [])).sort((a, b) => (ids[a] < ids[b] ? -1 : 1));
    for (const [k, row] of rows.entries()) ease[row] = heldOut[kind][k];
  }
  return ease;
}
