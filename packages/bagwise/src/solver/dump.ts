import { InputError } from "../base/errors.js";
import { decodePacked, encodePacked } from "../base/packed-file.js";
import { matrix } from "../linalg/matrix.js";
import { LOSSES, type Loss, type Problem } from "./problem.js";

const KIND = "problem";

/**
 * The versions of the layout below: without and with weights, which an older bagwise would
 * overlook. Files of a newer one are refused.
 */
const LAYOUT = { plain: 1, weighted: 2 } as const;

/**
 * A problem as the bytes of one file, for a bug report: what `decodeProblem` makes of them gives
 * the same solution, bit by bit. A header of JSON with prior, lambda and loss, then the two
 * matrices and, where there are some, the weights as little-endian float64, with a checksum.
 */
export function encodeProblem({ phiP, phiU, prior, lambda, loss, weights }: Problem): Uint8Array {
  return encodePacked(
    {
      kind: KIND,
      formatVersion: weights === undefined ? LAYOUT.plain : LAYOUT.weighted,
      // As text, because a problem worth dumping may have a lambda of NaN.
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

/**
 * The problem in a file of `encodeProblem`. A truncated, changed, newer or foreign file is an
 * `InputError`.
 */
export function decodeProblem(bytes: Uint8Array, { name = "the problem" }: { readonly name?: string } = {}): Problem {
  const { header, tables } = decodePacked(bytes, { kind: KIND, newest: LAYOUT.weighted, file: name });
  const { prior, lambda, loss } = (header ?? {}) as Record<string, unknown>;
  const [phiP, phiU, weights] = ["phiP", "phiU", "weights"].map((wanted) =>
    tables.find((table) => table.name === wanted),
  );
  if (phiP === undefined || phiU === undefined || !isLoss(loss) || !isText(prior) || !isText(lambda)) {
    throw new InputError({
      code: "damaged",
      message: "the file lacks a part of a problem",
      remedy: "Make it anew.",
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
