import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { closeDistances, gaussianOf, gaussianReach } from "../../../src/kernels/gram/sparse-gaussian.js";
import { checkedDsddOptions } from "../../../src/learners/dsdd/options.js";
import { solveRamp } from "../../../src/learners/dsdd/ramp-problem.js";
import { crossValidateDsdd } from "../../../src/learners/dsdd/validation.js";
import { trainingFolds } from "../../../src/learners/shared/folds.js";
import { instanceData } from "../../../src/learners/shared/instance-data.js";
import { trainingSet } from "../make.js";

async function prepared(given: Parameters<typeof checkedDsddOptions>[0], widths: readonly number[]) {
  const options = checkedDsddOptions({ centres: 1000, ...given });
  const data = await instanceData(trainingSet(), options);
  const kernels = widths.map((width) => ({
    width,
    kernel: gaussianOf(closeDistances(data.rows, undefined, gaussianReach(width)), width),
  }));
  return { options, data, kernels };
}

describe("crossValidateDsdd", () => {
  it("judges each setting by the mean ramp losses of instances that a dense problem without them was not trained on", async () => {
    const { options, data, kernels } = await prepared({ folds: 3, lambda: [0.1] }, [2, 0.7]);
    const { judged, best, chosenHeld } = await crossValidateDsdd(data, options, kernels, {});
    expect(judged.map(({ width, lambda, folds, solved }) => ({ width, lambda, folds, solved }))).toEqual([
      { width: 2, lambda: 0.1, folds: 3, solved: 3 },
      { width: 0.7, lambda: 0.1, folds: 3, solved: 3 },
    ]);
    const folds = trainingFolds(data.bags, options);
    const bagOf = Array.from({ length: data.bags.size }, (_, i) => Array(data.bags.sizeOf(i)).fill(i)).flat();
    const rows = bagOf.map((_, row) => row);
    for (const { width, risk } of judged) {
      const { data: values, cols } = instanceGram({ type: "gaussian", width }, data.rows);
      const z: number[] = [];
      for (let fold = 0; fold < 3; fold++) {
        const inside = rows.filter((row) => folds?.of[bagOf[row]] === fold);
        const outside = rows.filter((row) => folds?.of[bagOf[row]] !== fold);
        const part = (of: number[]) =>
          matrix(
            of.length,
            outside.length,
            Float64Array.from(of.flatMap((i) => outside.map((j) => values[i * cols + j]))),
          );
        const signs = Int8Array.from(outside, (row) => (row < data.positiveRows ? 1 : -1));
        const positive = signs.filter((sign) => sign > 0).length;
        const weights = Float64Array.from(signs, (sign) => 1 / (sign > 0 ? positive : signs.length - positive));
        const { alpha } = solveRamp({ kernel: part(outside), signs, weights, lambda: 0.1 }, options);
        const tested = part(inside);
        inside.forEach((row, i) => {
          z[row] = alpha.reduce((sum, a, j) => sum + a * tested.data[i * outside.length + j], 0);
        });
      }
      const loss = (of: number[], sign: number) =>
        of.reduce((sum, row) => sum + Math.min(2, Math.max(0, 1 - sign * z[row])), 0) / of.length;
      const expected = loss(rows.slice(0, data.positiveRows), 1) + loss(rows.slice(data.positiveRows), -1);
      expect(risk).toBeCloseTo(expected, 5);
      if (width !== best?.width) continue;
      const highest = Array.from({ length: data.bags.size }, (_, i) =>
        Math.max(...rows.filter((row) => bagOf[row] === i).map((row) => z[row])),
      );
      [...(chosenHeld?.positive ?? []), ...(chosenHeld?.unlabeled ?? [])].forEach((score, i) => {
        expect(score).toBeCloseTo(highest[i], 4);
      });
      expect(chosenHeld?.positive).toHaveLength(data.positives);
    }
  });

  it("judges nothing where there is one setting and no prior, and judges that one with a prior", async () => {
    const without = await prepared({ lambda: 0.1 }, [1]);
    expect((await crossValidateDsdd(without.data, without.options, without.kernels, {})).judged).toEqual([]);
    const { data, options, kernels } = await prepared({ lambda: 0.1, prior: 0.3 }, [1]);
    const { judged, held, chosenHeld } = await crossValidateDsdd(data, options, kernels, {});
    expect(judged).toHaveLength(1);
    expect(held).toEqual(chosenHeld);
  });
});
