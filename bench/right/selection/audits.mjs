// Many audits of each trial, and how often they contradict fair labels.
import { drawAudit, estimateAudit } from "bagwise";
import { random } from "bagwise/bags";
import { compareScores, compareWithAudit } from "bagwise/evaluation";
import { beliefOf } from "./beliefs.mjs";

/** Counts over audits of `n` bags of one trial. */
export function auditTrial(record, { audits, n }) {
  const { P, U, T, S, Q, seed } = record;
  const bags = S.map((score, k) => ({ bag: `b${k}`, score, probability: Q[k] }));
  const belief = beliefOf(record);
  const generator = random(seed + 11);
  const found = { audits, compared: 0, scores: 0, prior: 0, either: 0, plain: 0, plainCompared: 0, covered: 0 };
  for (let a = 0; a < audits; a++) {
    const design = drawAudit(bags, { n, seed: generator.below(2 ** 32) });
    const answers = design.bags.map(({ bag }) => ({ bag, label: T[place(bag)] === 1 ? "positive" : "negative" }));
    const estimate = estimateAudit(design, answers);
    const audited = design.bags.flatMap(({ bag, size, drawn }) =>
      T[place(bag)] === 1 ? [{ score: U[place(bag)], weight: size / drawn }] : [],
    );
    const scores = compareScores(P, audited);
    const prior = compareWithAudit(belief, estimate.evidence);
    // A simple random sample, as for `prior --audited`.
    const simple = Array.from(generator.sample(U.length, Math.min(n, U.length)), (k) => k);
    const plain = compareScores(
      P,
      simple.flatMap((k) => (T[k] === 1 ? [{ score: U[k] }] : [])),
    );
    found.compared += scores === null ? 0 : 1;
    found.scores += scores?.differs ? 1 : 0;
    found.prior += prior.differs ? 1 : 0;
    found.either += scores?.differs || prior.differs ? 1 : 0;
    found.plainCompared += plain === null ? 0 : 1;
    found.plain += plain?.differs ? 1 : 0;
    found.covered += estimate.prior.low <= record.truth && record.truth <= estimate.prior.high ? 1 : 0;
  }
  return found;
}

const place = (bag) => Number(bag.slice(1));
