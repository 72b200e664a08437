import type { Cholesky } from "../linalg/cholesky.js";
import type { Matrix } from "../linalg/matrix.js";
import { Hinge } from "./hinges.js";

/**
 * The memory of one solution at a time. Its parts are made when first used, then used again by the
 * next solution.
 */
export class Workspace {
  readonly #bags: number;
  readonly #features: number;
  readonly #vectors = new Map<string, Float64Array>();
  readonly #hinges: Hinge[] = [];
  /** The last factor, to be overwritten by the next. */
  factor: Cholesky | undefined;
  /** The last matrix with one row for each feature, to be overwritten by the next. */
  square: Matrix | undefined;

  constructor(bags: number, features: number) {
    this.#bags = bags;
    this.#features = features;
  }

  /**
   * The vector of that name with one number for each unlabeled bag. Its contents are whatever was
   * there.
   */
  bags(name: string): Float64Array {
    return this.#vector(`bags ${name}`, this.#bags);
  }

  /** The vector of that name with one number for each feature. */
  features(name: string): Float64Array {
    return this.#vector(`features ${name}`, this.#features);
  }

  /** Two numbers for each unlabeled bag. */
  kinks(): Float64Array {
    return this.#vector("kinks", 2 * this.#bags);
  }

  /** So many hinges. */
  hinges(count: number): readonly Hinge[] {
    while (this.#hinges.length < count) this.#hinges.push(new Hinge(this.#bags));
    return this.#hinges.slice(0, count);
  }

  #vector(name: string, length: number): Float64Array {
    const known = this.#vectors.get(name);
    if (known !== undefined) return known;
    const made = new Float64Array(length);
    this.#vectors.set(name, made);
    return made;
  }
}
