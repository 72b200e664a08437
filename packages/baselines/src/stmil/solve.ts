import { highest, type MachineFit, type MachineTask, settle, valuesOfAll } from "@bagwise/core/training";
import { bestShift } from "../shared/machine/bag-error.js";
import { fitSamples, type SampleFit } from "../shared/machine/samples.js";
import { costsOf, evenly, type SparseBags, sparseBags } from "../shared/machine/sparse-bags.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** The most convex problems if settings are only compared: the first ones change most. */
const FEW_STEPS = 4;

/**
 * The concave-convex procedure for stMIL. The loss of an instance of a positive bag,
 * (1 - |f|)_+ = min((1 - f)_+, (1 + f)_+), is bounded from above by the hinge of the side it was on,
 * with equality there, so that no step raises the objective. Starts from the sides of sMIL, see
 * `firstSides`. Returns the sides too: 1 or -1 for each row of the positive bags, one bag after the
 * other.
 */
export function solveStmil(task: MachineTask): MachineFit & { readonly sides: Int8Array } {
  const { gram, signs, costs, rough } = task;
  const bags = sparseBags(task);
  const rows = Uint32Array.from(bags.rows.slice(0, bags.positives).flatMap((bag) => Array.from(bag)));
  const each = evenly(costsOf(costs, signs, 1), rows.length);
  const all = [...bags.rows, ...Array.from(rows, (row) => Uint32Array.of(row))];
  const samples = {
    rows: all,
    costs: Float64Array.from([...bags.costs, ...Array.from(rows, () => each)]),
    margins: Float64Array.from([...bags.margins, ...Array.from(rows, () => 1)]),
  };
  const { fit, state, scheme } = settle<Int8Array, SampleFit>(
    (roughly) => ({
      solve: (sides, before) =>
        fitSamples(gram, { ...samples, signs: Int8Array.from([...bags.signs, ...sides]) }, { before, rough: roughly }),
      objective: ({ certificate }) => certificate.primalObjective,
      next: ({ values, beta }) => sidesOf(values.subarray(bags.rows.length), beta),
      same: (a, b) => a.every((side, i) => side === b[i]),
    }),
    firstSides(task, bags, rows),
    { rough, few: FEW_STEPS },
  );
  return { ...fit, scheme, sides: state };
}

function sidesOf(values: Float64Array, beta: number): Int8Array {
  return Int8Array.from(values, (value) => (value + beta >= 0 ? 1 : -1));
}

/**
 * The sides of these rows by sMIL, with 0 where the highest instances tell the training bags apart
 * best. Its own 0 would not do: it asks so little of positive bags that most of their instances are
 * below.
 */
function firstSides({ gram, bags, signs, costs, rough }: MachineTask, sparse: SparseBags, rows: Uint32Array) {
  const found = fitSamples(gram, sparse, { rough });
  const values = valuesOfAll(gram, found);
  const tops = Float64Array.from(bags, (bag) => highest(chosen(values, bag)));
  return sidesOf(chosen(values, rows), bestShift(tops, signs, costs));
}

function chosen(values: Float64Array, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

/** How it is solved. */
export const stmilSolving = (): Solving => ({ solve: solveStmil });
