import { describe, expect, it } from "vitest";
import { calibrateModel } from "../../../src/judge/calibration/calibrate-model.js";
import { monotoneCalibration } from "../../../src/judge/calibration/monotone-calibration.js";
import { constantCalibration } from "../../../src/model/calibration.js";
import { Model } from "../../../src/model/model.js";
import { type IsotonicBlock, isotonicProbability } from "../../../src/scores/isotonic.js";
import { tinyModel } from "../../model/make.js";
import { heldOut, normalScores } from "../held-scores.js";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const times = (count: number, score: number) => Array<number>(count).fill(score);

/** Scores of which every one is a block of its own: each has more positives for an unlabeled bag than the one before. */
function rising(multiples: readonly number[], above: readonly number[] = []) {
  return heldOut(
    [...multiples.flatMap((count, i) => times(count * (i + 1), i)), ...above],
    multiples.flatMap((count, i) => times(count, i)),
  );
}

/** Blocks by the share of the sample below them, in 200 parts. */
function plainGroups(blocks: readonly IsotonicBlock[]): IsotonicBlock[][] {
  const groups = new Map<number, IsotonicBlock[]>();
  let below = 0;
  for (const block of blocks) {
    const number = Math.min(199, Math.floor(below * 200));
    groups.set(number, [...(groups.get(number) ?? []), block]);
    below += block.mixture;
  }
  return [...groups.values()];
}

describe("a calibration of many blocks", () => {
  it("has the mean of the blocks of each group, by their shares of the sample", () => {
    // 512 unlabeled bags, so that sums of shares are exact, and a positive bag above them all.
    const held = rising(
      Array.from({ length: 256 }, (_, i) => (i % 2 === 0 ? 3 : 1)),
      [300],
    );
    const blocks = isotonicProbability(held, 0.3);
    expect(blocks).toHaveLength(257);
    const groups = plainGroups(blocks);
    const { scores, probabilities } = monotoneCalibration(held, { prior: 0.3 });
    expect(scores.length).toBeLessThanOrEqual(200);
    expect(scores).toHaveLength(groups.length);
    const moves = groups.map((group, k) => {
      const weight = sum(group.map(({ mixture }) => mixture));
      const mean = (of: (block: IsotonicBlock) => number) =>
        sum(group.map((block) => of(block) * block.mixture)) / weight;
      expect(scores[k]).toBeCloseTo(
        mean(({ centre }) => centre),
        9,
      );
      const share = Math.min(
        1 - 1 / 1024,
        Math.max(
          1 / 1024,
          mean(({ probability }) => probability),
        ),
      );
      return Math.log(probabilities[k] / (1 - probabilities[k])) - Math.log(share / (1 - share));
    });
    expect(Math.max(...moves) - Math.min(...moves)).toBeLessThan(1e-9);
  });

  it("keeps positives that stand above the whole sample", () => {
    // The last unlabeled score is that of so many bags that its group begins early.
    const held = rising([...times(250, 1), 50], [900]);
    const { scores, probabilities } = monotoneCalibration(held, { prior: 0.3 });
    expect(scores.at(-1)).toBe(900);
    expect(probabilities.every((share, k) => share > (probabilities[k - 1] ?? 0) && share < 1)).toBe(true);
  });

  it("joins none of 200, however small", () => {
    for (const count of [150, 200]) {
      const held = rising([...times(count - 1, 1), 400]);
      expect(isotonicProbability(held, 0.3)).toHaveLength(count);
      expect(monotoneCalibration(held, { prior: 0.3 }).scores).toHaveLength(count);
    }
  });
});

describe("calibrateModel", () => {
  it("believes what the model knows about its own scores, and looks at others", async () => {
    const { held } = normalScores(0.3, { positive: 30, unlabeled: 100 });
    const trained = await tinyModel();
    const separation = { value: 0.5, p: 0.4, apart: false };
    const model = new Model({
      ...trained.parts(),
      card: { ...trained.card, separation } as never,
      heldOut: held,
    });
    expect(calibrateModel(model, { method: "monotone", prior: 0.2 }).card.calibration).toEqual(
      constantCalibration(0.2),
    );
    const same = { ...held };
    expect(calibrateModel(model, { method: "monotone", prior: 0.2, held: same }).card.calibration).toEqual(
      monotoneCalibration(held, { prior: 0.2 }),
    );
  });
});
