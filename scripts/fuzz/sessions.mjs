// What people and programs edit besides bags: sessions of reviews, lists and audits that were filled in, files of
// labels, and journals of experiments. The endings are the fuzzer's own; a name with one tells how to read it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENDING = /\.(session|list|audit|labels|journal)$/;
const AT = "2026-01-02T03:04:05.000Z";
const IDS = [
  "__proto__",
  "constructor",
  "=1+1",
  "+b",
  "-1",
  "é",
  "b b",
  ...Array.from({ length: 13 }, (_, k) => `b${k}`),
];

export function isSession(name) {
  return ENDING.test(name);
}

/** What is needed of the library; `from` imports a module by its path. */
export async function loadSessions(from) {
  const paths = [
    ...["session", "session-file", "review-state", "review-round", "labels-table"].map(
      (n) => `core/dist/review/${n}.js`,
    ),
    ...["audit-code", "design", "estimate"].map((name) => `core/dist/audit/${name}.js`),
    ...[
      "bagwise/dist/cli/text/review.js",
      "bagwise/dist/cli/flags/review.js",
      "bagwise/dist/cli/flags/review-session.js",
      "core/dist/bags/bag-set.js",
      "core/dist/base/errors.js",
    ],
    ...[
      "bagwise/dist/node/files/audit-file.js",
      "bagwise/dist/node/files/review-file.js",
      "files/dist/format/read-bags.js",
    ],
    ...[
      "bagwise/dist/experiment/folder/journal.js",
      "bagwise/dist/experiment/folder/log.js",
      "bagwise/dist/experiment/folder/timings.js",
    ],
  ];
  const library = Object.assign({}, ...(await Promise.all(paths.map(from))));
  const labels = IDS.map((_, k) => (k === 8 ? "positive" : k === 9 ? "negative" : "unlabeled"));
  const data = IDS.flatMap((_, k) => [k, (k * k) % 7]);
  const offsets = Array.from({ length: IDS.length + 1 }, (_, k) => k);
  const reviewable = library.BagSet.from({ data, offsets, ids: IDS, labels, features: ["x", "y"] });
  return { sessions: { ...library, reviewable, design: designOf(library) } };
}

const FILE = new TextEncoder().encode(
  `id,x,y\n${IDS.map((id, k) => `"${id}",${k % 2 === 0 ? k : 0.37},${k % 3}`).join("\n")}\n`,
);
const READING = { bag: "id", ignore: ["y"], header: true, missing: "drop", delimiter: ",", passage: 30 };
const ranker = { rank: (labels) => ({ scores: Float64Array.from(labels, (_, k) => (k * 7) % 5) }) };
const open = IDS.filter((_, k) => k !== 8 && k !== 9);

function designOf({ drawAudit }) {
  return drawAudit(
    open.map((bag, k) => ({ bag, score: k - 9, probability: k / 18 })),
    { n: 8, seed: 2 },
  );
}

function auditCodeOf({ auditCodeText }, { threshold, strata }) {
  return auditCodeText({ n: 8, seed: 2, threshold, strata, file: "0123abcd", model: "4567abcd" });
}

/** Small files of each kind that are right. */
export function sessionSeeds({ sessions: library }) {
  const { newSession, nextRound, withEvent, withUndo, sessionText, reviewable, design, toLine } = library;
  const about = { file: "bags.csv", hash: "ab", bags: IDS.length, positive: 1, negative: 1, reading: READING };
  const round = (session) => nextRound(session, reviewable, { at: AT, ranker }).session;
  const said = (session, answer) => {
    const { waiting } = library.reviewState(session);
    const answers = waiting
      .slice(0, 4)
      .map((bag, k) => ({ bag, answer: k === 2 ? "cannot tell" : answer, note: "=n" }));
    return withEvent(session, { type: "answers", at: AT, answers, from: "list.csv" });
  };
  const begun = round(newSession({ program: "1.0.0", data: about, options: { n: 5, randomShare: 0.4 } }));
  const answered = round(said(begun, "positive"));
  const changed = withEvent(withUndo(said(answered, "negative"), AT), {
    type: "change",
    at: AT,
    options: { target: 0.8 },
  });
  const checking = {
    ...answered,
    events: answered.events.map((each) => (each.type === "round" ? { ...each, checking: true } : each)),
  };
  const answers = design.bags.slice(0, 3).map(({ bag }, k) => ({ bag, positive: k > 0 }));
  const audited = { ...answered, audit: { code: auditCodeOf(library, design), design, answers, trainedWith: 4 } };
  const { columns, rows } = library.auditTable(design, library.parseAuditCode(audited.audit.code), []);
  const csv = (lines) => lines.map((cells) => cells.map((each) => `"${each ?? ""}"`).join(",")).join("\n");
  const lists = [
    [
      "filled.audit",
      csv([columns, ...Array.from(rows, ([bag, , code], k) => [bag, k % 3 === 2 ? null : 2 * (k % 2) - 1, code])]),
    ],
    [
      "filled.list",
      csv([["bag", "answer", "note"], ...open.map((bag, k) => [bag, ["1", "0", "?", "skip", ""][k % 5], "n"])]),
    ],
    ["plain.labels", csv([["bag", "label"], ...open.map((bag, k) => [bag, [1, -1, 0, ""][k % 4]])])],
    ["ours.labels", csv([["bag", "label", "answer", "note"], ...open.map((bag) => [bag, 1, "positive", "="])])],
    ["lines.labels", open.map((bag, k) => JSON.stringify({ bag, label: k % 2 })).join("\n")],
  ];
  const journals = [0, 1].map((seed) => [
    "run.journal",
    [HEADER(seed), ...PLAN.map((_, k) => record(k, seed))].map(toLine).join(""),
  ]);
  const sessions = [begun, answered, changed, checking, audited].map((each) => ["review.session", sessionText(each)]);
  return [...sessions, ...lists, ...journals].map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
}

