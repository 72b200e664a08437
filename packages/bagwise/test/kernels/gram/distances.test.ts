import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { squaredDistance, squaredDistancesAmong } from "../../../src/kernels/gram/distances.js";
import { matrix } from "../../../src/linalg/matrix.js";

it("the squared distances of all pairs are those of each pair, to the last bit", () => {
  for (let rows = 0; rows <= 11; rows++) {
    const all = matrix(rows, 3, Float64Array.from({ length: 3 * rows }, random(rows).normal));
    const wanted: number[] = [];
    for (let i = 0; i < rows; i++) for (let j = 0; j < i; j++) wanted.push(squaredDistance(all, i, all, j));
    expect([...squaredDistancesAmong(all)]).toEqual(wanted);
  }
});
