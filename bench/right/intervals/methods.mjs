// How well methods other than `auto` keep their word: probabilities of bags against the share of positives among them,
// by the true share. Some draws of each share, held out. The scores are kept in a file of records, and --dist says what
// another build of bagwise makes of the same scores. node bench/right/intervals/methods.mjs --reviews FOLDER --bags FOLDER
// [--bags FOLDER] [--part develop] [--method pu-skc]
// [--draws 8] [--records FILE] [--workers 1] [--dist FOLDER] [--fill methods-now|methods-before].
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { fill, mean } from "../../../scripts/tables.mjs";
import { bagsFor, drawsOf } from "./draws.mjs";
import { bandText, calibrationOf, markdown, three } from "./run.mjs";

const BUILD = new URL("../../../packages/", import.meta.url);
const inside = (path, dist = BUILD) => import(new URL(path, dist));

/** What is trained, with the prior known or left to the method. The last ones take long on many instances. */
export const METHODS = [
  { name: "pu-skc", prior: "known" },
  { name: "pu-skc", prior: "estimated" },
  { name: "lsdd", prior: "known" },
  { name: "network", prior: "known" },
  { name: "svm", prior: "known" },
  { name: "pu-instance", prior: "known", mostInstances: 700 },
  { name: "pu-instance", prior: "estimated", mostInstances: 700 },
  { name: "dsdd", prior: "known", mostInstances: 700 },
];
const SHARES = [0.02, 0.05, 0.1, 0.3, 0.5];
const KINDS = ["texts", "dense"];
const LABELS = 20;
/** These methods use no sparse features: a text becomes one instance with so many features. */
const TOPICS = 40;

const shareOf = (signs) => [...signs].filter((sign) => sign === "1").length / signs.length;
const idOf = ({ name, prior }) => `${name}/${prior}`;

