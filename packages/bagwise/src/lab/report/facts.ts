import { type Difference, differences } from "../paper/differences.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import { meanOf } from "../trials/spread.js";

/** What the cells of one method in one protocol come to. Means are over cells. */
interface MethodFacts extends Difference {
  readonly own: readonly ExperimentCell[];
  readonly balancedAccuracy: number;
  readonly auc: number;
  /** The mean accuracy of the constant guess in the same cells. */
  readonly guess: number;
  /** Mean |prior used - true prior|, and its signed value; undefined without a prior. */
  readonly priorError: number | undefined;
  readonly priorShift: number | undefined;
}

/** The facts of every method in every protocol. Costs O(methods x protocols x cells). */
export function factsOf(summary: ExperimentSummary): MethodFacts[] {
  return differences(summary).map((difference) => {
    const { method, protocol } = difference;
    const own = summary.cells.filter((cell) => cell.method === method && cell.protocol === protocol);
    const off = own.flatMap(({ usedPrior, prior }) => (usedPrior === null ? [] : [usedPrior.mean - prior]));
    return {
      ...difference,
      own,
      balancedAccuracy: meanOf(own.map(({ balancedAccuracy }) => balancedAccuracy.mean)),
      auc: meanOf(own.map(({ auc }) => auc.mean)),
      guess: meanOf(own.map(({ constantGuess }) => constantGuess)),
      priorError: off.length === 0 ? undefined : meanOf(off.map(Math.abs)),
      priorShift: off.length === 0 ? undefined : meanOf(off),
    };
  });
}

/** How much accuracy a method loses in the leak-free protocol, over settings of both. */
interface Leak {
  readonly method: string;
  /** Mean accuracy in the paper's protocol and in the leak-free one. */
  readonly paper: number;
  readonly leakFree: number;
  /** The setting with the greatest loss, as its leak-free cell, and that loss. */
  readonly where: ExperimentCell;
  readonly greatest: number;
}

/** The leak of every method that ran in both protocols. */
export function leaksOf({ cells, methods }: ExperimentSummary): Leak[] {
  const key = ({ dataset, prior, labeled, method }: ExperimentCell) =>
    JSON.stringify([dataset, prior, labeled, method]);
  const paper = new Map(
    cells.filter(({ protocol }) => protocol === "paper").map((cell) => [key(cell), cell.accuracy.mean]),
  );
  return methods.flatMap((method) => {
    const pairs = cells.flatMap((cell) => {
      const before = cell.protocol === "leak-free" && cell.method === method ? paper.get(key(cell)) : undefined;
      return before === undefined ? [] : [{ cell, before, loss: before - cell.accuracy.mean }];
    });
    if (pairs.length === 0) return [];
    const worst = pairs.reduce((a, b) => (b.loss > a.loss ? b : a));
    return [
      {
        method,
        paper: meanOf(pairs.map(({ before }) => before)),
        leakFree: meanOf(pairs.map(({ cell }) => cell.accuracy.mean)),
        where: worst.cell,
        greatest: worst.loss,
      },
    ];
  });
}
