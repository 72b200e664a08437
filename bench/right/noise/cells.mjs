// Every method of the registry with every choice that it has, on labels without any meaning. A new method, or a new
// choice of one, is in by itself.

import { LEARNERS, learnerByName } from "../../../packages/bagwise/dist/learners.js";
import { INSTANCE_KERNEL_NAMES } from "../../../packages/core/dist/kernels/instance-kernel.js";
import { KERNEL_NAMES } from "../../../packages/core/dist/kernels/parse-kernel.js";
import { upperTail } from "../../../packages/core/dist/statistics/t-test.js";
import { noise, SHAPES } from "./shapes.mjs";

/** What labels mean, and what only many bags can show. */
const LEFT_OUT = ["negatives", "unlabeledAs", "labelledHow", "landmarkWay"];
/** Sees no labels. */
const UNSUPERVISED = ["scaling", "densitySpread"];
/** What a method that cannot do without a prior is told. */
const PRIOR = 0.3;
/** Some choices only matter beside another one. */
const TOGETHER = {
  bagging: ["trees", "svm"].flatMap((base) => ["top", "max"].map((pooling) => ({ on: "instances", base, pooling }))),
  lsdd: [{ setting: "paper", prior: PRIOR }],
  dsdd: [{ setting: "paper", prior: PRIOR }],
};
/** So many of the unlabeled bags are known negatives instead, for methods that use them. */
const NEGATIVES = 8;

/** All cells, in the order of the registry: a method, its options, and how many known negatives the bags have. */
export function allCells(entries = LEARNERS) {
  return entries.flatMap(({ description, create }) => {
    const { name, options, holdsOut, experiment } = description;
    if (!holdsOut) return [];
    const settings = (experiment?.settings ?? []).map((setting) => setting.options);
    const all = [{}, ...settings, ...options.flatMap(alternatives), ...(TOGETHER[name] ?? [])];
    const usesNegatives = options.some((option) => option.name === "negatives" && option.choices?.includes("use"));
    const cells = all.map((own) => ({ method: name, options: accepted(create, own), negatives: 0 }));
    if (usesNegatives) cells.push({ method: name, options: {}, negatives: NEGATIVES });
    return [...new Map(cells.map((cell) => [cellName(cell), cell])).values()];
  });
}

/** A name that tells cells apart. */
export const cellName = ({ method, options, negatives }) =>
  `${method}${Object.entries(options)
    .map(([name, value]) => ` ${name}=${value}`)
    .join("")}${negatives > 0 ? `, ${negatives} negatives` : ""}`;

/** Each other value of a choice, and one kernel of each kind. */
function alternatives({ name, type, choices, default: usual }) {
  if (LEFT_OUT.includes(name) || UNSUPERVISED.includes(name)) return [];
  if (type === "choice") return choices.filter((each) => each !== usual).map((each) => ({ [name]: each }));
  if (type === "boolean") return [{ [name]: !usual }];
  if (type !== "text" || name !== "kernel") return [];
  const kinds = usual === null || usual.includes("-") ? KERNEL_NAMES.filter(isGaussian) : INSTANCE_KERNEL_NAMES;
  return kinds.filter((kind) => !usual?.endsWith(kind)).map((kind) => ({ [name]: kind }));
}

const isGaussian = (kernel) => kernel.endsWith("-gaussian");

/** The options, with a prior if the method cannot do without one. */
function accepted(create, options) {
  try {
    create(options);
    return options;
  } catch {
    return { ...options, prior: PRIOR };
  }
}

/** One training on bags whose labels mean nothing: the area under the held-out curve, and what is said about it. */
export async function train({ method, options, negatives }, seed) {
  const { description, create } = learnerByName(method);
  const quick = description.options.some(({ name }) => name === "bootstrap") ? { bootstrap: 0 } : {};
  const shape = { ...SHAPES.small, unlabeled: SHAPES.small.unlabeled - negatives, negative: negatives };
  const model = await create({ seed, ...quick, ...options }).fit(noise(shape, seed), { findCopies: false });
  const { heldOut, card } = model;
  if (heldOut === null) return null;
  const others = [...heldOut.unlabeled, ...heldOut.negative];
  return { auc: areaOf(heldOut.positive, others), apart: card.separation?.apart === true };
}

function areaOf(positive, others) {
  let sum = 0;
  for (const a of positive) for (const b of others) sum += a > b ? 1 : a === b ? 0.5 : 0;
  return sum / (positive.length * others.length);
}

/** A cell of which no file is done. `heldOut` files had held-out scores; `squares` are those of deviations from `auc`. */
export const begun = (cell) => ({ ...cell, files: 0, heldOut: 0, auc: 0, squares: 0, standsOut: 0 });

/** The cell after the next files, in their order: the same bits whatever was done at once. */
export function after(cell, found) {
  let { files, heldOut, auc, squares, standsOut } = cell;
  for (const each of found) {
    files++;
    if (each === null) continue;
    heldOut++;
    const off = each.auc - auc;
    auc += off / heldOut;
    squares += off * (each.auc - auc);
    if (each.apart) standsOut++;
  }
  return { ...cell, files, heldOut, auc, squares, standsOut };
}

/** The standard error of the mean area. */
export const errorOf = ({ heldOut, squares }) => Math.sqrt(squares / (heldOut - 1) / heldOut);

/** The level of each cell alone: two standard errors, one-sided. */
const LEVEL = 0.02275;
/** The most files of noise in which bags may be said to stand out. */
const SAID = 0.05;

/**
 * Adds to each cell whether its scores are honest: the mean area is not above .5, and bags do not stand out in more than
 * 5 % of the files, each by more than two standard errors, corrected for both and for the number of cells (Bonferroni).
 */
export function judged(cells) {
  const level = LEVEL / (2 * Math.max(1, cells.filter(({ heldOut }) => heldOut > 1).length));
  return cells.map((cell) => ({
    ...cell,
    honest:
      cell.heldOut < 2 ||
      ((cell.auc <= 0.5 || upperTail((cell.auc - 0.5) / errorOf(cell), cell.heldOut - 1) >= level) &&
        binomialTail(cell) >= level),
  }));
}

/** The probability of so many or more. */
function binomialTail({ standsOut, heldOut }) {
  let [term, below] = [(1 - SAID) ** heldOut, 0];
  for (let k = 0; k < standsOut; k++) {
    below += term;
    term *= ((heldOut - k) / (k + 1)) * (SAID / (1 - SAID));
  }
  return 1 - below;
}
