import { edgeGaussian, graphsOf } from "../../kernels/gram/edge-gram.js";
import { edgesOf } from "../../kernels/gram/edges.js";
import { setDiagonal, setGram } from "../../kernels/gram/set-gram.js";
import type { EdgeKernel } from "../../kernels/kinds/edge-graph.js";
import type { Instances } from "../../kernels/representation.js";
import type { Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type ChangedPairs, changedRows, type PairValues, rowsOf } from "./changed-pairs.js";

/**
 * The kernel of MIGraph of a bag that loses or changes one instance. That may change all edges, so every
 * version is compared as a bag of its own. For n instances, leaving out each costs n times the score of
 * the bag.
 */
export class ChangedEdges implements ChangedPairs {
  readonly #kernel: EdgeKernel<number>;
  readonly #rows: Matrix;
  readonly #centres: Instances;

  constructor(kernel: EdgeKernel<number>, bag: BagRows, centres: Instances) {
    this.#kernel = kernel;
    this.#rows = rowsOf(bag);
    this.#centres = centres;
  }

  without(): PairValues {
    const { rows: size, cols, data } = this.#rows;
    const versions = function* (): Generator<Matrix> {
      for (let i = 0; i < size; i++) {
        const rest = matrix(size - 1, cols);
        rest.data.set(data.subarray(0, i * cols));
        rest.data.set(data.subarray((i + 1) * cols), i * cols);
        yield rest;
      }
    };
    return this.#values(size, versions());
  }

  changed(i: number, { mean }: Others, features: readonly number[]): PairValues {
    const { rows: size, cols, data } = this.#rows;
    const changed = changedRows(this.#rows, i, mean, features);
    const versions = function* (): Generator<Matrix> {
      for (let r = 0; r < changed.rows; r++) {
        const other = matrix(size, cols, data.slice());
        other.data.set(changed.data.subarray(r * cols, (r + 1) * cols), i * cols);
        yield other;
      }
    };
    return this.#values(features.length, versions());
  }

  /** The bag and its versions, one after the other: together they might not fit in memory. */
  #values(count: number, versions: Iterable<Matrix>): PairValues {
    const centres = this.#centres;
    const { edges: others } = graphsOf(centres);
    const values = matrix(count + 1, centres.offsets.length - 1);
    const self = new Float64Array(count + 1);
    const { kernel, edgeWidth } = this.#kernel;
    const ofEdges = edgeGaussian(edgeWidth);
    let version = 0;
    const add = (rows: Matrix) => {
      const nodes = { rows, offsets: Uint32Array.of(0, rows.rows) };
      const edges = edgesOf(nodes);
      const [byNode, byEdge] = [setGram(kernel, nodes, centres), setGram(ofEdges, edges, others)];
      values.data.set(
        byNode.data.map((value, l) => value + byEdge.data[l]),
        version * values.cols,
      );
      self[version++] = setDiagonal(kernel, nodes)[0] + setDiagonal(ofEdges, edges)[0];
    };
    add(this.#rows);
    for (const rows of versions) add(rows);
    return { values, self: () => self };
  }
}
