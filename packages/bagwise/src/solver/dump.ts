import { InputError } from "../base/errors.js";
import { decodePacked, encodePacked } from "../base/packed-file.js";
import { matrix } from "../linalg/matrix.js";
import { LOSSES, type Loss, type Problem } from "./problem.js";

const KIND = "problem";

/**
 * The versions of the layout, without and with weights, which an older bagwise would ignore. Files
 * with a newer layout are rejected.
 */
const LAYOUT = { plain: 1, weighted: 2 } as const;

/**
 * Encodes a problem as one file for a bug report. `decodeProblem` restores a problem with the same
 * solution, bit for bit. The file has a JSON header with prior, lambda and loss, then the two
 * matrices and any weights as little-endian float64, with a checksum.
 */
export function encodeProblem({ phiP, phiU, prior, lambda, loss, weights }: Problem): Uint8Array {
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

/**
 * Decodes a file from `encodeProblem`. Throws an `InputError` for a truncated, modified, newer or
 * foreign file.
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
