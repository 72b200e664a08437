import { InputError, quote } from "../base/errors.js";
import { checkKernelSpecification } from "./check-kernel.js";
import {
  INSTANCE_KERNEL_NAMES,
  type InstanceKernelSpecification,
  type KernelSpecification,
  USUAL_EDGE_WIDTH,
} from "./kernel.js";
import { isStatisticName, STATISTIC_NAMES } from "./statistic/statistics.js";

/**
 * What a kernel looks at: a statistic of the bag, its instances, as a set or as a graph, their
 * similarities to a codebook, or how far they are from other bags.
 */
const VIEWS = [...STATISTIC_NAMES, "set", "graph", "edge-graph", "affinity", "conformal", "dissimilarity"] as const;

/**
 * The names of all simple kernels that `parseKernel` knows: `minimax-polynomial` .. `dissimilarity-cosine`.
 */
export const KERNEL_NAMES: readonly string[] = VIEWS.flatMap((view) =>
  INSTANCE_KERNEL_NAMES.map((inner) => `${view}-${inner}`),
);

const TERM = new RegExp(`^(normalised-)?(${VIEWS.join("|")})-(${INSTANCE_KERNEL_NAMES.join("|")})(?::([^:]+))?$`);

/**
 * Parses a short kernel name into a specification.
 *
 * `minimax-polynomial` is the paper's kernel. Its degree is 1 here because the degree is chosen
 * elsewhere. `minimax-gaussian` has the median width. A number after a colon sets the degree or the
 * width: `minimax-polynomial:2`, `set-gaussian:0.5`. Put `normalised-` before a name to normalise
 * it, and `+` between names to add kernels. Anything else throws an InputError that lists the
 * choices.
 */
export function parseKernel(text: string): KernelSpecification {
  const terms = text.split("+").map((term) => parseTerm(term.trim(), text));
  const kernel: KernelSpecification = terms.length === 1 ? terms[0] : { type: "sum", kernels: terms };
  return checkKernelSpecification(kernel);
}

function parseTerm(term: string, text: string): KernelSpecification {
  const [found, normalised, view, name, parameter] = TERM.exec(term) ?? [];
  if (found === undefined) throw unknown(term, text);
  const inner = instanceKernel(name, parameter, text);
  const kernel = leaf(view, inner);
  return normalised === undefined ? kernel : { type: "normalised", kernel };
}

function leaf(view: string, kernel: InstanceKernelSpecification): KernelSpecification {
  if (isStatisticName(view)) return { type: "statistic", statistic: view, kernel };
  if (view === "affinity") return { type: "affinity", codebook: "training", kernel };
  if (view === "dissimilarity") return { type: "dissimilarity", references: "training", kernel };
  if (view === "conformal") return { type: "conformal", codebook: "training", factors: "training", kernel };
  if (view === "edge-graph") return { type: "edge-graph", kernel, edgeWidth: USUAL_EDGE_WIDTH };
  return { type: view === "graph" ? "graph" : "set", kernel };
}

function instanceKernel(name: string, parameter: string | undefined, text: string): InstanceKernelSpecification {
  const number = parameter === undefined || parameter === "median" ? undefined : Number(parameter);
  if (name === "polynomial" && parameter !== "median") return { type: name, degree: number ?? 1, offset: 1 };
  if (name === "gaussian" || name === "laplace") return { type: name, width: number ?? "median" };
  if ((name === "linear" || name === "cosine") && parameter === undefined) return { type: name };
  throw new InputError({
    code: "kernel",
    message: `the kernel ${quote(text)} gives ${name} the parameter ${quote(parameter ?? "")}`,
    remedy: "Only polynomial (the degree), gaussian and laplace (the width) take a parameter.",
  });
}

function unknown(term: string, text: string): InputError {
  return new InputError({
    code: "kernel",
    message:
      term === text ? `there is no kernel ${quote(term)}` : `there is no kernel ${quote(term)}, in ${quote(text)}`,
    remedy: `Write what it looks at and how it compares, such as minimax-polynomial: ${VIEWS.join(", ")}, then ${INSTANCE_KERNEL_NAMES.join(", ")}. You can put normalised- before a name and + between names.`,
  });
}
