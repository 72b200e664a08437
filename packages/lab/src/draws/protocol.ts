/**
 * How training and test bags are drawn, see `drawBags`. `paper`: from one augmented set (Algorithm
 * 1), so that noisy copies of one original are on both sides. `leak-free`: the originals are halved
 * first.
 */
export const PROTOCOLS = ["paper", "leak-free"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * A comparison has two more. `disjoint`: leak-free, and labelled and unlabeled bags are copies of
 * different originals. `original`: no copies, no noise, every original at most once.
 */
export const COMPARE_PROTOCOLS = [...PROTOCOLS, "disjoint", "original"] as const;
export type AnyProtocol = (typeof COMPARE_PROTOCOLS)[number];
