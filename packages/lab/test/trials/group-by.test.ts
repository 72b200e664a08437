import { expect, it } from "vitest";
import { inTurn } from "../../src/trials/group-by.js";

it("items come in turn of their keys, in their order, and none is lost", () => {
  const items = ["a1", "a2", "a3", "b1", "c1", "c2"];
  expect(inTurn(items, ([key]) => key)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
  expect(inTurn<string>([], ([key]) => key)).toEqual([]);
  expect(inTurn(items, () => "one")).toEqual(items);
});
