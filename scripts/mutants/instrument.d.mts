/** A parsed file: only handed on. */
type Source = object;

interface Mutant {
  readonly index: number;
  /** What is changed, such as `< -> <=`. */
  readonly what: string;
  readonly line: number;
  readonly column: number;
  /** The line, and the part of it that is changed. */
  readonly text: string;
  readonly code: string;
  /** Whether it is computed when the file is loaded. */
  readonly fixed: boolean;
}

export function parse(file: string, text?: string): Source;
export function mutantsOf(source: Source): Mutant[];
export function withMutants(source: Source, ids: ReadonlyMap<number, number>, fileNumber: number): string;
export function withBranches(
  source: Source,
  first: number,
): { readonly code: string; readonly branches: readonly { readonly line: number; readonly what: string }[] };
