/** What differs by less, relative to its size, is equal. */
const EQUAL = 1e-9;

/**
 * Collects differences between the product and an oracle. A larger difference than `EQUAL` is explained if it is within
 * a bound that was computed for this problem, and wrong otherwise.
 */
export class Comparison {
  /** Sentences about what differs and must not. */
  wrong = [];
  /** How many numbers were compared, and how many of them differ for each reason. */
  compared = 0;
  explained = {};

  /** `unit`: what the quantity is measured in, if it may be near 0. `bound`: how far rounding may take it, and why. */
  same(what, product, oracle, { unit = 0, bound = 0, why = "rounding" } = {}) {
    this.compared++;
    const off = Math.abs(product - oracle);
    if (product === oracle || off <= EQUAL * Math.max(unit, Math.abs(oracle))) return;
    if (off <= bound) this.explained[why] = (this.explained[why] ?? 0) + 1;
    else this.wrong.push(`${what}: product ${product}, oracle ${oracle}, off by ${off}, bound ${bound}`);
  }

  /** The same for lists of numbers, with a bound for all or for each. */
  all(what, product, oracle, { bound = 0, ...rest } = {}) {
    if (product.length !== oracle.length)
      this.wrong.push(`${what}: product has ${product.length} numbers, oracle ${oracle.length}`);
    else
      for (let k = 0; k < oracle.length; k++)
        this.same(`${what} ${k}`, product[k], oracle[k], { ...rest, bound: bound[k] ?? bound });
  }

  /** What has to hold. */
  holds(what, true_) {
    this.compared++;
    if (!true_) this.wrong.push(what);
  }
}
