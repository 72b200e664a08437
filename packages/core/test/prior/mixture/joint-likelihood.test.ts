import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { mixtureJoint } from "../../../src/prior/mixture/joint-likelihood.js";
import { mixtureParameters } from "../../../src/prior/mixture/parameters.js";
import { type ScoreMixtureOptions, scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import { standardScores } from "../../../src/prior/mixture/standard-scores.js";
import type { BagScores } from "../../../src/scores/bag-scores.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";
import { drawnScores } from "./mixtures.js";

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const density = (x: number, m: number, v: number) => Math.exp(-((x - m) ** 2) / (2 * v)) / Math.sqrt(2 * Math.PI * v);

/**
 * The log-likelihood of one share, score by score with no trick: the model as its description
 * reads.
 */
function slowly(
  { positive, unlabeled, negative }: BagScores,
  distinct: ScoreMixtureOptions["distinct"],
  share: number,
): number {
  const centre = mean([...unlabeled]);
  const sd = Math.sqrt(mean([...unlabeled].map((s) => (s - centre) ** 2)));
  const [p, u, n] = [positive, unlabeled, negative].map((scores) => [...scores].map((s) => (s - centre) / sd));
  const binned = u.map((s) => -4 + (Math.floor(6 * (Math.min(5.9999, Math.max(-3.9999, s)) + 4)) + 0.5) / 6);
  const m = mean(p);
  const v = p.reduce((sum, s) => sum + (s - m) ** 2, 0) / (p.length - 1);
  const known = p.length * (distinct?.positive ?? 1);
  const power = 0.4 * (distinct?.unlabeled ?? 1) * Math.min(1, known / 10) ** 2;
  const separations = [0.1, 0.3, 0.5, 0.75, 1, 1.3, 1.65, 2.1, 2.7, 3.4];
  const widths = [0.2, 0.2, 0.225, 0.25, 0.275, 0.325, 0.4, 0.525, 0.65, 0.7];
  const logs: number[] = [];
  for (const a of [-1.5, -0.75, 0, 0.75, 1.5])
    for (const b of [-1, 0, 1])
      for (const [i, delta] of separations.entries())
        for (const r of [-2, -1, 0, 1, 2]) {
          const mP = m + (a * Math.max(Math.sqrt(v), 0.3)) / Math.sqrt(known);
          const vP = Math.max((p.length * v + 3) / (p.length + 3), 0.1) * Math.exp(b * Math.sqrt(2 / (known + 3)));
          const vN = vP * Math.exp(0.2 * r);
          const mN = mP - delta * Math.sqrt((vP + vN) / 2);
          const before = widths[i] * Math.exp(-(a * a + b * b + (delta / 0.8) ** 2 + r * r) / 2);
          const ofU = binned.map((s) => Math.log(share * density(s, mP, vP) + (1 - share) * density(s, mN, vN)));
          const ofN = n.map((s) => Math.log(density(s, mN, vN)));
          const sum = (values: readonly number[]) => values.reduce((x, y) => x + y, 0);
          logs.push(Math.log(before) + power * sum(ofU) + (distinct?.negative ?? 1) * sum(ofN));
        }
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - largest), 0));
}

/**
 * A share of the negatives may look like positives: none in a tenth, else of an exponential distribution, by parts that
 * end in the middles.
 */
function lookalikes(): { e: number; weight: number }[] {
  const shares = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3];
  const ends = [0, 0.015, 0.025, 0.04, 0.0625, 0.0875, 0.125, 0.175, 0.225, 0.275, 0.325];
  const below = (e: number) => (1 - Math.exp(-e / 0.15)) / (1 - Math.exp(-0.325 / 0.15));
  const some = shares.map((e, k) => ({ e, weight: 0.9 * (below(ends[k + 1]) - below(ends[k])) }));
  return [{ e: 0, weight: 0.1 }, ...some];
}

