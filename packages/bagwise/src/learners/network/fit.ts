import { type Random, random } from "../../base/random.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Network } from "../../model/network/network.js";
import { networkBags } from "../../model/network/network-scorer.js";
import { adam } from "./adam.js";
import { type BagRowsOf, gradientOf, parametersOf } from "./gradient.js";
import type { LossTerms, Side } from "./loss.js";
import type { CheckedNetworkOptions } from "./options.js";
import { randomNetwork } from "./start.js";

/** What a grid of networks varies. */
export interface NetworkSetting {
  readonly hidden: number;
  readonly rate: number;
  readonly lambda: number;
}

/** Bags to fit, of which each has a side. */
export interface SidedBags extends BagRowsOf {
  readonly sides: readonly Side[];
}

type FitOptions = Pick<
  CheckedNetworkOptions,
  "pooling" | "gated" | "layers" | "loss" | "dropout" | "batch" | "seed"
> & {
  readonly setting: NetworkSetting;
  readonly prior: number;
  readonly negativeWeight: number;
  /** The number of the network among those that are averaged. */
  readonly member: number;
};

/** One training, epoch by epoch. */
export interface NetworkFit {
  /** The network so far. Its numbers change with each epoch. */
  readonly network: Network;
  /** Passes once over the bags. Returns the mean loss of the steps, each before it was taken. */
  epoch(): number;
}

/**
 * Starts the training of one network: steps of Adam on batches of bags, drawn anew in each epoch, with
 * positive bags spread evenly over them. In each step some features are set to 0 and the others made
 * larger in turn (dropout, Srivastava et al. 2014). All is drawn from the seed and the member's number,
 * so it depends neither on other members nor on the order of a file.
 */
export function startFit(bags: SidedBags, options: FitOptions): NetworkFit {
  const { setting, pooling, gated, layers, dropout, seed, member } = options;
  const generator = generatorOf(seed, member);
  const shape = { features: bags.rows.cols, hidden: setting.hidden, layers, pooling, gated };
  const network = randomNetwork(shape, generator.fork());
  const step = adam(parametersOf(network), setting);
  const shares = sharesOf(bags.sides);
  return {
    network,
    epoch() {
      let total = 0;
      const batches = batchesOf(bags.sides, options.batch, generator);
      for (const batch of batches) {
        const part = rowsOf(bags, batch);
        dropFeatures(part.rows, dropout, generator);
        // As if the batch were all bags: its shares are as much larger as it is smaller.
        const larger = bags.sides.length / batch.length;
        const terms: LossTerms = {
          name: options.loss,
          sides: Array.from(batch, (bag) => bags.sides[bag]),
          shares: Float64Array.from(batch, (bag) => shares[bag] * larger),
          prior: options.prior,
          negativeWeight: options.negativeWeight,
        };
        const { value, gradient } = gradientOf(network, part, { pooling, terms });
        step(gradient);
        total += value / batches.length;
      }
      return total;
    },
  };
}

/** The scores that one network gives bags. */
export function scoresOf(network: Network, { rows, offsets }: BagRowsOf, pooling: FitOptions["pooling"]): Float64Array {
  return Float64Array.from(
    networkBags({ kind: "network", pooling, members: [network] }, rows, offsets),
    (b) => b.score,
  );
}

/** 1 / N for each bag, with N the number of bags on its side. Negative and unlabeled are two sides. */
export function sharesOf(sides: readonly Side[]): Float64Array {
  const counts = new Map<Side, number>();
  for (const side of sides) counts.set(side, (counts.get(side) ?? 0) + 1);
  return Float64Array.from(sides, (side) => 1 / (counts.get(side) ?? 1));
}

/** The generator of a member: the same whatever the number of members. */
function generatorOf(seed: number, member: number): Random {
  const generator = random(seed);
  for (let k = 0; k < member; k++) generator.fork();
  return generator.fork();
}

/** Batches of about `size` bags, in random order: each side is dealt out in turn. */
function batchesOf(sides: readonly Side[], size: number, generator: Random): number[][] {
  const batches = Array.from({ length: Math.max(1, Math.round(sides.length / size)) }, (): number[] => []);
  const order = generator.permutation(sides.length);
  let next = 0;
  for (const wanted of ["positive", "unlabeled", "negative"])
    for (const bag of order) if (sides[bag] === wanted) batches[next++ % batches.length].push(bag);
  return batches;
}

/** A copy of the rows of these bags. */
export function rowsOf({ rows, offsets }: BagRowsOf, bags: readonly number[]): BagRowsOf {
  const own = new Uint32Array(bags.length + 1);
  for (const [k, bag] of bags.entries()) own[k + 1] = own[k] + offsets[bag + 1] - offsets[bag];
  const chosen = matrix(own[bags.length], rows.cols);
  for (const [k, bag] of bags.entries())
    chosen.data.set(rows.data.subarray(offsets[bag] * rows.cols, offsets[bag + 1] * rows.cols), own[k] * rows.cols);
  return { rows: chosen, offsets: own };
}

function dropFeatures({ rows, cols, data }: Matrix, share: number, generator: Random): void {
  if (share === 0) return;
  const factors = Float64Array.from({ length: cols }, () => (generator.uniform() < share ? 0 : 1 / (1 - share)));
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) data[at] *= factors[j];
}
