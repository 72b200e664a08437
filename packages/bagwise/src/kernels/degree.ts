import { checkDegree } from "./check-kernel.js";
import { type Kernel, type KernelOf, leavesOf, mapInstanceKernels } from "./kernel.js";

/** Whether a polynomial is in the kernel, so that a degree can be chosen. */
export function hasDegree<W>(kernel: KernelOf<W>): boolean {
  return leavesOf(kernel).some((leaf) => leaf.kernel.type === "polynomial");
}

/**
 * The same kernel with this degree in every polynomial; a kernel without one stays as it is.
 * InputError for degree 0.
 */
export function withDegree<W>(kernel: KernelOf<W>, degree: number): KernelOf<W> {
  const checked = checkDegree(degree);
  return mapInstanceKernels(kernel, (inner) =>
    inner.type === "polynomial" ? { ...inner, degree: checked } : { ...inner },
  );
}

/** A kernel that is the element-wise power of another. */
interface Power {
  readonly base: Kernel;
  readonly degree: number;
}

/**
 * The kernel as the power of one of degree 1: a statistic kernel with a polynomial, and its cosine
 * normalisation, because a^rho / sqrt(b^rho c^rho) = (a / sqrt(b c))^rho. Undefined for others: a
 * mean of powers is no power of a mean.
 */
export function asPower(kernel: Kernel): Power | undefined {
  if (kernel.type === "statistic" && kernel.kernel.type === "polynomial") {
    return { base: { ...kernel, kernel: { ...kernel.kernel, degree: 1 } }, degree: kernel.kernel.degree };
  }
  if (kernel.type !== "normalised") return undefined;
  const inner = asPower(kernel.kernel);
  return inner && { base: { type: "normalised", kernel: inner.base }, degree: inner.degree };
}
