import { expect, it } from "vitest";
import { reusedRoom } from "../../../src/scorers/network/room.js";

it("room that is used again gives arrays apart from each other, and after clearing the same memory", () => {
  const { room, clear } = reusedRoom();
  for (const lengths of [[3, 0, 5], [3, 0, 5], [2, 40], [40, 2], [1]]) {
    clear();
    const arrays = lengths.map((length, k) => room(length).fill(k));
    expect(arrays.map((array) => [...array])).toEqual(lengths.map((length, k) => new Array(length).fill(k)));
  }
  clear();
  const before = room(9).buffer;
  clear();
  expect(room(30).buffer).toBe(before);
});
