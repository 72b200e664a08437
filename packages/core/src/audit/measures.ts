import { type AuditCell, type LinearStatement, scoreLimits } from "../statistics/score-limits.js";

/**
 * What an audit measures: the share of positives among the unlabeled bags, and how often the
 * model's predictions for them are right.
 */
export const AUDIT_MEASURES = ["prior", "precision", "recall", "accuracy"] as const;
export type AuditMeasureName = (typeof AUDIT_MEASURES)[number];

/** An estimate with a confidence interval. */
export interface AuditMeasure {
  /**
   * Null if the answers say nothing about it: precision of a model that predicts no positives,
   * recall if no positive was found.
   */
  readonly value: number | null;
  /** 0 and 1 if nothing is known. */
  readonly low: number;
  readonly high: number;
}

/** Numbers of positives among the bags called positive and among the others. */
interface Positives {
  readonly called: number;
  readonly others: number;
}

/**
 * A measure from the cells: the stratified estimate, with the interval of `scoreLimits` restricted
 * to what the answers leave possible (a bag found positive is positive). All measures are linear in
 * the shares of the cells; for recall the statement is that a share r of all positives is called
 * positive. `guess` estimates a cell without answers.
 */
export function auditMeasure(
  name: AuditMeasureName,
  cells: readonly AuditCell[],
  { z, guess }: { z: number; guess: (cell: number) => number },
): AuditMeasure {
  const size = total(cells, () => 1);
  const called = total(cells, (cell) => (cell.called ? 1 : 0));
  const measureOf = (positives: Positives) => measured(name, positives, { size, called });
  const share = (cell: AuditCell, h: number) => (cell.reviewed === 0 ? guess(h) : cell.positive / cell.reviewed);
  const value = measureOf({
    called: total(cells, (cell, h) => (cell.called ? share(cell, h) : 0)),
    others: total(cells, (cell, h) => (cell.called ? 0 : share(cell, h))),
  });
  if (Number.isNaN(value)) return { value: null, low: 0, high: 1 };
  const { low, high } = scoreLimits(cells, statementOf(name, cells, { size, called }), { point: value, z });
  const possible = possibleOf(cells, name, measureOf);
  return {
    value,
    low: Math.min(value, Math.max(low, possible.low)),
    high: Math.max(value, Math.min(high, possible.high)),
  };
}

function measured(
  name: AuditMeasureName,
  positives: Positives,
  { size, called }: { size: number; called: number },
): number {
  switch (name) {
    case "prior":
      return (positives.called + positives.others) / size;
    case "precision":
      return positives.called / called;
    case "recall":
      return positives.called / (positives.called + positives.others);
    case "accuracy":
      return (positives.called + size - called - positives.others) / size;
  }
}

/** The statement "the measure is this" about the shares of the cells. */
function statementOf(
  name: AuditMeasureName,
  cells: readonly AuditCell[],
  { size, called }: { size: number; called: number },
): (measure: number) => LinearStatement {
  return (measure) => {
    const coefficient = (cell: AuditCell): number => {
      switch (name) {
        case "prior":
          return cell.size / size;
        case "precision":
          return cell.called ? cell.size / called : 0;
        case "recall":
          return ((cell.called ? 1 - measure : -measure) * cell.size) / size;
        case "accuracy":
          return ((cell.called ? 1 : -1) * cell.size) / size;
      }
    };
    const value = name === "recall" ? 0 : name === "accuracy" ? measure - (size - called) / size : measure;
    return { coefficients: cells.map(coefficient), value };
  };
}

/**
 * The smallest and largest values that the answers leave possible: bags that were not reviewed may
 * be anything.
 */
function possibleOf(
  cells: readonly AuditCell[],
  name: AuditMeasureName,
  measureOf: (positives: Positives) => number,
): { low: number; high: number } {
  const sum = (called: boolean, open: 0 | 1) =>
    cells.reduce((all, cell) => {
      const more = open * (cell.size - cell.reviewed);
      return all + (cell.called === called ? cell.positive + more : 0);
    }, 0);
  const few = { called: sum(true, 0), others: sum(false, 0) };
  const many = { called: sum(true, 1), others: sum(false, 1) };
  // More positives among the others raise the prior, but lower recall and accuracy.
  const [least, most] = name === "prior" ? [few.others, many.others] : [many.others, few.others];
  return {
    low: orElse(measureOf({ called: few.called, others: least }), 0),
    high: orElse(measureOf({ called: many.called, others: most }), 1),
  };
}

function orElse(value: number, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : value;
}

/** A sum over all bags, where each cell gives the worth of its bags. */
function total(cells: readonly AuditCell[], worth: (cell: AuditCell, h: number) => number): number {
  return cells.reduce((sum, cell, h) => sum + cell.size * worth(cell, h), 0);
}
