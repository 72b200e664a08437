import { checkDegree } from "./instance-kernel.js";
import { isVectorKernel, type Kernel, type KernelOf, leavesOf, mapInstanceKernels } from "./kernel.js";

/** Whether the kernel contains a polynomial, so that you can choose its degree. */
export function hasDegree<W, Open = never>(kernel: KernelOf<W, Open>): boolean {
  return leavesOf(kernel).some((leaf) => leaf.kernel.type === "polynomial");
}

/**
 * The kernel with every polynomial set to this degree. A kernel without one is unchanged. Throws an
 * InputError for degree 0.
 */
export function withDegree<W, Open = never>(kernel: KernelOf<W, Open>, degree: number): KernelOf<W, Open> {
  const checked = checkDegree(degree);
  return mapInstanceKernels(kernel, (inner) =>
    inner.type === "polynomial" ? { ...inner, degree: checked } : { ...inner },
  );
}

/** A kernel that is the element-wise power of another kernel. */
interface Power {
  readonly base: Kernel;
  readonly degree: number;
}

/**
 * Writes the kernel as a power of a kernel of degree 1, if it is a kernel on vectors with a
 * polynomial or the cosine normalisation of one: a^rho / sqrt(b^rho c^rho) = (a / sqrt(b c))^rho.
 * Otherwise undefined, because a mean of powers is not a power of the mean.
 */
export function asPower(kernel: Kernel): Power | undefined {
  if (isVectorKernel(kernel) && kernel.kernel.type === "polynomial") {
    return { base: { ...kernel, kernel: { ...kernel.kernel, degree: 1 } }, degree: kernel.kernel.degree };
  }
  if (kernel.type !== "normalised") return undefined;
  const inner = asPower(kernel.kernel);
  return inner && { base: { type: "normalised", kernel: inner.base }, degree: inner.degree };
}