/** So many draws of each share and kind, of as many data sets as possible: in the order of a hash. */
async function chosenDraws(part, each, folders) {
  const { crc32 } = await inside("core/dist/base/crc32.js");
  const hash = ({ id }) => crc32(new TextEncoder().encode(id));
  const all = [...drawsOf(part, 1, folders)].filter(({ labeled }) => labeled === LABELS);
  const cells = KINDS.flatMap((kind) =>
    SHARES.map((share) =>
      all
        .filter((draw) => draw.kind === kind && draw.share === share)
        .sort((a, b) => hash(a) - hash(b))
        .slice(0, each),
    ),
  );
  // One after the other of the same file: reading texts takes long.
  return cells.flat().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The same bags with the leading topics of their words as features. */
async function withTopics(bags) {
  const [{ summedRows, unitVectors }, { plainView }, { topAxes }, { sparseProduct }, { BagSet }, { random }] =
    await Promise.all(
      [
        "core/dist/kernels/blocks/block-view.js",
        "core/dist/kernels/blocks/fit.js",
        "core/dist/linalg/top-axes.js",
        "core/dist/linalg/sparse.js",
      ]
        .concat(["core/dist/bags/bag-set.js", "core/dist/base/random.js"])
        .map((path) => inside(path)),
    );
  const [block] = bags.blocks;
  const sums = summedRows(bags, block);
  const unit = unitVectors(plainView(block, sums), sums);
  const { data, cols } = sparseProduct(unit, topAxes(unit, TOPICS, random(0)));
  return BagSet.own({
    data,
    offsets: Uint32Array.from({ length: bags.size + 1 }, (_, i) => i),
    ids: bags.ids(),
    labels: Int8Array.from(bags.labels(), (label) => (label === "positive" ? 1 : 0)),
    features: Array.from({ length: cols }, (_, j) => `topic ${j + 1}`),
    groups: undefined,
  });
}

/** Held-out scores of every method for one draw. */
async function measured(draw, methods, folders) {
  const made = await bagsFor(draw, folders);
  if (made === undefined) return methods.map((method) => ({ id: `${draw.id}/${idOf(method)}`, none: true }));
  const training = made.training.blocks.length > 0 ? await withTopics(made.training) : made.training;
  const { LEARNERS } = await inside("bagwise/dist/learners.js");
  const { bagHashes } = await inside("core/dist/bags/copies/bag-hashes.js");
  const hashes = bagHashes(training);
  // Of families the truth is a number.
  const truth = Array.from(made.truth, (is) => (is === "positive" || is === 1 ? "1" : "0"));
  const share = shareOf(truth.filter((_, i) => training.labelOf(i) === "unlabeled"));
  const records = [];
  for (const method of methods) {
    const { name, prior, mostInstances = Number.POSITIVE_INFINITY } = method;
    const head = { ...draw, id: `${draw.id}/${idOf(method)}`, method: idOf(method) };
    const { create } = LEARNERS.find(({ description }) => description.name === name);
    if (training.instances > mostInstances || share === 0 || share === 1) {
      records.push({ ...head, none: true });
      continue;
    }
    const model = await create(prior === "known" ? { prior: share } : {}).fit(training, { findCopies: false });
    const { heldOut: held, card } = model;
    if (held === null || held.hashes === undefined || model.card.prior === null) {
      records.push({ ...head, none: true });
      continue;
    }
    // Of equal bags it does not matter which is which.
    const truthOf = new Map();
    for (const [i, hash] of hashes.entries())
      if (training.labelOf(i) === "unlabeled") truthOf.set(hash, [...(truthOf.get(hash) ?? []), truth[i]]);
    const hidden = Array.from(held.unlabeled, (_, k) => truthOf.get(held.hashes[held.positive.length + k]).shift());
    records.push({
      ...head,
      positive: Array.from(held.positive),
      unlabeled: Array.from(held.unlabeled),
      clusters: held.clusters === null ? null : Array.from(held.clusters),
      hashes: Array.from(held.hashes),
      hidden: hidden.join(""),
      used: { learner: card.learner, options: card.options, prior: card.prior, training: card.training },
    });
  }
  return records;
}

/** The records in a file, and those that are not in it yet, made in threads. */
async function recordsOf(file, { draws, methods, folders, workers, onProgress }) {
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
  const missing = (draw) => methods.filter((method) => !records.has(`${draw.id}/${idOf(method)}`));
  const left = draws.filter((draw) => missing(draw).length > 0);
  let done = 0;
  async function work() {
    const worker = new Worker(new URL(import.meta.url), { workerData: { calibrationOf: folders } });
    for (let draw = left.shift(); draw !== undefined; draw = left.shift()) {
      const made = await new Promise((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
        worker.postMessage({ draw, methods: missing(draw) });
      });
      worker.removeAllListeners("error");
      for (const record of made) {
        records.set(record.id, record);
        appendFileSync(file, `${JSON.stringify(record)}\n`);
      }
      onProgress(++done, done + left.length);
    }
    await worker.terminate();
  }
  if (left.length > 0) await Promise.all(Array.from({ length: workers }, work));
  return draws.flatMap((draw) => methods.map((method) => records.get(`${draw.id}/${idOf(method)}`)));
}

/** What a build says of the unlabeled bags of a record. */
async function libraryIn(dist) {
  const parts = await Promise.all(
    [
      "core/dist/model/model.js",
      "core/dist/model/calibrate.js",
      "core/dist/model/calibration.js",
      "core/dist/prior/belief/used-prior.js",
      "core/dist/learners/shared/judge-separation.js",
      "core/dist/scores/bag-scores.js",
    ].map((path) => inside(path, dist)),
  );
  const own = await inside("core/dist/learners/shared/held-out-calibration.js", dist).catch(() => undefined);
  return Object.assign({}, ...parts, own);
}

function judged(record, library) {
  const { Model, calibrate, probabilityOf, probabilityRange, judgeSeparation, bagScores } = library;
  const given = { positive: record.positive, unlabeled: record.unlabeled, clusters: record.clusters };
  const heldOut = { ...bagScores(given), hashes: Float64Array.from(record.hashes) };
  const { value } = record.used.prior;
  // Learners calibrated themselves before they left it to the frame around them.
  const calibration =
    library.heldOutCalibration === undefined ? calibrate(heldOut.positive, heldOut.unlabeled, { prior: value }) : null;
  const card = { ...record.used, calibration, notes: [] };
  const model = judgeSeparation(new Model({ card, heldOut }));
  return {
    ...{ name: record.name, kind: record.kind, share: record.share, labeled: record.labeled },
    truth: shareOf(record.hidden),
    apart: model.card.separation?.apart === true,
    said: model.card.prior.value,
    bags: record.unlabeled.map((score, i) => {
      const p = probabilityOf(model.card.calibration, score);
      const range = probabilityRange(p, model.card.prior) ?? { low: p, high: p };
      return { p, ...range, positive: record.hidden[i] === "1" ? 1 : 0 };
    }),
  };
}

const HEAD = ["method, prior", "share of positives", "draws", "truly", "prior used", "mean p"].concat([
  "p at least .9: said, true",
  "p at least .5: said, true",
  "Brier",
  "constant guess",
  "mean range",
]);
/** Groups of draws by the true share of positives. */
const GROUPS = [0.03, 0.07, 0.15, 1];

/** One line: some draws of one method. */
function lineOf(method, group, rows) {
  const { bands, brier, constant, range } = calibrationOf(rows, "bags");
  return [
    `${method.name}, ${method.prior}`,
    group,
    String(rows.length),
    three(mean(rows.map(({ truth }) => truth))),
    three(mean(rows.map(({ said }) => said))),
    three(mean(rows.map(({ bags }) => mean(bags.map(({ p }) => p))))),
    bandText(bands.surely),
    bandText(bands.likely),
    three(brier),
    three(constant),
    `${range.low.toFixed(2)} to ${range.high.toFixed(2)}`,
  ];
}

/** The lines of a method: of every group, or with `kinds` of each kind of data in it. */
function linesOf(method, rows, kinds) {
  return GROUPS.flatMap((to, k) => {
    const from = GROUPS[k - 1] ?? 0;
    const group = to < 1 ? `at most ${to}` : `above ${from}`;
    const own = rows.filter(({ truth }) => truth > from && truth <= to);
    const parts = kinds
      ? KINDS.map((kind) => [`${kind}, ${group}`, own.filter((row) => row.kind === kind)])
      : [[group, own]];
    return parts.filter(([, some]) => some.length > 0).map(([name, some]) => lineOf(method, name, some));
  });
}

async function run(options) {
  const all = (flag) => options.flatMap((each, k) => (each === flag ? [options[k + 1]] : []));
  const [part = "develop"] = all("--part");
  const [each = "8"] = all("--draws");
  const [workers = "1"] = all("--workers");
  const [reviews] = all("--reviews");
  const folders = { reviews, bags: all("--bags") };
  const wanted = all("--method");
  const methods = METHODS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const [file = join(tmpdir(), `bagwise-methods-${part}.jsonl`)] = all("--records");
  const found = await recordsOf(file, {
    ...{ draws: await chosenDraws(part, Number(each), folders), methods, folders, workers: Number(workers) },
    onProgress: (done, total) => process.stderr.write(`\r\x1b[Kdraw ${done} of ${total} ...`),
  });
  const [dist] = all("--dist");
  const library = await libraryIn(dist === undefined ? BUILD : pathToFileURL(`${resolve(dist)}/`));
  const records = found.filter(({ none }) => none !== true);
  const [which] = all("--fill");
  const table = (kinds) =>
    markdown(
      HEAD,
      methods.flatMap((method) => {
        const own = records.filter((record) => record.method === idOf(method));
        return linesOf(
          method,
          own.map((record) => judged(record, library)),
          kinds,
        );
      }),
    );
  console.log(table(true));
  if (which !== undefined) fill("research/calibration.md", { [which]: table(false) });
}

if (!isMainThread && workerData?.calibrationOf)
  parentPort.on("message", async ({ draw, methods }) =>
    parentPort.postMessage(await measured(draw, methods, workerData.calibrationOf)),
  );
else if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await run(process.argv.slice(2));
