// Who ranks the bags of a draw: ours, `auto` of an earlier version, and scikit-learn.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { auto, bagging, puSkc } from "bagwise";
import { auc } from "bagwise/evaluation";
import { statisticsOf } from "bagwise/kernels";
import { mean } from "../../../scripts/tables.mjs";
import { pythonWithScikit, SCIKIT_LEARN } from "../../python.mjs";
import { BEFORE, PEERS } from "./tables.mjs";

/** `auto` that knows no prior, but the truth about so many random unlabeled bags, which become labels. */
const REVIEWED = 30;
const AUDITED = `auto, ${REVIEWED} reviewed`;

/** Ours, by name, and the folders of the build that each depends on besides those of all. */
const OURS = {
  auto: { create: auto, learners: ["auto", "bagging"] },
  "auto, views alone": { create: (options) => auto({ ...options, trees: "none" }), learners: ["auto"] },
  bagging: { create: bagging, learners: ["bagging"] },
  "pu-skc": { create: puSkc, learners: ["pu-skc"] },
};
const PARTS_OF_ALL = ["learners/shared", "kernels", "model", "prior", "scorers", "scores", "solver"];

/**
 * What ranks draws. Each has a stamp of what it is computed with, so that a record is taken again only
 * if nothing changed, and finds the AUC of one or more rankings and the gain of their decisions.
 */
export async function rankersOf({ before, only }) {
  const wanted = (name) => only === undefined || only.includes(name);
  const home = join(import.meta.dirname, "../../../packages");
  const ours = Object.entries(OURS).map(([name, { create, learners }]) => ({
    names: [name],
    stamp: stampOf(home, [...PARTS_OF_ALL, ...learners.map((each) => `learners/${each}`)]),
    rank: (draw) => ranked(name, create, draw, draw.training, draw.test),
  }));
  const audited = {
    names: [AUDITED],
    stamp: ours[0].stamp,
    async rank(draw) {
      const { bags, found, reviewed } = withReviewed(draw);
      const { aucs, gains } = await ranked(
        AUDITED,
        () => auto({ audited: `${found.size}/${reviewed}`, bootstrap: 0 }),
        draw,
        bags,
        draw.test,
        { auditedFrom: draw.training.unlabeled().size, foundPositive: found },
      );
      return { aucs, gains, seconds: {} };
    },
  };
  const earlier = before === undefined ? [] : [await earlierAuto(resolve(before, "packages"))];
  const peer = PEERS.some(wanted) ? startPeer() : undefined;
  const rankers = [
    ...ours,
    audited,
    ...earlier,
    ...(peer === undefined ? [] : [{ names: PEERS, stamp: peer.stamp, rank: peer.rank }]),
  ].filter(({ names }) => names.some(wanted));
  return { rankers, scikit: peer && SCIKIT_LEARN, stop: () => peer?.stop() };
}

/** The training bags after a review: at most four in five, so that some are left to learn from. */
function withReviewed({ training, truth, id }) {
  const labels = training.labels();
  const unlabeled = labels.flatMap((label, i) => (label === "unlabeled" ? [i] : []));
  const place = (i) => createHash("sha256").update(`${id}/${i}`).digest("hex");
  const order = unlabeled.map((i) => ({ i, at: place(i) })).sort((a, b) => (a.at < b.at ? -1 : 1));
  const chosen = order.slice(0, Math.min(REVIEWED, Math.floor(0.8 * unlabeled.length))).map(({ i }) => i);
  for (const i of chosen) labels[i] = truth[i] > 0 ? "positive" : "negative";
  const found = new Set(chosen.filter((i) => truth[i] > 0).map((i) => training.ids()[i]));
  return { bags: training.withLabels(labels), found, reviewed: chosen.length };
}

/** A built checkout of an earlier version. Its bags are its own, made from the same numbers. */
async function earlierAuto(home) {
  const load = (file) => import(pathToFileURL(join(home, file)).href);
  const { auto: create } = await load("bagwise/dist/index.js");
  const { BagSet } = await load("core/dist/bags/bag-set.js");
  const own = (bags) => {
    const offsets = [0];
    for (let i = 0; i < bags.size; i++) offsets.push(offsets[i] + bags.sizeOf(i));
    const [ids, labels] = [bags.ids(), bags.labels()];
    return BagSet.from({ data: bags.toMatrix(), offsets, ids, labels, features: bags.features });
  };
  return {
    names: [BEFORE],
    stamp: stampOf(home, [...PARTS_OF_ALL, "learners/auto"]),
    rank: (draw) => ranked(BEFORE, create, draw, own(draw.training), own(draw.test)),
  };
}

/** What one of ours finds, and the processor time in seconds that it takes to fit. */
async function ranked(name, create, { prior, signs, constant }, training, test, context = {}) {
  const start = process.cpuUsage();
  const model = await create({ prior, bootstrap: 0 }).fit(training, context);
  const { user, system } = process.cpuUsage(start);
  const scores = model.scores(test);
  const right = mean(Array.from(scores, (score, i) => (score >= 0 === (signs[i] === 1) ? 1 : 0)));
  return {
    aucs: { [name]: auc(scores, signs) },
    gains: { [name]: right - constant },
    seconds: { [name]: (user + system) / 1e6 },
  };
}

function stampOf(home, parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    const folder = join(home, "core", "dist", part);
    for (const name of readdirSync(folder, { recursive: true }).sort())
      if (name.endsWith(".js")) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 8);
}

/** scikit-learn, one draw after the other; undefined without Python. */
function startPeer() {
  const python = pythonWithScikit();
  if (python === undefined) return undefined;
  const script = join(import.meta.dirname, "peer.py");
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const folder = mkdtempSync(join(tmpdir(), "bagwise-ranking-"));
  return {
    stamp: createHash("sha256").update(SCIKIT_LEARN).update(readFileSync(script)).digest("hex").slice(0, 8),
    async rank({ training, test, signs, seed }) {
      const positive = training.positive();
      const sorted = training.subset([
        ...training.ids().flatMap((_, i) => (training.labelOf(i) === "positive" ? [i] : [])),
        ...training.ids().flatMap((_, i) => (training.labelOf(i) === "positive" ? [] : [i])),
      ]);
      const write = (name, values) => writeFileSync(join(folder, name), new Uint8Array(values.buffer));
      write("x", statisticsOf("min-max-mean", sorted).data.slice());
      write("y", statisticsOf("min-max-mean", test).data.slice());
      write("a", Float32Array.from(sorted.toMatrix()));
      write("b", Float32Array.from(test.toMatrix()));
      const sizes = (bags) => Array.from({ length: bags.size }, (_, i) => bags.sizeOf(i));
      const asked = {
        folder,
        seed,
        positives: positive.size,
        dimension: training.dimension,
        sizes: sizes(sorted),
        testSizes: sizes(test),
      };
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("scikit-learn ended early");
      const found = Object.entries(JSON.parse(value));
      return {
        aucs: Object.fromEntries(found.map(([name, scores]) => [name, auc(Float64Array.from(scores), signs)])),
        gains: {},
        seconds: {},
      };
    },
    stop() {
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
