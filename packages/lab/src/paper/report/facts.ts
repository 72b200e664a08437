import { meanOf } from "../../trials/spread.js";
import { differences } from "../differences.js";
import type { ExperimentCell, ExperimentSummary } from "../summary.js";

/**
 * What the cells of every method in every protocol come to. Means are over cells; priors are
 * undefined for a method without. Costs O(methods x protocols x cells).
 */
export function factsOf(summary: ExperimentSummary) {
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

/**
 * How much accuracy each method loses in the leak-free protocol, over settings of both, and where it
 * loses most.
 */
export function leaksOf({ cells, methods }: ExperimentSummary) {
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
