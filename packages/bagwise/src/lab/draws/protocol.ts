/**
 * How training and test bags are drawn; see `drawBags`.
 *
 * - `paper`: the whole data set is augmented, then training and test bags are drawn from it without
 *   replacement (Algorithm 1), so that noisy copies of one original are on both sides.
 * - `leak-free`: the originals are split into halves, by label, before each half is augmented by
 *   itself: no original is on both sides.
 */
export const PROTOCOLS = ["paper", "leak-free"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * The protocols of a comparison, which has two more.
 *
 * - `disjoint`: leak-free, and labelled and unlabeled training bags are copies of different
 *   originals.
 * - `original`: no copies and no noise; every original bag is used at most once, so that there are
 *   as many bags as the data set can give.
 */
export const COMPARE_PROTOCOLS = [...PROTOCOLS, "disjoint", "original"] as const;
export type AnyProtocol = (typeof COMPARE_PROTOCOLS)[number];
