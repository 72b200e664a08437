// How well the class-prior estimators know the prior: synthetic bags, 200 positive and 2,000
// unlabeled, priors from 0.05 to 0.9, three degrees of separation, 20 seeds. Mean absolute error,
// bias and coverage of the 90 % interval. npm run bench -- prior [--quick] [--json] [--seeds N]
// [--distance 6|4|2]; all of it takes half an hour. --dedpul FOLDER: the data sets of another study (dedpul.mjs).

import { pathToFileURL } from "node:url";
import { ESTIMATORS } from "@bagwise/lab";
import { synthesise } from "bagwise";
import { parseKernel } from "bagwise/kernels";
import { estimatePriors, priorInput } from "bagwise/prior";
import { mean } from "../../../scripts/tables.mjs";
import { runDedpul } from "./dedpul.mjs";

const POSITIVES = 200;
const UNLABELED = 2000;
const PRIORS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9];
/** The distance between the means of positive and negative instances, in standard deviations. */
const SEPARATIONS = [
  { name: "well separated", distance: 6 },
  { name: "overlapping", distance: 4 },
  { name: "hardly separated", distance: 2 },
];
const SEEDS = 20;
const QUICK_SEEDS = 2;
/** As-printed is defined for the paper's kernel; the others take the usual one. */
const PAPER_KERNEL = parseKernel("minimax-polynomial");

const TARGET = { separation: "well separated", methods: 2, error: 0.05, coverage: 0.85 };

/** All estimates for one data set. */
function estimate(prior, distance, seed) {
  const { bags } = synthesise({ bags: POSITIVES + UNLABELED, labeled: POSITIVES, prior, distance, seed });
  const usual = ESTIMATORS.filter(({ name }) => name !== "as-printed");
  return [
    ...estimatePriors(usual, priorInput(bags, { seed }), { seed }),
    ...estimatePriors(["as-printed"], priorInput(bags, { seed, kernel: PAPER_KERNEL }), { seed }),
  ];
}

/** One row for each method and prior of a separation. */
function measure({ name, distance }, seeds, onProgress) {
  return PRIORS.flatMap((prior) => {
    const found = Array.from({ length: seeds }, (_, seed) => {
      const estimates = estimate(prior, distance, seed);
      onProgress?.();
      return estimates;
    }).flat();
    return ESTIMATORS.map(({ name: method }) => {
      const own = found.filter((one) => one.method === method);
      return {
        separation: name,
        distance,
        prior,
        method,
        error: mean(own.map(({ value }) => Math.abs(value - prior))),
        bias: mean(own.map(({ value }) => value - prior)),
        coverage: mean(own.map(({ low, high }) => (low <= prior && prior <= high ? 1 : 0))),
        width: mean(own.map(({ low, high }) => high - low)),
      };
    });
  });
}

/**
 * Per method and separation: the mean and the largest error over the priors, the bias and the
 * coverage.
 */
function summarise(rows, separations) {
  return separations.flatMap(({ name }) =>
    ESTIMATORS.map(({ name: method }) => {
      const own = rows.filter((row) => row.separation === name && row.method === method);
      return {
        separation: name,
        method,
        error: mean(own.map(({ error }) => error)),
        largestError: Math.max(...own.map(({ error }) => error)),
        bias: mean(own.map(({ bias }) => bias)),
        coverage: mean(own.map(({ coverage }) => coverage)),
        width: mean(own.map(({ width }) => width)),
      };
    }),
  );
}

/** Measures and prints; returns everything with what was aimed at and whether it was reached. */
export async function run({ json = false, options = [] } = {}) {
  const dedpul = options.indexOf("--dedpul");
  if (dedpul >= 0) return runDedpul(options[dedpul + 1], { json, options });
  const number = (flag) => (options.includes(flag) ? Number(options[options.indexOf(flag) + 1]) : undefined);
  const seeds = number("--seeds") ?? (options.includes("--quick") ? QUICK_SEEDS : SEEDS);
  const wanted = number("--distance");
  const separations = SEPARATIONS.filter(({ distance }) => wanted === undefined || distance === wanted);
  const started = performance.now();
  let done = 0;
  const all = separations.length * PRIORS.length * seeds;
  const onProgress = process.stderr.isTTY ? () => process.stderr.write(`\r${++done} of ${all} data sets`) : undefined;
  const rows = separations.flatMap((separation) => measure(separation, seeds, onProgress));
  if (onProgress !== undefined) process.stderr.write("\r");
  const summary = summarise(rows, separations);
  const reached = summary
    .filter(({ separation, largestError, coverage }) => {
      return separation === TARGET.separation && largestError <= TARGET.error && coverage >= TARGET.coverage;
    })
    .map(({ method }) => method);
  const met = reached.length >= TARGET.methods;
  const seconds = (performance.now() - started) / 1000;
  const result = {
    seeds,
    separations,
    positives: POSITIVES,
    unlabeled: UNLABELED,
    seconds,
    summary,
    rows,
    target: TARGET,
    reached,
    met,
  };
  if (json) console.log(JSON.stringify(result));
  else print(result);
  return result;
}

function print({ seeds, separations, seconds, summary, rows, reached, met }) {
  console.log(`${POSITIVES} positive, ${UNLABELED} unlabeled bags, ${seeds} seeds each; ${seconds.toFixed(0)} s\n`);
  const cell = (value, sign = "") => `${sign && value >= 0 ? sign : ""}${value.toFixed(3)}`.padStart(8);
  for (const { name, distance } of separations) {
    console.log(
      `${name} (distance ${distance}): mean absolute error for each prior; over all priors: bias, coverage, width`,
    );
    console.log(`${"".padEnd(12)}${PRIORS.map((prior) => String(prior).padStart(8)).join("")}    bias  covers   width`);
    for (const { name: method } of ESTIMATORS) {
      const own = rows.filter((row) => row.separation === name && row.method === method);
      const total = summary.find((row) => row.separation === name && row.method === method);
      const errors = own.map(({ error }) => cell(error)).join("");
      console.log(`${method.padEnd(12)}${errors}${cell(total.bias, "+")}${cell(total.coverage)}${cell(total.width)}`);
    }
    console.log("");
  }
  const wanted = `at least ${TARGET.methods} estimators within ${TARGET.error} at every prior, intervals that cover ${TARGET.coverage}`;
  if (!separations.some(({ name }) => name === TARGET.separation)) return;
  console.log(`${met ? "reached" : "MISSED"}: well-separated bags, ${wanted}: ${reached.join(", ") || "none"}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
