import { affinities, type Codebook, checkCodebook, codebookKey, codebookPhrase } from "../codebook/codebook.js";
import { fields } from "../description.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import type { VectorKind } from "./kind.js";

/** k(a(X), a(Y)) for the similarities a to the points of a codebook: see `affinities`. */
export interface AffinityKernel<Of, Open = never> {
  readonly type: "affinity";
  readonly codebook: Codebook | Open;
  readonly kernel: InstanceKernelOf<Of>;
}

export const affinity: VectorKind<AffinityKernel<Width, "training">, AffinityKernel<Width>> = {
  names: ["affinity"],
  named: (_, kernel) => ({ type: "affinity", codebook: "training", kernel }),
  check(given, path, inner) {
    const { codebook = "training", kernel } = fields(given, path, ["codebook", "kernel"]);
    return { type: "affinity", codebook: checkCodebook(codebook, `${path}.codebook`), kernel: inner(kernel) };
  },
  phrase: ({ codebook }, inner) =>
    `${inner} on the largest similarities of the instances to ${codebookPhrase(codebook)}`,
  isOpen: ({ codebook }) => codebook === "training",
  learn: (kernel, learned) => ({
    ...kernel,
    codebook: kernel.codebook === "training" ? learned.codebook() : kernel.codebook,
  }),
  compares: "vectors",
  nameOf: ({ codebook }) => `affinity-${codebookKey(codebook)}`,
  vectors: ({ codebook }, bags, copied) => affinities(codebook, copied(bags)),
};
