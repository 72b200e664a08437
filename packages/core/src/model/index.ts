/** The entry @bagwise/core/model: the trained model, its card and its file. */
export { calibrate } from "./calibrate.js";
export { type Calibration, type MonotoneCalibration, probabilityOf, type SigmoidCalibration } from "./calibration.js";
export { type PartSeen, partsHold, trainingBagsSoFar } from "./held-out-scores.js";
export { type Certificate, Model, type ModelCard, type Prediction, type RankedBag } from "./model.js";
export { decodeModel, encodeModel } from "./model-file.js";
export { RANKING_COLUMNS, rankingRow } from "./ranking-table.js";
export { isChosen, lowestRisks, riskAxes, type SettingRisk } from "./setting-risk.js";
export type { Threshold } from "./threshold.js";
