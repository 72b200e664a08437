/**
 * Memory that is used again, in the order in which it was asked for: a large file needs the same pieces for each
 * of its row groups, and making new ones costs more than filling them.
 */
export class Rooms {
  readonly #held: ArrayBuffer[] = [];
  #next = 0;

  /** Nothing that was taken is needed any more. */
  clear(): void {
    this.#next = 0;
  }

  /** At least so many bytes, with anything in them. */
  take(bytes: number): ArrayBuffer {
    const at = this.#next++;
    const known = this.#held[at];
    if (known !== undefined && known.byteLength >= bytes) return known;
    const made = new ArrayBuffer(bytes);
    this.#held[at] = made;
    return made;
  }
}

/** Rooms for reading row groups one after the other. */
export interface GroupRooms {
  /** For the stored bytes of a row group. */
  readonly stored: Rooms;
  /** For a page, whose values are taken out of it before the next one. */
  readonly page: Rooms;
  /** For columns of floats; undefined if they are held. */
  readonly floats: Rooms | undefined;
}
