/** Random numbers that a seed and a number decide. */
export interface Draws {
  below(end: number): number;
  pick<Item>(list: readonly Item[]): Item;
  chance(share: number): boolean;
  small(end: number): number;
}

export function draws(seed: number, number: number): Draws;
