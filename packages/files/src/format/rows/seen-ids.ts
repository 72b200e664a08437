/** Room for so many ids at first; a power of two. */
const ROOM = 2 ** 12;

/**
 * Remembers which texts it has seen in 16 to 32 bytes each, by a hash of 53 bits. It never forgets one, and
 * very rarely takes a new text for a known one: with a million texts the odds are 1 to 10,000.
 */
export class SeenIds {
  /** Hashes by open addressing; 0 is a free place. */
  #table = new Float64Array(ROOM);
  #used = 0;

  add(id: string): void {
    if (2 * this.#used >= this.#table.length) this.#grow();
    const at = this.#placeOf(hashOf(id));
    if (this.#table[at] !== 0) return;
    this.#table[at] = hashOf(id);
    this.#used++;
  }

  has(id: string): boolean {
    return this.#table[this.#placeOf(hashOf(id))] !== 0;
  }

  /** Where a hash is, or would be. */
  #placeOf(hash: number): number {
    const mask = this.#table.length - 1;
    let at = hash & mask;
    while (this.#table[at] !== 0 && this.#table[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Float64Array(2 * before.length);
    for (const hash of before) if (hash !== 0) this.#table[this.#placeOf(hash)] = hash;
  }
}

/** A whole number from 1 to 2^53: two hashes by multiplication and rotation, of 32 and 21 bits. */
function hashOf(text: string): number {
  let h = 0x9e3779b9 | 0;
  let g = 0x85ebca6b ^ text.length;
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k);
    h = Math.imul(h ^ unit, 0x01000193);
    h ^= h >>> 15;
    g = Math.imul(g + unit, 0xcc9e2d51);
    g = (g << 13) | (g >>> 19);
  }
  return (mixed(g) >>> 11) * 2 ** 32 + (mixed(h) >>> 0) + 1;
}

function mixed(word: number): number {
  const z = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  return z ^ (z >>> 13);
}
