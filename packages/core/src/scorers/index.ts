/** The entry @bagwise/core/scorers: what turns bags into scores, one kind a file. Those who print or explain a model take it apart here. */
export { blocksOf } from "./blocks/blocks-scorer.js";
export type { Forest } from "./forest/forest.js";
export type { ForestScorer, Hyperplane } from "./forest/forest-scorer.js";
export { applyLink, isLink, type Link } from "./link.js";
export { NETWORK_BINARY } from "./network/binary.generated.js";
export { activate, gated, type Layer, matrixIn, type Network, sigmoid } from "./network/network.js";
export { type NetworkScorer, networkBags } from "./network/network-scorer.js";
export { POOLINGS, type Pooling, pooled } from "./network/pooling.js";
export { newRoom, type Room, reusedRoom } from "./network/room.js";
export {
  type AverageScorer,
  type BagScorer,
  type Expansion,
  type InstanceScorer,
  type ScoredInstances,
  type Scorer,
  sumOf,
  type ViewsScorer,
} from "./scorer.js";
export { topCount, topMean } from "./top-mean.js";
