/** Up to this many values a plain array that doubles is best; above, growing must not copy. */
const PLAIN = 2 ** 20;
const PAGE = 65536 / Float64Array.BYTES_PER_ELEMENT;
/** WebAssembly memory ends at 4 GiB. */
const MOST_PAGES = 65536;

/**
 * A Float64Array that grows without two copies of a large content.
 *
 * A large content lives in a WebAssembly memory, which engines extend in place. It is the only
 * memory on the web that grows without a copy and still gives ordinary, fast typed arrays. Beyond
 * its limit of 4 GiB, growing copies.
 */
export class GrowableFloats {
  /** Room for `capacity` values; replaced when it grows, so read it again after `reserve`. */
  values: Float64Array;
  #memory: WebAssembly.Memory | undefined;
  readonly #movable: boolean;

  /**
   * Room for so many values, or this memory: that is given away in the end, and so never moves to a WebAssembly
   * memory.
   */
  constructor(room: number | Float64Array = 1024) {
    this.#movable = typeof room !== "number";
    this.values = typeof room === "number" ? new Float64Array(room) : room;
  }

  /** Makes room for at least `length` values, keeping what is there. */
  reserve(length: number): void {
    const capacity = this.values.length;
    if (length <= capacity) return;
    const wanted = Math.max(length, Math.ceil(capacity * (capacity < PLAIN ? 2 : 1.125)));
    if (this.#movable || wanted < PLAIN || Math.ceil(wanted / PAGE) > MOST_PAGES) {
      this.#move(new Float64Array(wanted));
      this.#memory = undefined;
      return;
    }
    const pages = Math.ceil(wanted / PAGE);
    if (this.#memory === undefined) {
      const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
      this.#move(new Float64Array(memory.buffer));
      this.#memory = memory;
    } else {
      this.#memory.grow(pages - this.#memory.buffer.byteLength / 65536);
      this.values = new Float64Array(this.#memory.buffer);
    }
  }

  /** The first `length` values. Small contents are cut to size; large and movable ones stay where they are. */
  finish(length: number): Float64Array {
    return this.#memory === undefined && length < PLAIN && !this.#movable
      ? this.values.slice(0, length)
      : this.values.subarray(0, length);
  }

  #move(to: Float64Array): void {
    to.set(this.values);
    this.values = to;
  }
}
