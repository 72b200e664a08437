import type { Protocol } from "../draws/draw-spec.js";
import type { ExperimentCell, ExperimentSummary } from "./summary.js";

/** A cell, and how far its mean accuracy is above the printed one. */
export interface CellDifference extends Pick<ExperimentCell, "dataset" | "prior" | "labeled"> {
  /** Ours minus the paper's. */
  readonly difference: number;
}

/** How a method compares with its column of the paper's table and with the constant guess. */
export interface Difference {
  readonly method: string;
  readonly protocol: Protocol;
  readonly cells: number;
  /** Cells that are compared with a value that the paper prints: see `comparedCells`. */
  readonly compared: number;
  /** Mean absolute difference to the printed accuracies; null without a printed value. */
  readonly meanAbsolute: number | null;
  /** The largest absolute difference, and the first cell that has it. */
  readonly largest: number | null;
  readonly where: CellDifference | null;
  /** Cells whose mean accuracy is below that of the constant guess. */
  readonly belowConstant: number;
  /** Over all cells. */
  readonly meanAccuracy: number;
}

/** The cells of the paper's protocol, which the printed table was made with; others without it. */
export function comparedCells(cells: readonly ExperimentCell[]): ExperimentCell[] {
  const printed = cells.filter((cell) => cell.printed !== undefined);
  const paper = printed.filter(({ protocol }) => protocol === "paper");
  return paper.length > 0 ? paper : printed;
}

/** For each method and protocol that has cells, the distance to the printed column. */
export function differences({
  cells,
  methods,
  protocols,
}: Pick<ExperimentSummary, "cells" | "methods" | "protocols">): Difference[] {
  const compared = new Set(comparedCells(cells));
  return methods.flatMap((method) =>
    protocols.flatMap((protocol) => {
      const own = cells.filter((cell) => cell.method === method && cell.protocol === protocol);
      return own.length === 0 ? [] : [differenceOf(method, protocol, own, compared)];
    }),
  );
}

function differenceOf(
  method: string,
  protocol: Protocol,
  cells: readonly ExperimentCell[],
  chosen: ReadonlySet<ExperimentCell>,
): Difference {
  const compared = cells.flatMap((cell): CellDifference[] => {
    const { dataset, prior, labeled, accuracy, printed } = cell;
    if (printed === undefined || !chosen.has(cell)) return [];
    return [{ dataset, prior, labeled, difference: accuracy.mean - printed.mean }];
  });
  const size = ({ difference }: CellDifference) => Math.abs(difference);
  const where = compared.reduce<CellDifference | null>(
    (most, each) => (most === null || size(each) > size(most) ? each : most),
    null,
  );
  return {
    method,
    protocol,
    cells: cells.length,
    compared: compared.length,
    meanAbsolute: where === null ? null : compared.reduce((sum, each) => sum + size(each), 0) / compared.length,
    largest: where === null ? null : size(where),
    where,
    belowConstant: cells.filter(({ accuracy, constantGuess }) => accuracy.mean < constantGuess).length,
    meanAccuracy: cells.reduce((sum, { accuracy }) => sum + accuracy.mean, 0) / cells.length,
  };
}
