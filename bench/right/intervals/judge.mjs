// What is said about one draw, against the truth: the interval of the prior, from the data and after audits of 30; the
// probability of every bag, with its range; the measures with the prior known and unknown; and the decisions.
import { wilson } from "../audit/plain-sample.mjs";

const AUDITS = 4;
const REVIEWED = 30;
/** The most of the unlabeled bags that are reviewed. */
const MOST = 0.8;
export const MEASURES = ["auc", "precision", "recall", "accuracy"];

const shareOf = (signs) => [...signs].filter((sign) => sign === "1").length / signs.length;

/** The library at this folder of its build, so that two versions can be compared on the same draws. */
export async function libraryIn(dist) {
  const parts = await Promise.all(
    [
      "core/dist/prior/mixture/score-mixture.js",
      "core/dist/prior/belief/belief.js",
      "core/dist/prior/belief/summary.js",
      "core/dist/prior/belief/trust.js",
      "core/dist/prior/belief/audit.js",
      "core/dist/prior/belief/fair-labels.js",
      "core/dist/prior/belief/used-prior.js",
      "core/dist/learners/shared/judge-separation.js",
      "core/dist/scores/separation.js",
      "core/dist/scores/bag-scores.js",
      "core/dist/scores/pu-measures.js",
      "core/dist/scores/top-k.js",
      "core/dist/scorers/link.js",
      "core/dist/model/calibration.js",
      "core/dist/model/doubt.js",
      "core/dist/base/random.js",
      "core/dist/base/crc32.js",
    ].map((path) => import(new URL(path, dist))),
  );
  return Object.assign({}, ...parts);
}

const interval = ({ low, high, mean }, truth) => ({ low, high, mean, truth });

/** Everything about one draw. */
export function judged(record, library) {
  const { scoreMixture, startingBelief, pointBelief, describeBelief, separationOf, bagScores } = library;
  const held = { positive: record.positive, unlabeled: record.unlabeled, clusters: record.clusters };
  const mixture = scoreMixture(held, { distinct: record.distinct });
  const truth = shareOf(record.hidden);
  const belief = mixture.posterior(startingBelief());
  const found = describeBelief(belief);
  const separation = separationOf(bagScores(held));
  const at = (start, after) => ({ held, mixture, separation, link: mixture.link(start), belief: after });
  const [data, known] = [at(startingBelief(), belief), at(pointBelief(truth), pointBelief(truth))];
  const [bags, knownBags] = [data, known].map((state) => bagsOf(record, state, library));
  const audits = auditsOf(record, held, mixture, library, truth);
  return {
    ...{ name: record.name, kind: record.kind, share: record.share, labeled: record.labeled, truth },
    apart: separation?.apart === true,
    data: { ...interval(found, truth), called: found.high - found.low <= 0.3 && separation?.apart === true },
    audits,
    bags,
    knownBags,
    measures: measuresOf(record, data, bags, library),
    knownMeasures: measuresOf(record, known, knownBags, library),
    worth: mixture.worth?.(startingBelief()) ?? null,
    decisions: {
      "prior known": gainOf(record, known, library),
      "prior audited": audits.reduce((sum, { gain }) => sum + gain, 0) / audits.length,
      "prior from data": gainOf(record, data, library),
    },
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
  const audited = scoreMixture(held, { distinct: record.distinct, trust: "beside-audit" });
  return Array.from({ length: AUDITS }, () => {
    const positive = Array.from(generator.sample(size, reviewed)).filter((i) => record.hidden[i] === "1").length;
    const audit = { positive, reviewed };
    const start = withAudit(startingBelief(), audit);
    const against = priorNotes(compareWithAudit(before, audit), audit).length > 0;
    return {
      auto: interval(describeBelief(against ? start : audited.posterior(start)), truth),
      wilson: { ...wilson(positive, reviewed, 1), truth },
      gain: gainOf(record, { link: audited.link(start) }, library),
    };
  });
}

/** The calibration of a model of `auto`, as the version at hand makes it. */
function calibrationOf({ mixture, separation, belief }, { withDoubt, constantCalibration, describeBelief }) {
  const own = { slope: 1, intercept: 0 };
  if (separation === null) return own;
  const { mean } = describeBelief(belief);
  if (!separation.apart) return constantCalibration(mean);
  // Since the link counts the doubt itself, the calibration need not.
  return mixture.doubt === undefined ? withDoubt(own, separation.p, mean) : own;
}

/** The probability of each unlabeled bag, its range, and whether it is positive. */
function bagsOf(record, state, library) {
  const { applyLink, probabilityOf, probabilityRange, describeBelief } = library;
  const calibration = calibrationOf(state, library);
  const { mean, low, high } = describeBelief(state.belief);
  const prior = { value: mean, low, high, ranges: state.link.ranges };
  return Array.from(applyLink(state.link, Float64Array.from(record.unlabeled)), (score, i) => {
    const p = probabilityOf(calibration, score);
    return { p, ...(probabilityRange(p, prior) ?? { low: p, high: p }), positive: record.hidden[i] === "1" ? 1 : 0 };
  });
}

/** What is promised of these bags while held out, and what is true. */
function measuresOf(record, { held, link, belief }, bags, { heldOutMeasures, describeBelief, applyLink }) {
  const [positive, unlabeled] = [held.positive, held.unlabeled].map((scores) =>
    applyLink(link, Float64Array.from(scores)),
  );
  const prior = describeBelief(belief).mean;
  const own = belief.points.length > 1 ? { belief } : {};
  // An older version takes no notice of them.
  const probabilities = { unlabeled: Float64Array.from(bags, ({ p }) => p), prior };
  const promised = heldOutMeasures(
    { ...held, positive, unlabeled, probabilities },
    { prior, ...own, seed: record.trial },
  );
  const same = realised(unlabeled, record.hidden);
  return Object.fromEntries(
    MEASURES.map((name) => {
      const { value, low, high } = promised[name];
      return [name, { value, low, high, truth: same[name] }];
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

/** The gain in accuracy of calling bags positive by their score over the better constant guess. */
function gainOf(record, { link }, { applyLink }) {
  const share = shareOf(record.hidden);
  const scores = applyLink(link, Float64Array.from(record.unlabeled));
  const right = [...record.hidden].filter((sign, i) => (sign === "1") === scores[i] >= 0).length;
  return right / scores.length - Math.max(share, 1 - share);
}
