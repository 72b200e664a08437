// What is said about one draw, against the truth: the interval of the prior, from the data and after
// audits of 30; the measures with the prior known; and the decisions.
import { wilson } from "../audit/plain-sample.mjs";

const AUDITS = 4;
const REVIEWED = 30;
/** The most of the unlabeled bags that are reviewed. */
const MOST = 0.8;

const shareOf = (signs) => [...signs].filter((sign) => sign === "1").length / signs.length;

/** The library at this folder of its build, so that two versions can be compared on the same draws. */
export async function libraryIn(dist) {
  const parts = await Promise.all(
    [
      "prior/mixture/score-mixture.js",
      "prior/belief/belief.js",
      "prior/belief/summary.js",
      "prior/belief/trust.js",
      "prior/belief/audit.js",
      "prior/belief/fair-labels.js",
      "learners/shared/judge-separation.js",
      "scores/separation.js",
      "scores/bag-scores.js",
      "scores/pu-measures.js",
      "model/link.js",
      "base/random.js",
      "base/crc32.js",
    ].map((path) => import(new URL(path, dist))),
  );
  return Object.assign({}, ...parts);
}

const interval = ({ low, high, mean }, truth) => ({ low, high, mean, truth });

/** Everything about one draw. */
export function judged(record, library, { measures = true } = {}) {
  const { scoreMixture, startingBelief, describeBelief, alikeNotes, separationOf, bagScores } = library;
  const held = { positive: record.positive, unlabeled: record.unlabeled, clusters: record.clusters };
  const mixture = scoreMixture(held, { distinct: record.distinct });
  const truth = shareOf(record.hidden);
  const found = describeBelief(mixture.posterior(startingBelief()));
  const alike = alikeNotes(separationOf(bagScores(held))).length > 0;
  return {
    name: record.name,
    prior: record.prior,
    labeled: record.labeled,
    data: { ...interval(found, truth), called: found.high - found.low <= 0.3 && !alike },
    audits: auditsOf(record, held, mixture, library, truth),
    ...(measures && { measures: measuresOf(record, held, mixture, library) }),
    decisions: decisionsOf(record, mixture, library),
  };
}

/** Some audits of the same bags; as `auto` would treat their counts. */
function auditsOf(record, held, mixture, library, truth) {
  const { startingBelief, describeBelief, withAudit, compareWithAudit, priorNotes, scoreMixture, random, crc32 } =
    library;
  const size = record.hidden.length;
  const reviewed = Math.min(REVIEWED, Math.floor(MOST * size));
  const generator = random(crc32(new TextEncoder().encode(record.id)));
  const before = mixture.posterior(startingBelief());
  // An older version trusted scores in full.
  const beside = library.TRUSTS === undefined ? {} : { trust: "beside-audit" };
  const audited = scoreMixture(held, { distinct: record.distinct, ...beside });
  return Array.from({ length: AUDITS }, () => {
    const positive = Array.from(generator.sample(size, reviewed)).filter((i) => record.hidden[i] === "1").length;
    const audit = { positive, reviewed };
    const start = withAudit(startingBelief(), audit);
    const against = priorNotes(compareWithAudit(before, audit), audit).length > 0;
    return {
      auto: interval(describeBelief(against ? start : audited.posterior(start)), truth),
      wilson: { ...wilson(positive, reviewed, 1), truth },
    };
  });
}

/** Linear between the knots of a link, and straight on beyond them. */
const linked = (library, link, scores) => library.applyLink(link, Float64Array.from(scores));

/** Promised with the prior known, and true: on the same bags while held out, and on the test bags. */
function measuresOf(record, held, mixture, library) {
  const { heldOutMeasures, pointBelief } = library;
  const link = mixture.link(pointBelief(record.prior));
  const [positive, unlabeled, test] = [held.positive, held.unlabeled, record.test].map((scores) =>
    linked(library, link, scores),
  );
  const promised = heldOutMeasures({ ...held, positive, unlabeled }, { prior: record.prior, seed: record.trial });
  const same = realised(unlabeled, record.hidden);
  const fresh = realised(test, record.testTruth);
  return Object.fromEntries(
    ["auc", "precision", "recall", "accuracy"].map((name) => {
      const { value, low, high } = promised[name];
      return [name, { value, low, high, same: same[name], fresh: fresh[name] }];
    }),
  );
}

/** The measures of scores whose labels are known; NaN where there is nothing to divide by. */
function realised(scores, signs) {
  const truth = [...signs].map((sign) => sign === "1");
  const count = (is) => truth.filter((positive, i) => is(positive, scores[i] >= 0)).length;
  const [positives, called, right] = [
    count((positive) => positive),
    count((_, yes) => yes),
    count((positive, yes) => positive && yes),
  ];
  let wins = 0;
  for (let i = 0; i < truth.length; i++)
    if (truth[i])
      for (let j = 0; j < truth.length; j++)
        if (!truth[j]) wins += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
  return {
    auc: wins / (positives * (truth.length - positives)),
    precision: right / called,
    recall: right / positives,
    accuracy: count((positive, yes) => positive === yes) / truth.length,
  };
}

/** The gain in accuracy over the better constant guess on the test bags. */
function decisionsOf(record, mixture, library) {
  const { pointBelief, startingBelief } = library;
  const share = shareOf(record.testTruth);
  const constant = record.prior >= 0.5 ? share : 1 - share;
  const gain = (link) => {
    const scores = linked(library, link, record.test);
    const right = [...record.testTruth].filter((sign, i) => (sign === "1") === scores[i] >= 0).length;
    return right / scores.length - constant;
  };
  return {
    "prior known": gain(mixture.link(pointBelief(record.prior))),
    "prior from data": gain(mixture.link(startingBelief())),
  };
}
