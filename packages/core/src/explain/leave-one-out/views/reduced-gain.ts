import type { ViewBlock } from "./block.js";
import { MODEST, polynomial, rise } from "./changed-sum.js";
import type { ViewSums } from "./sums.js";

/** How extremes change the exponents per centre, and by how much all those of a view fall. */
interface ExtremeChanges {
  readonly four: Float64Array;
  readonly five: Float64Array;
  readonly less3: number;
  readonly less4: number;
  readonly less5: number;
}

/** What the sum of the Gaussian views gains in this row. One loop, so that steps overlap. */
export function reducedGain(
  sums: ViewSums,
  block: Pick<ViewBlock, "product3" | "product4" | "times4" | "product5">,
  row: number,
  changes: ExtremeChanges,
): number {
  const { times4 } = block;
  const [product3, product4, product5] = [block.product3.data, block.product4.data, block.product5.data];
  const [terms3, terms4, terms5] = [sums.three.terms, sums.four.terms, sums.five.terms];
  const { four, five, less3, less4, less5 } = changes;
  const count = terms3.length;
  const first = row * count;
  let gain = 0;
  let largest = 0;
  for (let l = 0, at = first; l < count; l++, at++) {
    const t3 = product3[at] - less3;
    const t4 = times4 * product4[at] + four[l] - less4;
    const t5 = product5[at] + five[l] - less5;
    if (Math.abs(t3) > largest) largest = Math.abs(t3);
    if (Math.abs(t4) > largest) largest = Math.abs(t4);
    if (Math.abs(t5) > largest) largest = Math.abs(t5);
    gain += terms3[l] * polynomial(t3) + terms4[l] * polynomial(t4) + terms5[l] * polynomial(t5);
  }
  if (largest <= MODEST) return gain;
  gain = 0;
  for (let l = 0, at = first; l < count; l++, at++) {
    gain += terms3[l] * rise(product3[at] - less3);
    gain += terms4[l] * rise(times4 * product4[at] + four[l] - less4);
    gain += terms5[l] * rise(product5[at] + five[l] - less5);
  }
  return gain;
}
