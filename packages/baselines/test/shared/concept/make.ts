import { random } from "@bagwise/core/base";
import type { SmoothFunction } from "@bagwise/core/linalg";
import type { ConceptBags } from "../../../src/shared/concept/objective.js";

/**
 * Bags of normal instances; each positive one has an instance near (2, 2, 0, 0, ...). The first half is positive.
 */
export function conceptBags({ bags = 12, features = 3, most = 4, seed = 1 } = {}): ConceptBags {
  const generator = random(seed);
  const offsets = [0];
  const data: number[] = [];
  const signs = Int8Array.from({ length: bags }, (_, i) => (2 * i < bags ? 1 : -1));
  for (const sign of signs) {
    const size = 1 + generator.below(most);
    for (let k = 0; k < size; k++)
      for (let j = 0; j < features; j++)
        data.push(sign > 0 && k === 0 ? (j < 2 ? 2 : 0) + 0.3 * generator.normal() : generator.normal());
    offsets.push(offsets[offsets.length - 1] + size);
  }
  return { data: Float64Array.from(data), features, offsets: Uint32Array.from(offsets), signs };
}

/** Random parameters of a concept. */
export function parameters(length: number, seed: number): Float64Array {
  const generator = random(seed);
  return Float64Array.from({ length }, () => generator.normal());
}

/** The gradient by central differences. */
export function differences(f: SmoothFunction, x: Float64Array): Float64Array {
  const none = new Float64Array(x.length);
  return x.map((each, j) => {
    const step = 1e-5 * Math.max(1, Math.abs(each));
    const at = (value: number) => f(x.with(j, value), none);
    return (at(each + step) - at(each - step)) / (2 * step);
  });
}
