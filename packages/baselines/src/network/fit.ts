import { type Random, random } from "@bagwise/core/base";
import { type Matrix, matrix } from "@bagwise/core/linalg";
import { matrixIn, type Network, networkBags, type Room, reusedRoom } from "@bagwise/core/scorers";
import { adam } from "./adam.js";
import { type BagRowsOf, gradientOf, parametersOf } from "./gradient.js";
import type { LossTerms, ScoredSide } from "./loss.js";
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
  readonly sides: readonly ScoredSide[];
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
  const used = usedFeatures(bags.rows);
  const { room, clear } = reusedRoom();
  return {
    network,
    epoch() {
      let total = 0;
      const batches = batchesOf(bags.sides, options.batch, generator);
      for (const batch of batches) {
        clear();
        const kept = keptFeatures(used, dropout, generator);
        const part = partOf(bags, { batch, kept, factor: 1 / (1 - dropout), room });
        // As if the batch were all bags: its shares are as much larger as it is smaller.
        const larger = bags.sides.length / batch.length;
        const terms: LossTerms = {
          name: options.loss,
          sides: Array.from(batch, (bag) => bags.sides[bag]),
          shares: Float64Array.from(batch, (bag) => shares[bag] * larger),
          prior: options.prior,
          negativeWeight: options.negativeWeight,
        };
        const { value, gradient } = gradientOf(narrowed(network, kept, room), part, { pooling, terms, room });
        step([widened(gradient[0], kept, network.layers[0].weights, room), ...gradient.slice(1)]);
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
export function sharesOf(sides: readonly ScoredSide[]): Float64Array {
  const counts = new Map<ScoredSide, number>();
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
function batchesOf(sides: readonly ScoredSide[], size: number, generator: Random): number[][] {
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

/**
 * The features that are not dropped. What would be multiplied by 0 is left out instead: it is the same,
 * and a first layer with a third less features takes a third less time.
 */
function keptFeatures(used: Uint8Array, share: number, generator: Random): Int32Array {
  const kept: number[] = [];
  for (let j = 0; j < used.length; j++)
    if ((share === 0 || generator.uniform() >= share) && used[j] === 1) kept.push(j);
  return Int32Array.from(kept);
}

/** 1 for each column that is not 0 in all rows, else 0: a feature that never varies is 0 once it is scaled. */
function usedFeatures({ rows, cols, data }: Matrix): Uint8Array {
  const used = new Uint8Array(cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) if (data[at] !== 0) used[j] = 1;
  return used;
}

/** The kept features of the bags of a batch, times a factor. */
function partOf(
  { rows, offsets }: BagRowsOf,
  {
    batch,
    kept,
    factor,
    room,
  }: { readonly batch: readonly number[]; readonly kept: Int32Array; readonly factor: number; readonly room: Room },
): BagRowsOf {
  const own = new Uint32Array(batch.length + 1);
  for (const [k, bag] of batch.entries()) own[k + 1] = own[k] + offsets[bag + 1] - offsets[bag];
  const part = matrixIn(room, own[batch.length], kept.length);
  for (const [k, bag] of batch.entries())
    for (let i = offsets[bag], to = own[k]; i < offsets[bag + 1]; i++, to++)
      gather(part.data, to * kept.length, rows.data, i * rows.cols, kept, factor);
  return { rows: part, offsets: own };
}

/** The network for the kept features alone. */
function narrowed({ layers: [first, ...others], ...rest }: Network, kept: Int32Array, room: Room): Network {
  const { rows, cols, data } = first.weights;
  const weights = matrixIn(room, rows, kept.length);
  for (let i = 0; i < rows; i++) gather(weights.data, i * kept.length, data, i * cols, kept, 1);
  return { ...rest, layers: [{ weights, bias: first.bias }, ...others] };
}

/** Writes the kept numbers of a row, times a factor. */
function gather(to: Float64Array, at: number, from: Float64Array, row: number, kept: Int32Array, factor: number): void {
  const count = kept.length;
  for (let j = 0; j < count; j++) to[at + j] = from[row + kept[j]] * factor;
}

/** The derivatives by all weights of the first layer: 0 by those of dropped features. */
function widened(slopes: Float64Array, kept: Int32Array, { rows, cols }: Matrix, room: Room): Float64Array {
  const all = room(rows * cols).fill(0);
  const count = kept.length;
  for (let i = 0; i < rows; i++) {
    const [row, at] = [i * cols, i * count];
    for (let j = 0; j < count; j++) all[row + kept[j]] = slopes[at + j];
  }
  return all;
}
