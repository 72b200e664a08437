/** Random numbers that a seed and a number decide: the same pair gives the same draws everywhere. */
export function draws(seed, number) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  return {
    below,
    pick: (list) => list[below(list.length)],
    chance: (share) => next() < share,
    /** Small numbers more often than large ones. */
    small: (end) => Math.floor(end * next() ** 3),
  };
}