describe("the joint likelihood of share and laws", () => {
  const drawn = drawnScores(random(11), { pi: 0.4, separation: 1.5, positives: 9, unlabeled: 50 });
  const negative = Float64Array.of(-0.5, 0.1, 0.7, -1.2);
  it.each<[string, BagScores, ScoreMixtureOptions]>([
    ["plain scores", drawn, {}],
    ["known negatives", { ...drawn, negative }, {}],
    ["copies", { ...drawn, negative }, { distinct: { positive: 0.6, unlabeled: 0.5, negative: 0.25 } }],
    ["the single-set scenario", { ...drawn, scenario: "single-set" }, {}],
  ])("agrees with a slow sum over all scores: %s", (_, held, options) => {
    const { logLikelihood } = scoreMixture(held, { ...options, doubt: 0 });
    // Of 59 bags 9 are labelled.
    const shareOf = (pi: number) => (held.scenario === "single-set" ? Math.max(0, (59 * pi - 9) / 50) : pi);
    const cells = [1, 45, 80, 120, 160, 198];
    const plain = (pi: number) => Math.exp(slowly(held, options.distinct, Math.max(1e-5, shareOf(pi))) - offset);
    const offset = slowly(held, options.distinct, 0.5);
    const mixed = (pi: number) =>
      lookalikes().reduce((sum, { e, weight }) => sum + weight * plain(pi + (1 - pi) * e), 0);
    const slow = cells.map((cell) => Math.log(mixed(BELIEF_GRID[cell])));
    cells.forEach((cell, i) => {
      const found = logLikelihood[cell] - logLikelihood[cells[0]];
      expect(Math.abs(found - (slow[i] - slow[0])), `cell ${cell}`).toBeLessThan(2e-4);
    });
  });

  it.each([
    [180, 0.5, 0.3],
    [180, 3.4, 0.02],
    [1000, 6, 0.02],
    [1000, 1.5, 0.8],
  ])("is interpolated well: %i scores, %f apart, prior %f", (unlabeled, separation, pi) => {
    const scores = standardScores(drawnScores(random(1), { pi, separation, unlabeled }));
    const parameters = mixtureParameters(scores);
    const at = (shares: readonly number[]) => mixtureJoint(parameters, scores.counts, { shares, distinct: 1 });
    const fast = at(BELIEF_GRID);
    // Few shares are not interpolated.
    const few = [0, 3, 10, 33, 66, 100, 133, 166, 190, 199];
    for (const cell of few) {
      const { logLikelihood, weights } = at([BELIEF_GRID[cell]]);
      expect(Math.abs(fast.logLikelihood[cell] - logLikelihood[0])).toBeLessThan(2e-3);
      const row = fast.weights.subarray(cell * parameters.size, (cell + 1) * parameters.size);
      expect(Math.max(...row.map((weight, k) => Math.abs(weight - weights[k])))).toBeLessThan(1e-3);
      expect(Math.abs(row.reduce((a, b) => a + b, 0) - 1)).toBeLessThan(1e-12);
    }
  });

  it("has the same rows for a few shares that lie close together, or are the same, as for each alone", () => {
    const scores = standardScores(drawn);
    const parameters = mixtureParameters(scores);
    const at = (shares: readonly number[]) => mixtureJoint(parameters, scores.counts, { shares, distinct: 1 });
    const many = Array.from({ length: 300 }, () => 0.3);
    // More shares than the six nodes of a polynomial, as a prior with eleven shares of look-alikes has.
    for (const shares of [Array.from({ length: 11 }, (_, k) => 0.6 + 0.01 * k), new Array(11).fill(1), many]) {
      const { logLikelihood, weights } = at(shares);
      for (const row of [0, 5, shares.length - 1]) {
        const alone = at([shares[row]]);
        expect(Math.abs(logLikelihood[row] - alone.logLikelihood[0])).toBeLessThan(1e-12);
        const own = weights.subarray(row * parameters.size, (row + 1) * parameters.size);
        expect(Math.max(...own.map((weight, k) => Math.abs(weight - alone.weights[k])))).toBeLessThan(1e-15);
      }
    }
  });

  it("stays finite where a share is 0 or 1", () => {
    const scores = standardScores(drawn);
    const joint = mixtureJoint(mixtureParameters(scores), scores.counts, { shares: [0, 1], distinct: 1 });
    expect(joint.logLikelihood.every(Number.isFinite)).toBe(true);
    expect(joint.weights.every(Number.isFinite)).toBe(true);
  });
});
