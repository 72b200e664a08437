export { chooseSetting, type Judged } from "./choose.js";
export { type Folds, trainingFolds } from "./folds.js";
