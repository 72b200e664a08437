import { type Codebook, checkCodebook, codebookPhrase } from "../codebook/codebook.js";
import { conformalFactors, rarities } from "../codebook/conformal.js";
import { fields, shown, wrong } from "../description.js";
import { withWeights } from "../gram/with-weights.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import { kernelKey } from "../kernel-key.js";
import type { Instances } from "../representation.js";
import { LARGEST } from "../statistic/check-bags.js";
import { meanOverPairs, type PairsKind } from "./kind.js";

/**
 * The mean of c(x) c(y) k(x, y) over all pairs: the conformal kernel of Blaschko and Hofmann (2006).
 * c is the sum over a codebook of factor times bump; see `rarities` for where factors come from.
 */
export interface ConformalKernel<Of, Open = never> {
  readonly type: "conformal";
  readonly codebook: Codebook | Open;
  /** One for each point, at least 0, not all 0. */
  readonly factors: readonly number[] | Open;
  readonly kernel: InstanceKernelOf<Of>;
}

export const conformal: PairsKind<ConformalKernel<Width, "training">, ConformalKernel<number>> = {
  names: ["conformal"],
  named: (_, kernel) => ({ type: "conformal", codebook: "training", factors: "training", kernel }),
  check(given, path, inner) {
    const known = fields(given, path, ["codebook", "factors", "kernel"]);
    const { codebook: points = "training", factors = "training" } = known;
    const codebook = checkCodebook(points, `${path}.codebook`);
    const kernel = inner(known.kernel);
    const wanted = codebook === "training" ? 0 : codebook.points.length;
    return { type: "conformal", codebook, factors: checkFactors(factors, wanted, path), kernel };
  },
  phrase: ({ codebook }, inner) =>
    `mean over all pairs of instances of the ${inner}, instances counting by the bumps around ${codebookPhrase(codebook)} near them (conformal)`,
  isOpen: ({ codebook, factors }) => codebook === "training" || factors === "training",
  learn(kernel, learned) {
    const codebook = kernel.codebook === "training" ? learned.codebook() : kernel.codebook;
    const factors = kernel.factors === "training" ? rarities(codebook, learned.instances()) : kernel.factors;
    return { ...kernel, codebook, factors };
  },
  ...meanOverPairs<ConformalKernel<number>>((kernel, instances) =>
    withWeights(instances, kernelKey({ ...kernel, kernel: null }), () => weightsOf(kernel, instances)),
  ),
};

function checkFactors(factors: unknown, points: number, path: string): readonly number[] | "training" {
  if (factors === "training") return factors;
  const factor = (each: unknown): each is number => typeof each === "number" && each >= 0 && each <= LARGEST;
  if (Array.isArray(factors) && factors.length === points && factors.every(factor) && factors.some((each) => each > 0))
    return [...factors];
  const remedy = "Give a number of at least 0 for each point of the codebook, not all 0";
  throw wrong(`${path}.factors`, `is ${shown(factors)}`, `${remedy}, or "training"`);
}

/** The factors of the instances, as shares of their bag. */
function weightsOf({ codebook, factors }: ConformalKernel<number>, { rows, offsets }: Instances): Float64Array {
  const weights = conformalFactors(codebook, factors, rows);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let k = offsets[i]; k < offsets[i + 1]; k++) weights[k] /= offsets[i + 1] - offsets[i];
  return weights;
}
