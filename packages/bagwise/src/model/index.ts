export {
  type Calibration,
  calibrate,
  type MonotoneCalibration,
  posterior,
  type SigmoidCalibration,
} from "./calibration.js";
export type { HeldOut } from "./held-out.js";
export { applyLink, type Link } from "./link.js";
export {
  type Certificate,
  Model,
  type ModelCard,
  type ModelParts,
  type Prediction,
  type RankedBag,
  type SettingRisk,
  type UsedPrior,
} from "./model.js";
export { decodeModel, encodeModel, MODEL_LAYOUT } from "./model-file.js";
export {
  type BagScorer,
  type Expansion,
  expand,
  type InstanceScorer,
  type Projection,
  project,
  type ScoredInstances,
  type Scorer,
  type ViewsScorer,
} from "./scorer.js";
export type { Threshold } from "./threshold.js";
export type { Witness } from "./witness.js";
