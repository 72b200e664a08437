/** Decay rates of the moments, and what keeps a division by a vanishing moment small. */
const FIRST = 0.9;
const SECOND = 0.999;
const TINY = 1e-8;

/**
 * Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019). Returns a
 * function that takes one step: it changes the parameters in place. Each is first divided by 1 + rate
 * lambda, which is stable for any lambda.
 */
export function adam(
  parameters: readonly Float64Array[],
  { rate, lambda }: { readonly rate: number; readonly lambda: number },
): (gradient: readonly Float64Array[]) => void {
  const means = parameters.map(({ length }) => new Float64Array(length));
  const squares = parameters.map(({ length }) => new Float64Array(length));
  const shrink = 1 / (1 + rate * lambda);
  let [first, second] = [1, 1];
  return (gradient) => {
    first *= FIRST;
    second *= SECOND;
    const [length, unbiased] = [rate / (1 - first), 1 / (1 - second)];
    for (const [k, values] of parameters.entries()) {
      const mean = means[k];
      const square = squares[k];
      const slopes = gradient[k];
      for (let i = 0; i < values.length; i++) {
        mean[i] += (1 - FIRST) * (slopes[i] - mean[i]);
        square[i] += (1 - SECOND) * (slopes[i] * slopes[i] - square[i]);
        values[i] = values[i] * shrink - (length * mean[i]) / (Math.sqrt(unbiased * square[i]) + TINY);
      }
    }
  };
}
