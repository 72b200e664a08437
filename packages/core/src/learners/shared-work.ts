import type { BagSet } from "../bags/bag-set.js";

/**
 * What several trainings on the same bags have in common: scaled instances, distances, kernel matrices.
 * Whoever trains many learners on one set of bags makes one of these and hands it to each of them. It holds
 * what it was given until it is dropped itself, so it costs memory. It never changes a result: what is shared
 * depends on the bags and the key alone, and nobody writes to it.
 */
export interface SharedWork {
  /** What `make` returns, which is called once for a key. Each time, if these are not the bags that are shared. */
  once<T>(bags: BagSet, key: string, make: () => T): T;
}

/** Work to share between trainings on exactly this set of bags. */
export function sharedWork(shared: BagSet): SharedWork {
  const known = new Map<string, unknown>();
  return {
    once<T>(bags: BagSet, key: string, make: () => T): T {
      if (bags !== shared) return make();
      if (known.has(key)) return known.get(key) as T;
      const made = make();
      known.set(key, made);
      return made;
    },
  };
}

/** Shares nothing. */
export const NOTHING_SHARED: SharedWork = { once: (_, __, make) => make() };
