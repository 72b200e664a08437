import type { Random } from "@bagwise/core/base";
import { matrix } from "@bagwise/core/linalg";
import type { Layer, Network, Pooling } from "@bagwise/core/scorers";

/** The shape of a network. */
export interface Shape {
  readonly features: number;
  /** Units in each hidden layer; attention has a quarter as many. */
  readonly hidden: number;
  readonly layers: number;
  readonly pooling: Pooling;
  readonly gated: boolean;
}

/**
 * A network with random weights and without biases: normal with the variance 1 / inputs, so that values
 * keep their size from layer to layer (LeCun et al. 1998, for tanh).
 */
export function randomNetwork({ features, hidden, layers, pooling, gated }: Shape, generator: Random): Network {
  const normals = (count: number, inputs: number) =>
    Float64Array.from({ length: count }, () => generator.normal() / Math.sqrt(Math.max(1, inputs)));
  const layer = (inputs: number, units: number): Layer => ({
    weights: matrix(units, inputs, normals(units * inputs, inputs)),
    bias: new Float64Array(units),
  });
  const attending = Math.ceil(hidden / 4);
  return {
    layers: Array.from({ length: layers }, (_, l) => layer(l === 0 ? features : hidden, hidden)),
    output: normals(hidden, hidden),
    bias: new Float64Array(1),
    attention:
      pooling === "attention"
        ? {
            signal: layer(hidden, attending),
            gate: gated ? layer(hidden, attending) : null,
            output: normals(attending, attending),
          }
        : null,
  };
}
