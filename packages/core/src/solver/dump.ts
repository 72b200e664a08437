import { InputError } from "../base/errors.js";
import { decodePacked, encodePacked } from "../base/packed-file.js";
import { matrix } from "../linalg/matrix.js";
import type { MachineProblem } from "./machine/problem.js";
import { LOSSES, type Loss, type Problem } from "./problem.js";

const KIND = "problem";

/**
 * The versions of the layout: without weights, with weights, which an older bagwise would ignore, and
 * a hinge-loss machine. Files with a newer layout are rejected.
 */
const LAYOUT = { plain: 1, weighted: 2, machine: 3 } as const;

/** Whether a problem is a hinge-loss machine, and not one of PU-SKC. */
export function isMachine(problem: Problem | MachineProblem): problem is MachineProblem {
  return "gram" in problem;
}

/**
 * Encodes a problem as one file for a bug report. `decodeProblem` restores a problem with the same
 * solution, bit for bit. The file has a JSON header (prior, lambda and loss for PU-SKC), then the
 * matrices and vectors as little-endian float64, with a checksum.
 */
export function encodeProblem(problem: Problem | MachineProblem): Uint8Array {
  if (isMachine(problem)) return encodeMachine(problem);
  const { phiP, phiU, prior, lambda, loss, weights } = problem;
  return encodePacked(
    {
      kind: KIND,
      formatVersion: weights === undefined ? LAYOUT.plain : LAYOUT.weighted,
      // As text, because a problem worth dumping may have lambda NaN.
      header: { prior: String(prior), lambda: String(lambda), loss },
      tables: [
        { name: "phiP", rows: phiP.rows, columns: phiP.cols, data: phiP.data },
        { name: "phiU", rows: phiU.rows, columns: phiU.cols, data: phiU.data },
        ...(weights === undefined ? [] : [{ name: "weights", rows: weights.length, columns: 1, data: weights }]),
      ],
    },
    { form: "binary" },
  );
}

function encodeMachine({ gram, signs, costs, margins }: MachineProblem): Uint8Array {
  const vector = (name: string, data: ArrayLike<number>) => ({
    name,
    rows: data.length,
    columns: 1,
    data: Float64Array.from(data),
  });
  return encodePacked(
    {
      kind: KIND,
      formatVersion: LAYOUT.machine,
      header: { loss: "hinge" },
      tables: [
        { name: "gram", rows: gram.rows, columns: gram.cols, data: gram.data },
        vector("signs", signs),
        vector("costs", costs),
        ...(margins === undefined ? [] : [vector("margins", margins)]),
      ],
    },
    { form: "binary" },
  );
}

/**
 * Decodes a file from `encodeProblem`. Throws an `InputError` for a truncated, modified, newer or
 * foreign file.
 */
export function decodeProblem(
  bytes: Uint8Array,
  { name = "the problem" }: { readonly name?: string } = {},
): Problem | MachineProblem {
  const { header, tables } = decodePacked(bytes, { kind: KIND, newest: LAYOUT.machine, file: name });
  const [gram, signs, costs, margins] = ["gram", "signs", "costs", "margins"].map((wanted) =>
    tables.find((table) => table.name === wanted),
  );
  if (gram !== undefined && signs !== undefined && costs !== undefined)
    return {
      gram: matrix(gram.rows, gram.columns, gram.data),
      signs: Int8Array.from(signs.data),
      costs: costs.data,
      ...(margins && { margins: margins.data }),
    };
  const { prior, lambda, loss } = (header ?? {}) as Record<string, unknown>;
  const [phiP, phiU, weights] = ["phiP", "phiU", "weights"].map((wanted) =>
    tables.find((table) => table.name === wanted),
  );
  if (phiP === undefined || phiU === undefined || !isLoss(loss) || !isText(prior) || !isText(lambda)) {
    throw new InputError({
      code: "damaged",
      message: "the file is missing a part of the problem",
      remedy: "Create the file again.",
      where: { file: name },
    });
  }
  return {
    phiP: matrix(phiP.rows, phiP.columns, phiP.data),
    phiU: matrix(phiU.rows, phiU.columns, phiU.data),
    prior: Number(prior),
    lambda: Number(lambda),
    loss,
    ...(weights && { weights: weights.data }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isLoss(value: unknown): value is Loss {
  return (LOSSES as readonly unknown[]).includes(value);
}
