import type { Cholesky } from "../linalg/cholesky.js";
import type { Matrix } from "../linalg/matrix.js";
import { Hinge } from "./hinges.js";

/**
 * The working memory for one solution at a time. Its parts are allocated when first used, then
 * reused by the next solution.
 */
export class Workspace {
  readonly #bags: number;
  readonly #features: number;
  readonly #vectors = new Map<string, Float64Array>();
  readonly #hinges: Hinge[] = [];
  /** The last factor, which the next one overwrites. */
  factor: Cholesky | undefined;
  /** The last matrix with one row per feature, which the next one overwrites. */
  square: Matrix | undefined;

  constructor(bags: number, features: number) {
    this.#bags = bags;
    this.#features = features;
  }

  /** The vector of this name with one number per unlabeled bag. Its contents are undefined. */
  bags(name: string): Float64Array {
    return this.#vector(`bags ${name}`, this.#bags);
  }

  /** The vector of this name with one number per feature. */
  features(name: string): Float64Array {
    return this.#vector(`features ${name}`, this.#features);
  }

  /** Two numbers per unlabeled bag. */
  kinks(): Float64Array {
    return this.#vector("kinks", 2 * this.#bags);
  }

  /** This many hinges. */
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
