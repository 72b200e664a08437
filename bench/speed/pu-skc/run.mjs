// PU-SKC from bag statistics to the fitted model, against Python and npm: cross-validation over the
// paper's nine settings and the final fit on its five data sets, every problem with its
// certificate; and the growth of one fit with the number of unlabeled bags. node
// bench/speed/pu-skc/run.mjs [--data FOLDER] [--seed N] [--quick | --growth] [--json]
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { gramFamily } from "bagwise/kernels";
import { runPuSkcJob } from "../../../packages/core/dist/learners/pu-skc/fit.js";
import { loadClarabel, runClarabel } from "./clarabel-peer.mjs";
import { startCvxopt } from "./cvxopt-peer.mjs";
import { GROWTH_KERNEL, GROWTH_LAMBDA, LANDMARKS, measureGrowth } from "./growth.mjs";
import { DEGREES, dataFolder, FOLDS, KERNEL, LAMBDAS, PRIOR, trainingSets } from "./training-sets.mjs";
import { crossValidateAndFit, jobFor } from "./with-bagwise.mjs";

/**
 * Other programs share the machine. So processor time is measured, which equals elapsed time on an
 * idle machine because all work is on one thread; everything is measured in turns, and the best
 * turn counts.
 */
const ROUNDS = 3;
/** How often the two that are compared in the target do the work in each turn. */
const PASSES = 3;

/** Relative gaps up to this are a proof. */
const CERTIFIED = 1e-8;
/**
 * An objective that is worse than the certified one by more than this, relatively, is a failure.
 */
const WORSE = 1e-6;
const TARGETS = { primal: 20, dual: 6, seconds: 60, peakMb: 1024 };

const keyOf = ({ degree, lambda, fold }) => `${degree} ${lambda} ${fold}`;
const sum = (values) => values.reduce((total, value) => total + value, 0);
const most = (values) => values.reduce((largest, value) => Math.max(largest, value), 0);

/** The better of two results of one contestant. */
const faster = (a, b) => (a === undefined || b.seconds < a.seconds ? b : a);

function timeBagwise(set, passes) {
  let best;
  for (let k = 0; k < passes; k++) {
    const before = process.cpuUsage();
    const { chosen, problems } = crossValidateAndFit(set);
    const { user, system } = process.cpuUsage(before);
    best = faster(best, { seconds: (user + system) / 1e6, chosen, problems });
  }
  return best;
}

/**
 * The least objective of every problem that a contestant may come to, also for final fits that
 * bagwise does not choose.
 */
function referenceObjectives({ representation, positives, folds }) {
  const family = gramFamily(KERNEL, representation);
  const reference = new Map();
  for (const degree of DEGREES) {
    for (let fold = -1; fold < FOLDS; fold++) {
      const found = runPuSkcJob(jobFor(family, degree, { positives, folds, fold }));
      for (const [l, { solution }] of found.entries()) {
        reference.set(keyOf({ degree, lambda: LAMBDAS[l], fold }), solution.primalObjective);
      }
    }
  }
  return reference;
}

function judgeBagwise({ seconds, chosen, problems }) {
  const solutions = problems.map(({ solution }) => solution);
  return {
    seconds,
    chosen,
    problems: problems.length,
    certified: solutions.filter(({ status, relativeGap }) => status === "solved" && relativeGap <= CERTIFIED).length,
    worstGap: most(solutions.map(({ relativeGap }) => relativeGap)),
    iterations: sum(solutions.map(({ iterations }) => iterations)),
    fromLastLambda: solutions.filter(({ iterations }) => iterations === 0).length,
  };
}

/** How much worse an objective is than the reference, in the units of the relative gap. */
function excess(problem, reference) {
  const least = reference.get(keyOf(problem));
  return (problem.objective - least) / Math.max(Math.abs(least), Math.min(PRIOR, 1 - PRIOR));
}

function judgePeer({ seconds, chosen, problems }, reference) {
  const certified = problems.filter(({ gap }) => typeof gap === "number" && gap <= CERTIFIED);
  return {
    seconds,
    chosen,
    problems: problems.length,
    certified: certified.length,
    worstGap: most(problems.map(({ gap }) => gap ?? Infinity)),
    /** Between two certified answers to the same problem. */
    disagreement: most(certified.map((problem) => Math.abs(excess(problem, reference)))),
  };
}

/**
 * Every problem fails in one way at most: it throws, it ends without an answer, or its answer is
 * bad.
 */
function judgeRaw({ seconds, chosen, problems }, reference) {
  const kind = (problem) => {
    if (problem.status.startsWith("exception") || problem.objective === null) return "exception";
    if (problem.status !== "optimal") return "unknown";
    return excess(problem, reference) > WORSE ? "worse" : "good";
  };
  const count = (name) => problems.filter((problem) => kind(problem) === name).length;
  const failures = { exception: count("exception"), unknown: count("unknown"), worse: count("worse") };
  return { seconds, chosen, problems: problems.length, failed: sum(Object.values(failures)), failures };
}

