import { count } from "../../base/errors.js";
import { checkPoints, fields, record, shown, wrong } from "../description.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import {
  dissimilarities,
  MOST_REFERENCE_NUMBERS,
  MOST_REFERENCE_POINTS,
  MOST_REFERENCES,
  type References,
  referencesKey,
} from "../references/dissimilarities.js";
import type { VectorKind } from "./kind.js";

/** k(d(X), d(Y)) for the dissimilarities d from reference bags: see `dissimilarities`. */
export interface DissimilarityKernel<Of, Open = never> {
  readonly type: "dissimilarity";
  readonly references: References | Open;
  readonly kernel: InstanceKernelOf<Of>;
}

export const dissimilarity: VectorKind<DissimilarityKernel<Width, "training">, DissimilarityKernel<Width>> = {
  names: ["dissimilarity"],
  named: (_, kernel) => ({ type: "dissimilarity", references: "training", kernel }),
  check(given, path, inner) {
    const { references = "training", kernel } = fields(given, path, ["references", "kernel"]);
    return {
      type: "dissimilarity",
      references: checkReferences(references, `${path}.references`),
      kernel: inner(kernel),
    };
  },
  phrase: ({ references }, inner) =>
    `${inner} on the mean distances of the instances from ${references === "training" ? "training bags" : count(references.sizes.length, "training bag")}`,
  isOpen: ({ references }) => references === "training",
  learn: (kernel, learned) => ({
    ...kernel,
    references: kernel.references === "training" ? learned.references() : kernel.references,
  }),
  compares: "vectors",
  nameOf: ({ references }) => `dissimilarity-${referencesKey(references)}`,
  vectors: ({ references }, bags, copied) => dissimilarities(references, copied(bags)),
};

function checkReferences(value: unknown, path: string): References | "training" {
  if (value === "training") return value;
  const { points, sizes } = fields(record(value, path, ', or "training"'), path, ["points", "sizes"]);
  const checked = checkPoints(points, `${path}.points`, {
    most: MOST_REFERENCE_POINTS,
    numbers: MOST_REFERENCE_NUMBERS,
  });
  const size = (each: unknown): each is number => Number.isInteger(each) && Number(each) >= 1;
  const fits = Array.isArray(sizes) && sizes.length <= MOST_REFERENCES && sizes.every(size);
  if (fits && sizes.reduce((sum, each) => sum + each, 0) === checked.length)
    return { points: checked, sizes: [...sizes] };
  const remedy = `Give the number of points of each of at most ${MOST_REFERENCES} bags, ${checked.length} in all`;
  throw wrong(`${path}.sizes`, `is ${shown(sizes)}`, remedy);
}
