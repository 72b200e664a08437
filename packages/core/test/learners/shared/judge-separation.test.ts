import { describe, expect, it } from "vitest";
import { alikeNotes } from "../../../src/learners/shared/judge-separation.js";
import { separationOf } from "../../../src/scores/separation.js";
import { heldOut } from "../../judge/held-scores.js";

const numbers = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);
const codes = (held: ReturnType<typeof heldOut>) => alikeNotes(separationOf(held), held).map(({ code }) => code);

describe("alikeNotes", () => {
  it("are none for bags that are apart", () => {
    expect(codes(heldOut(numbers(10, 100), numbers(50)))).toEqual([]);
  });

  it("say nothing separates if there were enough bags to see it", () => {
    expect(codes(heldOut(numbers(20, 20.5), numbers(60)))).toEqual(["alike"]);
  });

  it("say too few are labelled if the order is promising", () => {
    // Six of 30 runs are labelled, and most of them score high.
    const positive = [6.5, 15.5, 17.5, 19.5, 21.5, 22.5];
    const held = heldOut(positive, numbers(24));
    expect(separationOf(held)?.apart).toBe(false);
    expect(codes(held)).toEqual(["too-few-labels"]);
    // The same order with four times as many labels is beyond chance.
    const more = [0, 0.1, 0.2, 0.3].flatMap((shift) => positive.map((score) => score + shift));
    expect(codes(heldOut(more, numbers(24)))).toEqual([]);
    // Without promise, nothing separates.
    expect(codes(heldOut(numbers(6, 9.5), numbers(24)))).toEqual(["alike"]);
  });

  it("say so, too, if even a perfect order of as many bags could not be beyond chance", () => {
    expect(separationOf(heldOut([10, 11], numbers(4)))?.apart).toBe(false);
    expect(codes(heldOut([-1, -2], numbers(4)))).toEqual(["too-few-labels"]);
    expect(codes(heldOut([-1, -2, -3], numbers(40)))).toEqual(["alike"]);
  });

  it("count bags of one group once", () => {
    const clusters = Uint32Array.from([...numbers(12).map((i) => i % 4), ...numbers(24, 4)]);
    const held = { ...heldOut(numbers(12, 12.5), numbers(24)), clusters };
    const separation = separationOf(held);
    expect(separation?.apart).toBe(false);
    expect(codes(held)).toEqual(["too-few-labels"]);
  });

  it("speak of known negatives if all labels are known", () => {
    const held = heldOut([6.5, 15.5, 17.5, 19.5, 21.5, 22.5], [], { negative: numbers(24) });
    const [note] = alikeNotes(separationOf(held), held);
    expect(note.code).toBe("too-few-labels");
    expect(note.message).toContain("negative");
  });
});
