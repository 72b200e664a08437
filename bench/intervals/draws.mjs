// Held-out and final ranking values of `auto` for many draws. They take nearly all of the time, so they are
// kept in a file: one line for each draw.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readBags } from "bagwise";
import { compareData, drawBags, drawFamily } from "bagwise/lab";

const inside = (path) => import(new URL(`../../packages/bagwise/dist/${path}`, import.meta.url));
const [
  { autoData },
  { checkedAutoOptions },
  { fitRanking, rankHeldOut },
  { startingBelief },
  { scoreBags },
  { crc32 },
] = await Promise.all(
  [
    "learners/auto/data.js",
    "learners/auto/options.js",
    "learners/auto/ranking.js",
    "prior/belief/belief.js",
    "model/scorer.js",
    "base/crc32.js",
  ].map(inside),
);
/** Ranking values as they are. */
const IDENTITY = { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) };

export const PRIORS = [0.05, 0.2, 0.4, 0.6, 0.9];
export const LABELS = [10, 20, 40, 80];
const SIZES = { unlabeled: 180, test: 200 };
/** Rounded, so that the file stays small. */
const DIGITS = 7;

const FIRST_FILES = ["musk2", "elephant", "fox", "flycatcher", "newsgroups2"];
const FIRST_FAMILIES = ["plain", "tiny-bags", "heavy-tails", "sparse-counts", "correlated-features"];
const MORE_FILES = ["musk1", "tiger", "buses", "protein"];
const MORE_FAMILIES = [
  "irrelevant-features",
  "multi-concept",
  "shifted-negatives",
  "few-large-bags",
  "tiny-witness",
  "no-signal",
];

/**
 * The draws that the choices were made on: first the one part, then also the other. And the draws
 * that they are judged on, with another seed and a family that no choice has seen.
 */
export const PARTS = {
  develop: { seed: 77, files: FIRST_FILES, families: FIRST_FAMILIES },
  "develop-more": { seed: 2026, files: MORE_FILES, families: MORE_FAMILIES },
  judge: {
    seed: 4711,
    files: [...FIRST_FILES, ...MORE_FILES],
    families: [...FIRST_FAMILIES, ...MORE_FAMILIES, "scales"],
  },
};

/** Every draw of a part; files with too few positives have fewer labels. */
export function* drawsOf(part, trials) {
  const { seed, files, families } = PARTS[part];
  for (let trial = 0; trial < trials; trial++)
    for (const name of [...files, ...families.map((family) => `family:${family}`)])
      for (const prior of PRIORS)
        for (const labeled of LABELS)
          yield {
            id: `average/${part}/${seed}/${name}/${prior}/${labeled}/${trial}`,
            part,
            name,
            prior,
            labeled,
            trial,
            seed,
          };
}

const found = new Map();
async function bagsOf(name, folders) {
  const file = folders.map((folder) => join(folder, `${name}.csv`)).find(existsSync);
  if (file === undefined) return undefined;
  if (!found.has(name)) found.set(name, await readBags(file));
  return found.get(name);
}

/** The bags of a draw; undefined where the data allow no draw with so many labels. */
async function bagsFor({ name, prior, labeled, trial, seed }, folders) {
  if (name.startsWith("family:")) {
    const from = crc32(new TextEncoder().encode(`${name}/${prior}/${labeled}/${trial}/${seed}`));
    return drawFamily(name.slice("family:".length), { ...SIZES, labeled, prior, seed: from });
  }
  const bags = await bagsOf(name, folders);
  if (bags === undefined) return undefined;
  const info = compareData(name, bags);
  // More than 40 % of the positives are never labelled, see `originalSizes`.
  if (labeled > Math.max(10, 0.4 * info.positive)) return undefined;
  const spec = { ...SIZES, dataset: name, protocol: "original", prior, labeled, noise: "printed", trial, seed };
  try {
    return drawBags(bags, spec, info);
  } catch (error) {
    if (error.code === "too-few-bags") return undefined;
    throw error;
  }
}

const rounded = (values) => Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
const signs = (labels) => Array.from(labels, (label) => (label === "positive" || label === 1 ? 1 : 0)).join("");

/** One draw: held-out ranking values, those of the final fit on the test bags, and what all bags truly are. */
async function measured(draw, folders) {
  const bags = await bagsFor(draw, folders);
  if (bags === undefined) return { ...draw, none: true };
  const { training, test, truth } = bags;
  const options = checkedAutoOptions({ bootstrap: 0, seed: draw.trial });
  const data = await autoData(training, options);
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
    test: rounded(scoreBags(fitRanking(data, chosen).scorer(IDENTITY), test)),
    testTruth: signs(test.labels()),
  };
}

/** The records of a file, and of draws that are not in it yet. */
export async function recordsOf(file, { parts, trials, folders, onProgress = () => undefined }) {
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
  const draws = parts.flatMap((part) => [...drawsOf(part, trials)]);
  for (const [done, draw] of draws.entries()) {
    if (records.has(draw.id)) continue;
    onProgress(done, draws.length);
    const record = await measured(draw, folders);
    records.set(draw.id, record);
    appendFileSync(file, `${JSON.stringify(record)}\n`);
  }
  return draws.map(({ id }) => records.get(id)).filter(({ none }) => none !== true);
}
