import type { LearnerEntry } from "../../../packages/core/src/learners/learner.js";

interface Cell {
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly negatives: number;
}

interface CellSoFar extends Cell {
  readonly files: number;
  readonly heldOut: number;
  readonly auc: number;
  readonly squares: number;
  readonly standsOut: number;
}

type Trained = { readonly auc: number; readonly apart: boolean } | null;

export function allCells(entries?: readonly LearnerEntry[]): Cell[];
export function cellName(cell: Cell): string;
export function train(cell: Cell, seed: number): Promise<Trained>;
export function begun(cell: Cell): CellSoFar;
export function after(cell: CellSoFar, found: readonly Trained[]): CellSoFar;
export function errorOf(cell: Pick<CellSoFar, "heldOut" | "squares">): number;
export function judged(cells: readonly CellSoFar[]): (CellSoFar & { readonly honest: boolean })[];
