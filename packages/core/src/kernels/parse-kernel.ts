import { InputError, quote } from "../base/errors.js";
import { checkKernelSpecification } from "./check-kernel.js";
import { INSTANCE_KERNEL_NAMES, namedInstanceKernel } from "./instance-kernel.js";
import { type KernelSpecification, LEAF_KINDS } from "./kernel.js";

/**
 * What a kernel looks at: a statistic of the bag, its instances, as a set or as a graph, their
 * similarities to a codebook, or how far they are from other bags.
 */
const VIEWS = Object.values(LEAF_KINDS).flatMap(({ names }) => names);

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
  const kind = Object.values(LEAF_KINDS).find(({ names }) => names.some((each) => each === view));
  const inner = INSTANCE_KERNEL_NAMES.find((each) => each === name);
  if (found === undefined || kind === undefined || inner === undefined) throw unknown(term, text);
  const kernel = kind.named(view, namedInstanceKernel(inner, parameter, text));
  return normalised === undefined ? kernel : { type: "normalised", kernel };
}

function unknown(term: string, text: string): InputError {
  return new InputError({
    code: "kernel",
    message:
      term === text ? `there is no kernel ${quote(term)}` : `there is no kernel ${quote(term)}, in ${quote(text)}`,
    remedy: `Write what it looks at and how it compares, such as minimax-polynomial: ${VIEWS.join(", ")}, then ${INSTANCE_KERNEL_NAMES.join(", ")}. You can put normalised- before a name and + between names.`,
  });
}
