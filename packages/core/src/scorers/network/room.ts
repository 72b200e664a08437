/** Gives an array of so many numbers to write to. What is in it at first is not defined. */
export type Room = (length: number) => Float64Array;

/** A new array each time. */
export const newRoom: Room = (length) => new Float64Array(length);

/**
 * Room that is used again: `clear` makes all of it free, and arrays given before must no longer be
 * used. Steps of training need the same arrays again and again, and making new ones costs more than
 * filling them.
 */
export function reusedRoom(): { readonly room: Room; clear(): void } {
  let block = new Float64Array(0);
  let [used, wanted] = [0, 0];
  return {
    room(length) {
      wanted += length;
      if (used + length > block.length) return new Float64Array(length);
      used += length;
      return block.subarray(used - length, used);
    },
    clear() {
      // As much as the last time, and more if that is not enough the next time.
      if (wanted > block.length) block = new Float64Array(Math.ceil(1.25 * wanted));
      [used, wanted] = [0, 0];
    },
  };
}
