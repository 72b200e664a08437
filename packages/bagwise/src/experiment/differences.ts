import type { Protocol } from "./protocol.js";
import type { Cell, Summary } from "./summary.js";

/** A cell, and how far its mean accuracy is above the printed one. */
export interface CellDifference {
  readonly dataset: string;
  readonly prior: number;
  readonly labeled: number;
  /** Ours minus the paper's. */
  readonly difference: number;
}

/** How a method compares with its column of the paper's table and with the constant guess. */
export interface Difference {
  readonly method: string;
  readonly protocol: Protocol;
  readonly cells: number;
  /** Cells for which the paper prints a value. */
  readonly compared: number;
  /** Mean absolute difference of mean accuracies to the printed ones; null without a printed value. */
  readonly meanAbsolute: number | null;
  /** The largest absolute difference, and the first cell that has it. */
  readonly largest: number | null;
  readonly where: CellDifference | null;
  /** Cells whose mean accuracy is below that of the constant guess. */
  readonly belowConstant: number;
  /** Over all cells. */
  readonly meanAccuracy: number;
}

/** For each method and protocol of the summary, in its order, the distance to the printed column. A method without cells in a protocol is left out. */
export function differences({
  cells,
  methods,
  protocols,
}: Pick<Summary, "cells" | "methods" | "protocols">): Difference[] {
  return methods.flatMap((method) =>
    protocols.flatMap((protocol) => {
      const own = cells.filter((cell) => cell.method === method && cell.protocol === protocol);
      return own.length === 0 ? [] : [differenceOf(method, protocol, own)];
    }),
  );
}

function differenceOf(method: string, protocol: Protocol, cells: readonly Cell[]): Difference {
  const compared = cells.flatMap(({ dataset, prior, labeled, accuracy, printed }): CellDifference[] =>
    printed === undefined ? [] : [{ dataset, prior, labeled, difference: accuracy.mean - printed.mean }],
  );
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