async function compare(options, quick, note) {
  const at = options.indexOf("--seed");
  const seed = at >= 0 ? Number(options[at + 1]) : 1;
  const sets = await trainingSets(dataFolder(options), { seed });
  const cvxopt = startCvxopt(sets);
  const clarabel = await loadClarabel();
  const found = sets.map(() => ({}));
  const cold = timeBagwise(sets[0], 1).seconds;
  const rounds = quick ? 1 : ROUNDS;
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [i, set] of sets.entries()) {
        note(`${set.name}, turn ${round + 1} of ${rounds}`);
        const keep = (who, result) => {
          found[i][who] = faster(found[i][who], result);
        };
        keep("bagwise", timeBagwise(set, PASSES));
        if (cvxopt) keep("dual", cvxopt.run(set.name, "dual", PASSES));
        if (clarabel) keep("clarabel", runClarabel(clarabel, set));
        // The slow ones have no target; fewer turns will do.
        if (cvxopt && round < 2) keep("primal", cvxopt.run(set.name, "primal", 1));
        if (cvxopt && round === 0) keep("raw", cvxopt.run(set.name, "raw", 1));
      }
    }
  } finally {
    cvxopt?.stop();
  }
  const rows = sets.map((set, i) => {
    const { bagwise, dual, primal, clarabel: other, raw } = found[i];
    const reference = referenceObjectives(set);
    return {
      name: set.name,
      bagwise: judgeBagwise(bagwise),
      ...(dual && { dual: judgePeer(dual, reference) }),
      ...(primal && { primal: judgePeer(primal, reference) }),
      ...(other && { clarabel: judgePeer(other, reference) }),
      ...(raw && { raw: judgeRaw(raw, reference) }),
    };
  });
  const ratios = {};
  for (const peer of ["dual", "primal", "clarabel", "raw"]) {
    const own = rows.filter((row) => row[peer]);
    if (own.length === 0) continue;
    ratios[peer] = {
      total: sum(own.map((row) => row[peer].seconds)) / sum(own.map(({ bagwise }) => bagwise.seconds)),
      lowest: Math.min(...own.map((row) => row[peer].seconds / row.bagwise.seconds)),
    };
  }
  return {
    seed,
    rounds,
    cvxopt: cvxopt?.about ?? null,
    clarabel: clarabel !== undefined,
    coldSeconds: cold,
    rows,
    ratios,
  };
}

function targetsOf(comparison, growth) {
  const targets = [];
  if (comparison) {
    const { rows, ratios } = comparison;
    const total = sum(rows.map(({ bagwise }) => bagwise.problems));
    const certified = sum(rows.map(({ bagwise }) => bagwise.certified));
    const gap = most(rows.map(({ bagwise }) => bagwise.worstGap));
    targets.push({
      text: `${certified} of ${total} problems certified, worst relative gap ${gap.toExponential(1)} (target all, at ${CERTIFIED})`,
      reached: certified === total,
    });
    const forms = { primal: "the paper's QP, centred and scaled", dual: "its dual, centred and scaled" };
    for (const [form, title] of Object.entries(forms)) {
      const ratio = ratios[form];
      if (!ratio) continue;
      targets.push({
        text: `${ratio.total.toFixed(1)} x numpy + cvxopt on ${title}; ${ratio.lowest.toFixed(1)} x on the least favourable set (target ${TARGETS[form]} in total)`,
        reached: ratio.total >= TARGETS[form],
      });
    }
  }
  if (growth) {
    const last = growth.rows.at(-1);
    targets.push({
      text: `${last.unlabeled.toLocaleString("en-US")} unlabeled bags, ${LANDMARKS} landmarks: ${last.seconds.toFixed(1)} s, ${last.peakMb.toFixed(0)} MB, ${last.status} (target ${TARGETS.seconds} s, ${TARGETS.peakMb} MB)`,
      reached: last.seconds <= TARGETS.seconds && last.peakMb <= TARGETS.peakMb && last.status === "solved",
    });
  }
  return targets;
}

/**
 * Measures everything and prints it (or JSON, with `json`); returns `{ machine, comparison, growth,
 * targets }`.
 */
