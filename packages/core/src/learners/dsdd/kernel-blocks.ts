import type { SparseMatrix } from "../../linalg/sparse.js";

/**
 * Samples and centres that are independent of all others: all kernel values between them and the
 * rest are negligible.
 */
export interface KernelBlock {
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
}

/** Kernel values below this change no digit of a solution; the kernel is at most 1. */
const NEGLIGIBLE = 1e-20;

/** Small blocks are merged up to this many rows, so that overhead does not dominate. */
const TOGETHER = 96;

/**
 * Divides the submatrix of these rows and columns, with values from 0 to 1, into blocks that can be
 * solved exactly one by one: the connected components of the graph of its values that are not
 * negligible, small ones merged. A narrow Gaussian kernel has very many, a wide one is one block.
 * Samples without any value are in no block: whatever alpha is, their decision value is 0. Costs
 * one pass over the matrix.
 */
export function kernelBlocks(
  { rows: allRows, cols, offsets, indices: columnOf, values }: SparseMatrix,
  { rows, columns }: KernelBlock,
): KernelBlock[] {
  // Union-find over rows and, after them, columns.
  const parent = Uint32Array.from({ length: allRows + cols }, (_, i) => i);
  const root = (of: number) => {
    let i = of;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const wanted = new Uint8Array(cols);
  for (const column of columns) wanted[column] = 1;
  const touched: number[] = [];
  for (const i of rows) {
    let any = false;
    for (let at = offsets[i]; at < offsets[i + 1]; at++) {
      if (wanted[columnOf[at]] === 0 || !(values[at] >= NEGLIGIBLE)) continue;
      any = true;
      const [a, b] = [root(i), root(allRows + columnOf[at])];
      if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
    }
    if (any) touched.push(i);
  }
  const components = new Map<number, { rows: number[]; columns: number[] }>();
  for (const i of touched) {
    const known = components.get(root(i));
    if (known === undefined) components.set(root(i), { rows: [i], columns: [] });
    else known.rows.push(i);
  }
  // A column without a row influences nothing: its coefficient is 0, and it is in no block.
  for (const j of columns) components.get(root(allRows + j))?.columns.push(j);
  return together([...components.values()]);
}

function together(components: readonly { rows: number[]; columns: number[] }[]): KernelBlock[] {
  const blocks: { rows: number[]; columns: number[] }[] = [];
  for (const component of components) {
    const last = blocks[blocks.length - 1];
    if (last !== undefined && last.rows.length + component.rows.length <= TOGETHER) {
      for (const i of component.rows) last.rows.push(i);
      for (const j of component.columns) last.columns.push(j);
    } else blocks.push({ rows: [...component.rows], columns: [...component.columns] });
  }
  return blocks.map(({ rows, columns }) => ({
    rows: Uint32Array.from(rows).sort(),
    columns: Uint32Array.from(columns).sort(),
  }));
}