const HEADER = (seed) => ({ bagwise: "0.1.0", experiment: "paper", options: { seed }, data: { musk1: "aa" } });
const PLAN = Array.from({ length: 5 }, (_, k) => ({ id: `id-${k}` }));

function record(k, seed) {
  const spec = { experiment: "paper", dataset: "musk1", method: "lsdd", prior: 0.1, labeled: 20, trial: k, seed };
  const times = { draw: 0.1, train: 0.2, score: 0.3, run: AT, elapsed: k };
  return { id: `id-${k}`, spec, result: { accuracy: 1 / (k + 2), auc: Number.NaN }, ...times };
}

/** Damages one: as bytes, as data, or as somebody would who edits, cuts and joins files. */
export function mutateSession(random, { name, bytes }, others, { mutateBytes, changedValue }, { sessions }) {
  const text = new TextDecoder().decode(bytes);
  const encode = (changed) => new TextEncoder().encode(changed);
  const times = 1 + random.small(5);
  const changed = (value) => {
    let now = value;
    for (let k = 0; k < times; k++) now = changedValue(random, now);
    return now;
  };
  if (name.endsWith(".session") && random.chance(0.7)) {
    const session = JSON.parse(text);
    const events = [...session.events];
    // Events of another one, twice, or in another order.
    if (random.chance(0.3)) {
      const other = JSON.parse(new TextDecoder().decode(random.pick(others).bytes));
      events.splice(random.below(events.length + 1), random.below(2), ...other.events.slice(random.below(3)));
    }
    return encode(JSON.stringify(changed({ ...session, events })) ?? "");
  }
  if (name.endsWith(".journal") && random.chance(0.8)) {
    const lines = text.split("\n").slice(0, -1);
    const other = new TextDecoder().decode(random.pick(others).bytes).split("\n").slice(0, -1);
    for (let k = 0; k < times; k++) {
      const at = random.below(lines.length + 1);
      const line = lines[at] ?? lines[0] ?? "";
      const way = random.below(5);
      if (way === 0) lines.splice(at, random.below(2), random.pick(other));
      else if (way === 1) lines.splice(at, 1);
      else if (way === 2) lines.push(line);
      else if (way === 3) lines.push(...other.slice(random.below(2)));
      // Somebody who knows how a checksum is made.
      else {
        const value = changedValue(random, sessions.fromLine(line) ?? {});
        lines[at] = sessions.toLine(typeof value === "object" && value !== null ? value : { value }).trimEnd();
      }
    }
    const joined = encode(`${lines.join("\n")}\n`);
    return random.chance(0.3) ? joined.slice(0, random.below(joined.length + 1)) : joined;
  }
  return mutateBytes(random, bytes, others, true);
}

/** What is wrong with what was read; undefined if it is sound. Throws what the library throws. */
export async function judgeSession(name, bytes, { sessions: library }) {
  if (name.endsWith(".session")) return await judgeReview(new TextDecoder().decode(bytes), library);
  if (name.endsWith(".labels")) return await judgeLabels(bytes, library);
  const path = join(tmpdir(), `bagwise-fuzz-${process.pid}${name.endsWith(".journal") ? ".journal" : ".csv"}`);
  writeFileSync(path, bytes);
  try {
    if (name.endsWith(".journal")) return await judgeJournal(path, bytes, library);
    if (name.endsWith(".audit")) return await judgeAudit(path, library);
    const answers = (await library.readListAnswers(path)) ?? [];
    const known = answers.every(({ bag, answer }) => bag !== "" && library.REVIEW_ANSWERS.includes(answer));
    return known && new Set(answers.map(({ bag }) => bag)).size === answers.length ? undefined : wrong("answers");
  } finally {
    rmSync(path, { force: true });
  }
}