export async function run({ json = false, options = [] } = {}) {
  const quick = options.includes("--quick");
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const comparison = options.includes("--growth") ? undefined : await compare(options, quick, note);
  const growth = quick && !options.includes("--growth") ? undefined : measureGrowth(note);
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const result = {
    benchmark: "pu-skc",
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    ...(comparison && { comparison }),
    ...(growth && { growth }),
    targets: targetsOf(comparison, growth),
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function table(lines) {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  for (const line of lines) {
    console.log(`  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`);
  }
}

function print({ machine, comparison, growth, targets }) {
  console.log(`\n${machine.cpu}, Node.js ${machine.node}. Processor seconds on one thread.`);
  if (comparison) printComparison(comparison);
  if (growth) printGrowth(growth);
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

function printComparison({ rows, ratios, rounds, seed, cvxopt, clarabel, coldSeconds }) {
  const problems = rows[0].bagwise.problems;
  console.log(
    `\nCross-validation over ${DEGREES.length * LAMBDAS.length} settings x ${FOLDS} folds and the final fit: ${problems} problems, from bag statistics;` +
      ` 20 positive and 180 unlabeled bags, prior ${PRIOR}, seed ${seed}; best of ${rounds} ${rounds === 1 ? "turn" : "turns"}.\n`,
  );
  const exponential = (value) => (Number.isFinite(value) ? value.toExponential(1) : "-");
  const cells = (found) =>
    found === undefined
      ? ["-", "-", "-"]
      : [found.seconds.toFixed(3), `${found.certified}`, exponential(found.worstGap)];
  const per = (found, row) => (found.seconds / row.bagwise.seconds).toFixed(1);
  const against = (found, row) => [...cells(found), found === undefined ? "-" : per(found, row)];
  const head = (name) => [name, "cert.", "gap"];
  table([
    [
      "",
      ...head("bagwise"),
      ...["dual", "primal", "Clarabel"].flatMap((name) => [...head(name), "ratio"]),
      "raw",
      "failed",
    ],
    ...rows.map((row) => [
      row.name,
      ...cells(row.bagwise),
      ...[row.dual, row.primal, row.clarabel].flatMap((found) => against(found, row)),
      row.raw === undefined ? "-" : row.raw.seconds.toFixed(2),
      row.raw === undefined ? "-" : `${row.raw.failed} of ${row.raw.problems}`,
    ]),
  ]);
  console.log("");
  const iterations = sum(rows.map(({ bagwise }) => bagwise.iterations));
  const total = sum(rows.map(({ bagwise }) => bagwise.problems));
  const early = sum(rows.map(({ bagwise }) => bagwise.fromLastLambda));
  const each = (who) => (1000 * sum(rows.map((row) => row[who].seconds))) / sum(rows.map((row) => row[who].problems));
  console.log(
    `  bagwise   ${each("bagwise").toFixed(1)} ms a problem; ${iterations} iterations, ${early} of ${total} problems solved by the gamma of the lambda before; ${coldSeconds.toFixed(2)} s the first time, uncompiled`,
  );
  for (const who of ["dual", "primal"]) {
    if (ratios[who] === undefined) continue;
    const apart = most(rows.map((row) => row[who].disagreement));
    console.log(
      `  ${who.padEnd(8)}  numpy ${cvxopt.numpy} + cvxopt ${cvxopt.cvxopt}, the ${who === "dual" ? "dual" : "paper's QP"} centred and scaled: ${each(who).toFixed(1)} ms a problem, ${ratios[who].total.toFixed(1)} x bagwise; certified objectives differ from bagwise's by ${exponential(apart)} at most, relatively`,
    );
  }
  if (clarabel) {
    console.log(
      `  Clarabel  of npm's cvxjs, centred and scaled dual: ${each("clarabel").toFixed(1)} ms a problem, ${ratios.clarabel.total.toFixed(1)} x bagwise`,
    );
  }
  if (ratios.raw) {
    const count = (kind) => sum(rows.map(({ raw }) => raw.failures[kind]));
    const failed = sum(rows.map(({ raw }) => raw.failed));
    console.log(
      `  raw       the paper's QP as printed, cvxopt: ${failed} of ${total} failed (${count("exception")} exceptions, ${count("unknown")} unknown, ${count("worse")} worse by > ${WORSE}); ${ratios.raw.total.toFixed(1)} x bagwise`,
    );
  }
  if (!cvxopt) console.log("  dual, primal, raw: not installed (Debian: apt install python3-numpy python3-cvxopt)");
  if (!clarabel) console.log("  Clarabel: not installed (npm ci --prefix bench)");
}

function printGrowth({ rows, exponent, exponentOfLargest, exponentPerIteration }) {
  console.log(
    `\nOne fit with ${LANDMARKS} landmarks, synthetic bags, kernel ${GROWTH_KERNEL}, lambda ${GROWTH_LAMBDA}; each size in a process of its own.\n`,
  );
  table([
    ["unlabeled", "seconds", "elapsed", "peak MB", "iterations", "gap", "N_U M^2 / s per iteration"],
    ...rows.map(({ unlabeled, seconds, elapsed, peakMb, iterations, relativeGap, gflops }) => [
      unlabeled.toLocaleString("en-US"),
      seconds.toFixed(2),
      elapsed.toFixed(2),
      peakMb.toFixed(0),
      `${iterations}`,
      relativeGap.toExponential(1),
      `${gflops.toFixed(2)}e9`,
    ]),
  ]);
  console.log(
    `\n  time grows as (N_U M^2)^${exponent.toFixed(2)}, per iteration ^${exponentPerIteration.toFixed(2)}; between the two largest ^${exponentOfLargest.toFixed(2)} (1 is what the arithmetic needs)`,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
