/** Clusters from pairs that belong together: disjoint sets with path halving. */
export class Clusters {
  readonly #parent: Uint32Array;

  constructor(members: number) {
    this.#parent = Uint32Array.from({ length: members }, (_, i) => i);
  }

  /** Joins the clusters of a and b. */
  join(a: number, b: number): void {
    const [first, second] = [this.#root(a), this.#root(b)];
    // The smaller number becomes the root, so the result does not depend on the order of pairs.
    if (first < second) this.#parent[second] = first;
    else this.#parent[first] = second;
  }

  /** Whether a and b are in one cluster. */
  together(a: number, b: number): boolean {
    return this.#root(a) === this.#root(b);
  }

  /** Clusters of two or more, each ascending, in the order of their first members. */
  list(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let i = 0; i < this.#parent.length; i++) {
      const root = this.#root(i);
      const cluster = byRoot.get(root);
      if (cluster === undefined) byRoot.set(root, [i]);
      else cluster.push(i);
    }
    return [...byRoot.values()].filter((cluster) => cluster.length > 1);
  }

  #root(i: number): number {
    const parent = this.#parent;
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
}