const wrong = (message) => ({ kind: "unsound", message });
const isShare = (value) => value >= 0 && value <= 1;
const isWhole = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;

async function judgeReview(text, library) {
  const { parseSession, sessionText, nextRound, reviewState, reviewProgress, labelsTable, reviewReport, reviewable } =
    library;
  const session = parseSession(text);
  const again = sessionText(session);
  if (sessionText(parseSession(again)) !== again) return wrong("it reads what it wrote as something else");
  const progress = reviewProgress(session, reviewable);
  const { pool, reviewed, found, left, recall, stopping } = progress;
  if (!isWhole(pool, open.length) || !isWhole(reviewed, pool) || !isWhole(found, reviewed)) return wrong("the counts");
  if (!(left.low >= 0 && left.low <= left.high && left.high <= pool - reviewed)) return wrong("how many are left");
  if (left.value !== null && !(left.value >= left.low && left.value <= left.high))
    return wrong("how many are expected");
  if (recall !== null && ![recall.low, recall.value, recall.high].every(isShare)) return wrong("recall");
  if (!isShare(stopping.chance) || !isShare(stopping.share)) return wrong("the chance");
  const state = reviewState(session);
  for (const [bag] of state.answers) if (!open.includes(bag)) return wrong("an answer about no bag to review");
  const round = nextRound(session, reviewable, { at: AT, ranker });
  const ids = round.list.map(({ bag }) => bag);
  if (new Set(ids).size !== ids.length || !ids.every((bag) => open.includes(bag))) return wrong("the list");
  if (!parseSession(sessionText(round.session))) return wrong("the next session");
  const paths = { data: "d", session: "s", list: "l" };
  const facts = { progress, checking: round.checking, state, paths, ids, waits: false, given: [], undone: false };
  const said = reviewReport(facts).join("\n");
  if (/NaN|Infinity|undefined|(?<!e)-\d/.test(said)) return wrong("what is said");
  if ([...labelsTable(reviewable, state.answers).rows].length < 2) return wrong("the labels");
  const bags = await library.readBags(FILE, { name: "bags.csv", ...library.keptReading(session.data.reading) });
  return bags.size > 0 ? undefined : wrong("the bags");
}

async function judgeLabels(bytes, { readBags }) {
  const bags = await readBags(FILE, { name: "bags.csv", labels: bytes });
  if (bags.size !== IDS.length || bags.ids().join() !== IDS.join()) return wrong("the bags");
  const known = bags.labels().every((label) => ["positive", "negative", "unlabeled"].includes(label));
  return known ? undefined : wrong("a label");
}

async function judgeAudit(path, library) {
  const code = await library.readAuditCode(path, undefined);
  const { answers } = await library.readReviewFile(path, {});
  const now = { file: "0123abcd", model: "4567abcd", n: code.n, seed: code.seed, unlabeled: open.length };
  library.checkSameAudit(code, now, { model: "m", file: "f" });
  const design = library.drawAudit(
    open.map((bag, k) => ({ bag, score: k - 9, probability: k / 18 })),
    code,
  );
  const { prior, precision, recall, accuracy, reviewed } = library.estimateAudit(design, answers);
  if (!isWhole(reviewed, design.bags.length)) return wrong("how many are reviewed");
  for (const { value, low, high } of [prior, precision, recall, accuracy])
    if (![value ?? low, low, high].every(isShare) || low > high) return wrong("a measure");
  return undefined;
}

async function judgeJournal(path, bytes, { openJournal, openTimings, InputError }) {
  const isThere = () => Buffer.compare(readFileSync(path), bytes) === 0;
  let ids;
  try {
    const journal = await openJournal(path, HEADER(0), PLAN);
    ids = [...journal.done.keys()];
    const records = [...journal.done.values()];
    journal.append(record(9, 0));
    journal.close();
    if (ids.some((id) => !PLAN.some((planned) => planned.id === id))) return wrong("a trial that was not planned");
    if (records.some(({ spec, result }) => !spec || !result)) return wrong("a trial without a result");
    const again = await openJournal(path, HEADER(0), [...PLAN, { id: "id-9" }]);
    again.close();
    if ([...again.done.keys()].join() !== [...ids, "id-9"].join())
      return wrong("a trial is lost when it is opened again");
  } catch (error) {
    if (!(error instanceof InputError) || !isThere()) return wrong(isThere() ? String(error) : "it was changed");
    if (/\n/.test(error.message)) return wrong("a message of many lines");
  }
  writeFileSync(path, bytes);
  const timings = openTimings(path);
  timings.close();
  return timings.wallSeconds() >= 0 && Number.isFinite(timings.wallSeconds()) ? undefined : wrong("the time");
}
