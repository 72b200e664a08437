export { chooseSetting, chooseWeight, type Judged } from "./choose.js";
export { type Folds, trainingFolds } from "./folds.js";
export { HEAVY_WEIGHT, LIGHT_WEIGHTS, usualNegativeWeight } from "./negative-weight.js";
export { type HeldOut, pnuRisk } from "./pnu-risk.js";
